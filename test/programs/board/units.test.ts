import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { newFolder } from '../../kit/folder.js';
import { OVERLAY, Programs, rootTest } from './programs.js';

const UNITS = join(OVERLAY, 'etc/systemd/system');
const NAMES = readdirSync(UNITS).filter((name) => /\.(service|timer|path|mount|target)$/.test(name));
const textOf = (name: string): string => readFileSync(join(UNITS, name), 'utf8');
const hasSystemd = spawnSync('systemd-analyze', ['--version']).error === undefined;

test('every program of the image that a unit starts is there, and can be run', () => {
  const programs = NAMES.flatMap((name) =>
    Array.from(textOf(name).matchAll(/^ExecSt\w+=(\/usr\/lib\/kasirbox\/\S+)/gm)),
  );
  assert.ok(programs.length >= 4);
  for (const [, path = ''] of programs) assert.is(statSync(join(OVERLAY, path)).mode & 0o111, 0o111, path);
});

test('systemd has nothing to complain of in the units', () => {
  if (!hasSystemd) return;
  const folder = join(newFolder(), 'units');
  mkdirSync(folder, { recursive: true });
  cpSync(UNITS, folder, { recursive: true });
  // The programs that they start are not here, nor are the units of packages that this machine may lack.
  for (const name of NAMES) {
    const whole = textOf(name).replace(/^(ExecSt\w+=)\/(usr\/lib|opt)\/kasirbox\/\S+/gm, '$1/bin/true');
    writeFileSync(join(folder, name), whole.replace(/^Documentation=.*\n/gm, ''));
  }
  for (const name of ['kasirbox.service', 'nftables.service', 'wpa_supplicant@wlan0.service']) {
    if (!existsSync(join(folder, name))) writeFileSync(join(folder, name), '[Service]\nExecStart=/bin/true\n');
  }
  const env = { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` };
  for (const name of NAMES.map((one) => one.replace('@.', '@sda1.'))) {
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', name], { env, encoding: 'utf8' });
    const ours = stderr.split('\n').filter((line) => line.includes('kasirbox') || line.includes('media.mount'));
    assert.equal(ours, [], name);
  }
});

test('the rescue page and the restart have little that they could do (systemd-analyze security)', () => {
  if (!hasSystemd) return;
  for (const [name, most] of [
    ['kasirbox-rescue.service', 20],
    ['kasirbox-restart.service', 20],
  ] as const) {
    const words = ['security', '--offline=true', `--threshold=${most}`, join(UNITS, name)];
    const { status, stdout, stderr } = spawnSync('systemd-analyze', words, { encoding: 'utf8' });
    if (/unrecognized option|Unknown command/.test(stderr)) return;
    assert.is(status, 0, stdout + stderr);
  }
});

test('a wish for a restart is taken away before the restart, which comes after the first minute', () => {
  const programs = new Programs({ sleep: ':' });
  const restart = (uptime: string): number | null => {
    const wish = programs.write('restart-wanted', '');
    const { code } = programs.run('usr/lib/kasirbox/restart', wish, programs.write('uptime', `${uptime} 99.00\n`));
    assert.is(existsSync(wish), false);
    return code;
  };
  assert.is(restart('3600.51'), 0);
  assert.equal(programs.callsOf('sleep'), []);
  assert.is(restart('12.90'), 0);
  assert.equal(programs.callsOf('sleep'), ['sleep 48']);
  const { code } = programs.run(
    'usr/lib/kasirbox/restart',
    join(programs.folder, 'none'),
    join(programs.folder, 'uptime'),
  );
  assert.is(code, 1, 'nobody asks: no restart');
  assert.match(textOf('kasirbox-restart.service'), /^SuccessAction=reboot$/m);
  assert.match(textOf('kasirbox-restart.path'), /^PathExists=\/run\/kasirbox\/restart-wanted$/m);
});

rootTest(
  'the boot partition is open for as long as a change of the environment takes, also where that fails',
  ['mount'],
  () => {
    const programs = new Programs({ mount: ':', flock: ':' });
    const { code } = programs.run('usr/local/sbin/fw_setenv', 'BOOT_ORDER', 'A B');
    const real = existsSync('/usr/bin/fw_setenv');
    assert.ok(real || code !== 0);
    assert.equal(programs.callsOf('mount'), [
      'mount -o remount,rw,sync /boot/firmware',
      'mount -o remount,ro /boot/firmware',
    ]);
  },
);

test.run();
