import * as fs from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DiskError } from '../../../src/base/disk.js';
import { applyBoard, type BoardFolders } from '../../../src/programs/board/apply.js';
import { systemDeps } from '../../../src/programs/board/system.js';
import { newFolder } from '../../kit/folder.js';
import { WHOLE } from './files.js';

const NOW = Date.UTC(2030, 0, 2, 12);

function board(files: Readonly<Record<string, string>>): { root: string; folders: BoardFolders } {
  const root = newFolder();
  for (const [path, text] of Object.entries({ 'proc/sys/kernel/hostname': 'localhost', ...files })) {
    fs.mkdirSync(join(root, path, '..'), { recursive: true });
    fs.writeFileSync(join(root, path), text);
  }
  const folders = {
    firmware: join(root, 'boot'),
    keep: join(root, 'keep'),
    run: join(root, 'run'),
    data: join(root, 'data'),
  };
  for (const path of Object.values(folders)) fs.mkdirSync(path);
  return { root, folders };
}

const factsOf = async (files: Readonly<Record<string, string>>) => {
  const { root, folders } = board(files);
  return (await systemDeps(root, folders, NOW)).facts;
};

test('boards are told apart by the end of their serial number, or of the machine id', async () => {
  const serial = { 'proc/device-tree/serial-number': '10000000abcd1a2b\0' };
  const machine = { 'etc/machine-id': `${'0'.repeat(28)}beef\n` };
  assert.is((await factsOf({ ...serial, ...machine })).mark, '1A2B');
  assert.is((await factsOf(machine)).mark, 'BEEF');
  assert.is((await factsOf({ 'etc/machine-id': 'uninitialized\n' })).mark, null);
  assert.is((await factsOf({ 'proc/device-tree/serial-number': '0000000000000000\0' })).mark, null);
});

test('a day is told only where a clock with a battery tells it', async () => {
  assert.is((await factsOf({})).today, null);
  assert.is((await factsOf({ 'sys/class/rtc/rtc0/since_epoch': '12\n' })).today, null, 'a battery that is empty');
  assert.is((await factsOf({ 'sys/class/rtc/rtc0/since_epoch': `${NOW / 1000}\n` })).today, '2030-01-02');
});

test('a board has no radio where there is neither a Wi-Fi adapter nor a chip on SDIO', async () => {
  const cable = { 'sys/class/net/eth0/address': '' };
  assert.is((await factsOf({})).hasNoRadio, false, 'nothing is known');
  assert.is((await factsOf(cable)).hasNoRadio, true);
  assert.is((await factsOf({ ...cable, 'sys/class/ieee80211/phy0/name': '' })).hasNoRadio, false);
  assert.is((await factsOf({ ...cable, 'sys/bus/sdio/devices/mmc1:0001:1/vendor': '' })).hasNoRadio, false);
});

test('on real files: modes, host name, and nothing left over', async () => {
  const { root, folders } = board({ 'proc/device-tree/serial-number': '10000000abcd1a2b\0' });
  fs.writeFileSync(join(folders.firmware, 'kasirbox.toml'), WHOLE);
  const { failures } = await applyBoard(folders, await systemDeps(root, folders, NOW));
  assert.equal(failures, []);
  const modeOf = (path: string) => (fs.statSync(join(root, path)).mode & 0o777).toString(8);
  assert.is(modeOf('keep/board.json'), '600');
  assert.is(modeOf('data/first-boot.json'), '600');
  assert.is(modeOf('run/wpa_supplicant/wpa_supplicant-wlan0.conf'), '600');
  assert.is(modeOf('run/systemd/network'), '755');
  assert.is(modeOf('run/systemd/network/20-kasirbox-cable.network'), '644');
  assert.is(fs.readFileSync(join(root, 'proc/sys/kernel/hostname'), 'utf8'), 'kasa-1');
  assert.equal(fs.readdirSync(folders.firmware), ['kasirbox-report.txt', 'kasirbox.toml']);
  const left = fs.readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tmp'));
  assert.equal(left, []);
});

test('a file that is too large is not read whole, and one that cannot be read is a failure of the disk', async () => {
  const { root, folders } = board({ big: 'x'.repeat(1000) });
  const { read } = await systemDeps(root, folders, NOW);
  assert.is((await read(join(root, 'big'), 10))?.length, 10);
  assert.is(await read(join(root, 'none'), 10), null);
  const failure = await read(folders.run, 10).catch((error: unknown) => error);
  assert.instance(failure, DiskError);
});

test.run();
