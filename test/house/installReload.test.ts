// scripts/install on a running system with another time service, and what its ways out say.
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { newFolder } from '../kit/folder.js';

const INSTALLED = resolve(import.meta.dirname, '../../scripts/lib/installed.sh');

/** Runs lines of bash behind the library, with a systemctl that knows the units named here. */
function bash(lines: string, units: readonly string[]) {
  const systemctl = `systemctl() {
    case "$1 \${*: -1}" in
      ${units.map((unit) => `"show ${unit}") echo loaded ;;\n"try-restart ${unit}") echo "restarted ${unit}" ;;`).join('\n')}
      show*kasirbox) echo active ;;
      show*) echo not-found ;;
      try-restart*) return 5 ;;
    esac
  }
  udevadm() { :; }`;
  const program = `set -euo pipefail; source ${INSTALLED}; ${systemctl}\n${lines}`;
  return spawnSync('bash', ['-c', program], { encoding: 'utf8' });
}

test('a system with chrony in place of systemd-timesyncd takes what was installed', () => {
  const units = ['systemd-journald'];
  assert.equal(bash('reload; echo done', units).stdout, 'restarted systemd-journald\ndone\n');
  const both = bash('reload', [...units, 'systemd-timesyncd']);
  assert.equal([both.status, both.stdout], [0, 'restarted systemd-journald\nrestarted systemd-timesyncd\n']);
});

test('every failure after a change reports what is in use and whether it runs', () => {
  const opts = (): string => join(newFolder(), 'opt');
  const begin = (): string => `opt=${opts()}; mkdir -p "$opt/releases/3"; ln -s releases/3 "$opt/current"; changed=1`;
  const state = /: the release in use is 3; the service is active\n$/;
  for (const [way, code] of [
    ['fail broken', 1],
    ['(exit 5)', 5],
  ] as const) {
    const { status, stderr } = bash(`${begin()}; ${way}`, []);
    assert.is(status, code);
    assert.match(stderr, state);
  }
  assert.is(bash(`${begin()}; true`, []).stderr, '');
});

test.run();
