import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readFirstFile } from '../../../src/programs/board/firstFile.js';
import { SECTIONS } from '../../../src/programs/board/values.js';
import { newFolder } from '../../kit/folder.js';
import { COMPANY, complaints, ED25519, plan } from './files.js';

/** What the image is given of the board: units, and the example on the card. */
const FILES = join(import.meta.dirname, '../../../board/files');
const EXAMPLE = readFileSync(join(FILES, 'kasirbox.toml'), 'utf8');

test('the example changes nothing as it is, and its card is not written but for the report', () => {
  const planned = plan(EXAMPLE);
  assert.equal(planned.problems, []);
  assert.equal(planned.handedOver, {});
  assert.equal({ ...planned.config, name: null }, { ...plan(null).config, name: null });
  assert.is(planned.file?.toString(), EXAMPLE);
});

test('with its lines opened the example is right, and names everything that a file may have', () => {
  const opened = EXAMPLE.replace(/^#(?=[a-z_]+ = )/gm, '').replace('ssh-ed25519 AAAA… serviser', ED25519);
  assert.equal(complaints(opened), []);
  const read = readFirstFile(Buffer.from(opened));
  assert.ok(read.ok);
  const names = (of: object) =>
    Object.entries(of).map(([section, keys]) => `${section}: ${Object.keys(keys as object).join()}`);
  assert.equal(names(read.value.given), names(SECTIONS));
  assert.equal(read.value.given.company, COMPANY);
  assert.is(Buffer.byteLength(EXAMPLE) < 4096, true, 'one cluster of the card');
});

test('systemd has nothing to complain of in the units', () => {
  if (spawnSync('systemd-analyze', ['--version']).error !== undefined) return;
  const folder = newFolder();
  const units = join(folder, 'etc/systemd/system');
  mkdirSync(units, { recursive: true });
  cpSync(FILES, units, { recursive: true });
  // The programs that they start are not here.
  for (const name of ['kasirbox-board.service', 'wpa_supplicant@wlan0.service.d/kasirbox.conf']) {
    const path = join(units, name);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^ExecStart=\/\S+/gm, 'ExecStart=/bin/true'));
  }
  writeFileSync(join(units, 'wpa_supplicant@.service'), '[Service]\nExecStart=/bin/true\n');
  writeFileSync(join(units, 'ssh.service'), '[Service]\nExecStart=/bin/true\n');
  const env = { ...process.env, SYSTEMD_UNIT_PATH: `${units}:` };
  for (const unit of ['kasirbox-board.service', 'wpa_supplicant@wlan0.service', 'ssh.service']) {
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { env, encoding: 'utf8' });
    assert.is(stderr.trim(), '', unit);
    assert.is(status, 0, unit);
  }
});

test('the unit runs before all that reads what it writes', () => {
  const unit = readFileSync(join(FILES, 'kasirbox-board.service'), 'utf8');
  const before = [...unit.matchAll(/^Before=(.*)$/gm)].flatMap(([, names = '']) => names.split(' '));
  for (const name of [
    'systemd-networkd',
    'systemd-resolved',
    'systemd-timesyncd',
    'wpa_supplicant@wlan0',
    'ssh',
    'kasirbox',
  ]) {
    assert.ok(before.includes(`${name}.service`), name);
  }
});

test.run();
