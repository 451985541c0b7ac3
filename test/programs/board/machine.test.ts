// turns: 2
// proof: systemd
// time limit: 120 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Machine } from '../../kit/machine/machine.js';
import { bundle, cleanUp } from '../../kit/process.js';

/** The units of the image that stand by when an update fails, under a real systemd that does not really restart. */

const LAY = `
  /project/scripts/install / /node
  cp -r /project/board/overlay/etc/systemd/system/. /etc/systemd/system
  cp -r /project/board/overlay/usr/lib/kasirbox /usr/lib
  for unit in kasirbox-rescue kasirbox-restart; do
    mkdir -p /etc/systemd/system/$unit.service.d
    printf '[Unit]\\nSuccessAction=none\\n' >/etc/systemd/system/$unit.service.d/test.conf
  done
  mkdir -p /data && mount -t tmpfs tmpfs /data
  install -d -m 700 /data/board && install -d -m 700 -o kasirbox -g kasirbox /data/kasirbox /data/kasirbox/updates
  runuser -u kasirbox -- bash -c 'umask 077; echo signed 1.4.0 >/data/kasirbox/updates/last-good.raucb'
  systemctl daemon-reload`;

/** Reads its input, and reports its further abilities in passing. */
const RAUC = `#!/bin/bash
can() { if eval "$2" 2>/dev/null; then echo "$1"; fi; }
{
  echo "$*"
  can 'writes to the system' 'touch /etc/probe'
  can 'writes to the data' 'touch /data/kasirbox/probe'
  can 'runs from a stick' '/media/sda1/program'
  can 'mounts' 'mount -t tmpfs tmpfs /mnt'
  can 'reads the memory of others' 'head -c 1 /proc/1/environ'
} >>/data/board/calls
[ "$1" != info ] || { read -r mark version <"$3" && printf '{"compatible":"kasirbox-arm64","version":"%s"}' "$version"; }`;

const PAGE = 'curl --silent --show-error --retry 50 --retry-delay 1 --retry-connrefused http://localhost/';
const state = (unit: string): string => `systemctl show --property=ActiveState,Result ${unit}`;

function theRescuePage(machine: Machine): void {
  machine.must(LAY);
  machine.run('cat >/usr/local/bin/rauc; chmod 755 /usr/local/bin/rauc', RAUC);
  machine.must('systemctl start media.mount kasirbox-rescue.service');
  assert.match(machine.must(PAGE), /Верзија 1\.4\.0/);
  // A stick that is put in now shows in the service too.
  machine.must('mkdir /media/sda1 && mount -t tmpfs -o noexec tmpfs /media/sda1');
  machine.must('cp /bin/true /media/sda1/program && echo signed 1.5.0 >/media/sda1/new.raucb');
  assert.match(machine.must(PAGE), /Верзија 1\.5\.0/);
  const press = `token=$(${PAGE} | grep -o 'token" value="[^"]*' | cut -d '"' -f 3 | head -n 1)
    curl --silent --output /dev/null --write-out '%{http_code}' --data-urlencode "token=$token" http://localhost/again`;
  assert.is(machine.must(press), '303');
  machine.must('timeout 30 bash -c "while systemctl is-active --quiet kasirbox-rescue; do sleep 0.1; done"');
  assert.is(machine.must(state('kasirbox-rescue')), 'Result=success\nActiveState=inactive');
  machine.must('test -e /data/board/rescue-retried');
  const calls = machine.must('cat /data/board/calls').split('\n');
  assert.equal(calls, [
    'info --output-format=json /data/kasirbox/updates/last-good.raucb',
    'info --output-format=json /media/sda1/new.raucb',
    'status mark-active rootfs.1',
    'status mark-active rootfs.0',
  ]);
}

function theRestart(machine: Machine): void {
  machine.must('install -d -m 700 -o kasirbox -g kasirbox /run/kasirbox && systemctl start kasirbox-restart.path');
  assert.is(machine.must(state('kasirbox-restart')), 'Result=success\nActiveState=inactive');
  const wish = 'runuser -u kasirbox -- touch /run/kasirbox/restart-wanted';
  machine.must(`${wish}; timeout 30 bash -c "while test -e /run/kasirbox/restart-wanted; do sleep 0.1; done"`);
  machine.must(
    'timeout 90 bash -c "while systemctl is-active kasirbox-restart | grep -q activating; do sleep 0.1; done"',
  );
  assert.is(machine.must(state('kasirbox-restart')), 'Result=success\nActiveState=inactive');
  assert.is(machine.must('systemctl show --property=ExecMainStatus --value kasirbox-restart'), '0');
}

bundle(); // built, if older than its sources
void Machine.boot().then((booted) => {
  const isUp = typeof booted !== 'string';
  if (isUp) test.after(() => booted.end());
  else process.stdout.write(`skipped: ${booted}\n`);
  for (const [name, work] of [
    ['the rescue page reads what it must, does nothing else, and ends well', theRescuePage],
    ['the box gets its restart by a file', theRestart],
  ] as const) {
    if (isUp) test(name, () => work(booted));
    else test.skip(name, () => undefined);
  }
  test.after(cleanUp);
  test.run();
});
