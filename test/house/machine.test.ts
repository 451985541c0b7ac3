// turns: 2
// proof: systemd
// time limit: 400 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { shareOf } from '../kit/cases.js';
import { bundle, cleanUp } from '../kit/process.js';
import { Machine } from '../kit/machine/machine.js';

/**
 * scripts/install, the units and scripts/uninstall under a real systemd, each test on what the one before left. In CI the tests of the
 * installed box are followed by one of three parts: its guards, upgrades, or its end.
 */

const SALE = '{"items":[{"name":"Кафа","quantity":2,"unitPrice":150,"label":"Ђ"}]}';
const CURL = `curl --silent --show-error --fail --cacert /var/lib/kasirbox/tls/ca.pem -H "Authorization: Bearer $(</tmp/key)"`;
const API = 'https://localhost/api/v1';

/** Prints the number of the new receipt. */
const SELL = `${CURL} -H 'Content-Type: application/json' -d '${SALE}' ${API}/invoices | grep -o '"invoiceNumber":"[^"]*"'`;
const LIST = `${CURL} ${API}/invoices`;
const RUN_ID = 'systemctl show --property=InvocationID --value kasirbox';

type Part = 'installed' | 'guards' | 'upgrades' | 'end';

const tests: { readonly name: string; readonly work: (machine: Machine) => void; readonly part: Part }[] = [];
let part: Part = 'installed';

function onMachine(name: string, work: (machine: Machine) => void): void {
  tests.push({ name, work, part });
}

onMachine('the box is installed and started, and sells', (machine) => {
  machine.must('/project/scripts/install / /node');
  machine.must('systemctl enable --now kasirbox');
  machine.must('kasirbox keys create --label test >/tmp/key');
  assert.match(machine.must(SELL), /invoiceNumber/);
  assert.match(machine.must('kasirbox doctor || true'), /ledger/);
});

onMachine('a support bundle has the journal of the service', (machine) => {
  const journal = 'kasirbox support-bundle - | tar --extract --gzip --to-stdout kasirbox-support/journal.txt';
  assert.match(machine.must(journal), /box\.started/);
});

onMachine('systemd has nothing to complain of in what was installed', (machine) => {
  const { stderr } = machine.run('systemd-analyze verify kasirbox.service');
  // Debian 12 does not know the slowing down of restarts, and says so.
  const complaints = stderr
    .split('\n')
    .filter((line) => !/Unknown key( name)? 'Restart(Steps|MaxDelaySec)'/.test(line));
  assert.is(complaints.join('\n').trim(), '');
});

onMachine('journald, systemd and timesyncd take the bounds that came with the box', (machine) => {
  assert.match(machine.must('journalctl --no-pager -o cat -u systemd-journald'), /Runtime Journal .* max 16\.0M/);
  const set = machine.must('systemctl show --property=RuntimeWatchdogUSec --property=RebootWatchdogUSec');
  assert.is(set, 'RuntimeWatchdogUSec=15s\nRebootWatchdogUSec=2min');
  assert.match(machine.must('systemd-analyze cat-config systemd/timesyncd.conf'), /^SaveIntervalSec=30min$/m);
});

onMachine('the rules for printers and card readers are ones that udev understands', (machine) => {
  const { stdout, stderr } = machine.run('udevadm test --action=add /sys/class/mem/null 2>&1');
  assert.match(stdout + stderr, /70-kasirbox\.rules/);
  assert.not.match(stdout + stderr, /70-kasirbox\.rules:\d+/);
});

onMachine('the journal stays in memory, also where it was on the disk before', (machine) => {
  const files = machine.must('ls -l /proc/$(systemctl show --property=MainPID --value systemd-journald)/fd');
  assert.match(files, '/run/log/journal/');
  assert.not.match(files, '/var/log/journal/');
});

onMachine('PDFs are drawn under the bounds of the unit', (machine) => {
  const uuid = `$(${LIST} | grep -o '"uuid":"[^"]*"' | head -n 1 | cut -d '"' -f 4)`;
  assert.is(
    machine.must(`${CURL} "${API}/invoices/${uuid}/document?format=pdf" >/tmp/pdf; head -c 5 /tmp/pdf`),
    '%PDF-',
  );
});

part = 'guards';

/** What the service can do, one line each: run in its place before it starts. */
const PROBE = `
  can() { if (eval "$2") 2>/tmp/said; then echo "$1: yes"; else echo "$1: no"; fi; }
  run_from() { cp /bin/true "$1/program" && "$1/program"; }
  can 'write its folder' 'touch /var/lib/kasirbox/probe && rm /var/lib/kasirbox/probe'
  can 'write a stick' 'touch /media/stick/probe'
  # There is no line behind it here, which is another failure than that of a device that is not allowed.
  can 'use a serial line' 'exec 3<>/dev/ttyS9 || ! grep -q "not permitted" /tmp/said'
  can 'read a device that anybody may' 'exec 3</dev/fuse'
  can 'write where anybody may' 'touch /srv/probe'
  can 'run from its folder' 'run_from /var/lib/kasirbox'
  can 'run from a stick' 'run_from /media/stick'
  can 'run from /tmp' 'run_from /tmp'
  can 'see others' 'ls -d /proc/1'
  can 'make a namespace' 'unshare --user true'`;

const ALLOWED = ['write its folder', 'write a stick', 'use a serial line'];

onMachine('the service reaches serial lines, its folder and a stick, and not what others leave open', (machine) => {
  machine.must(`
    mkdir -p /media/stick /srv /etc/systemd/system/kasirbox.service.d
    chmod 777 /media/stick /srv
    mknod -m 666 /dev/fuse c 10 229
    mknod -m 660 /dev/ttyS9 c 4 73 && chgrp dialout /dev/ttyS9
    cat >/opt/probe <<'PROBE'\n${PROBE}\nPROBE
    cat >/etc/systemd/system/kasirbox.service.d/test.conf <<'UNIT'
[Service]
ExecStartPre=/bin/bash -c ". /opt/probe >/run/kasirbox/probe"
# For the test after this.
WatchdogSec=3
UNIT
    systemctl daemon-reload && systemctl restart kasirbox`);
  for (const line of machine.must('cat /run/kasirbox/probe').split('\n')) {
    const [what = '', answer] = line.split(': ');
    assert.is(answer, ALLOWED.includes(what) ? 'yes' : 'no', what);
  }
});

onMachine('a stick that is mounted while the service runs is there for it', (machine) => {
  machine.must(`
    mkdir /media/late && mount -t tmpfs tmpfs /media/late
    nsenter --mount --target "$(systemctl show --property=MainPID --value kasirbox)" mountpoint /media/late`);
});

onMachine('a box that hangs is started anew by the watchdog, and has every receipt', (machine) => {
  const number = machine.must(SELL);
  machine.must(`
    systemctl kill --signal=STOP kasirbox
    timeout 60 bash -c 'until [[ $(systemctl show --property=NRestarts --value kasirbox) == 1 ]]; do sleep 0.1; done'
    timeout 60 bash -c 'until systemctl is-active --quiet kasirbox; do sleep 0.1; done'
    rm -r /etc/systemd/system/kasirbox.service.d && systemctl daemon-reload`);
  assert.match(machine.must('journalctl --no-pager -o cat -u kasirbox'), /Watchdog timeout/);
  assert.match(machine.must('kasirbox doctor || true'), /^restarts +warning .*the service hung/m);
  assert.ok(machine.must(LIST).includes(number));
});

part = 'upgrades';

onMachine('installing the same again does not disturb the box', (machine) => {
  const before = machine.must(RUN_ID);
  machine.must('/project/scripts/install / /node');
  assert.is(machine.must(RUN_ID), before);
});

onMachine('an upgrade that was cut short before the box was started anew is finished by another', (machine) => {
  const before = machine.must(RUN_ID);
  machine.must(`
    mkdir /tmp/cut && cp -r /project/{dist,docs,scripts,systemd,README.md,LICENSE} /tmp/cut && echo >>/tmp/cut/LICENSE
    sed -i 's#PATH=/#PATH=/tmp/bin:/#' /tmp/cut/scripts/lib/installed.sh
    mkdir /tmp/bin && printf '#!/bin/sh\\nkill -KILL $PPID\\n' >/tmp/bin/systemd-sysusers && chmod +x /tmp/bin/systemd-sysusers`);
  assert.is.not(machine.run('/tmp/cut/scripts/install / /node').status, 0);
  assert.is(machine.must(RUN_ID), before);
  machine.must('rm -r /tmp/bin');
  machine.must('/tmp/cut/scripts/install / /node');
  assert.is.not(machine.must(RUN_ID), before);
  machine.must('/opt/kasirbox/current/scripts/install --back /');
  assert.match(machine.must(SELL), /invoiceNumber/);
});

onMachine('an upgrade starts the box anew on it, and --back on the one before', (machine) => {
  machine.must(`
    mkdir /tmp/next && cp -r /project/{dist,docs,scripts,systemd,README.md,LICENSE} /tmp/next
    echo >>/tmp/next/README.md`);
  const first = machine.must(RUN_ID);
  assert.match(machine.must('/tmp/next/scripts/install / /node'), /Upgraded/);
  const second = machine.must(RUN_ID);
  assert.is.not(second, first);
  assert.match(machine.must(SELL), /invoiceNumber/);
  machine.must('/opt/kasirbox/current/scripts/install --back /');
  assert.is.not(machine.must(RUN_ID), second);
  machine.must('cmp /project/README.md /opt/kasirbox/current/README.md');
  assert.match(machine.must(SELL), /invoiceNumber/);
});

onMachine('an upgrade that does not come up is taken back, and the box sells on', (machine) => {
  machine.must('echo "process.exit(1)" >/tmp/next/dist/kasirbox.cjs');
  const { status, stderr } = machine.run('/tmp/next/scripts/install / /node');
  assert.is(status, 1);
  assert.match(stderr, /the one before is back/);
  machine.must('cmp /project/dist/kasirbox.cjs /opt/kasirbox/current/kasirbox.cjs');
  assert.match(machine.must(SELL), /invoiceNumber/);
});

part = 'end';

onMachine('a stop is clean', (machine) => {
  machine.must('systemctl stop kasirbox');
  assert.is(machine.must('systemctl show --property=Result --value kasirbox'), 'success');
  assert.is(machine.must('cat /run/kasirbox/ended'), 'success exited 0');
});

onMachine('uninstall leaves the receipts, and a new installation continues with them', (machine) => {
  machine.must('/opt/kasirbox/current/scripts/uninstall /');
  assert.is(machine.run('systemctl cat kasirbox').status, 1);
  assert.is(machine.must('find /etc /opt /run /usr /var -name "*kasirbox*"'), '/var/lib/kasirbox');
  machine.must('/project/scripts/install / /node && systemctl enable --now kasirbox');
  assert.match(machine.must(LIST), /invoiceNumber/);
});

onMachine('an uninstallation that was cut short is finished by another', (machine) => {
  machine.must('systemctl disable --now kasirbox && rm /etc/systemd/system/kasirbox.service');
  machine.must('/project/scripts/uninstall /');
  assert.is(machine.must('find /etc /opt /run /usr /var -name "*kasirbox*"'), '/var/lib/kasirbox');
  machine.must('/project/scripts/install / /node && systemctl enable --now kasirbox');
});

onMachine('uninstall --purge removes everything, after a confirmation', (machine) => {
  assert.is(machine.run('/project/scripts/uninstall --purge /var/lib/kasirbox /', '\n').status, 1);
  assert.match(machine.must(SELL), /invoiceNumber/);
  const { status, stderr } = machine.run(
    '/project/scripts/uninstall --purge /var/lib/kasirbox /',
    'delete the receipts\n',
  );
  assert.is(status, 0, stderr);
  assert.is(machine.run('id kasirbox || ls /var/lib/kasirbox').status, 2);
});

bundle(); // built, if older than its sources
void Machine.boot().then((booted) => {
  const isUp = typeof booted !== 'string';
  if (isUp) test.after(() => booted.end());
  else process.stdout.write(`skipped: ${booted}\n`);
  const parts: readonly Part[] = ['installed', ...shareOf<Part>(['guards', 'upgrades', 'end'], 3)];
  for (const { name, work } of tests.filter((one) => parts.includes(one.part))) {
    if (isUp) test(name, () => work(booted));
    else test.skip(name);
  }
  test.after(cleanUp);
  test.run();
});
