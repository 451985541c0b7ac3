import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BoardSensors, deviceNumbers, type Storage } from '../../../../src/interfaces/health/board/boardSensors.js';
import { powerCheck, temperatureCheck, wearCheck } from '../../../../src/interfaces/health/checks/board.js';
import { newFolder } from '../../../kit/folder.js';
import type { CheckFinding } from '../../../../src/interfaces/health/check.js';
import { Machine } from '../../../kit/machine.js';

/** A `/sys` of these files. */
function sys(files: Readonly<Record<string, string>>): string {
  const folder = newFolder('sys');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

test('nothing is said of the power and the temperature of a machine that has no sensors', async () => {
  const board = new BoardSensors(join(newFolder('sys'), 'not/there'));
  assert.equal([await board.isUnderVoltage(), await board.temperature()], [null, null]);
  assert.equal([await powerCheck.run({ board }), await temperatureCheck.run({ board })], [[], []]);
});

test('the alarm is that of rpi_volt, whichever number it has, and of no other sensor', async () => {
  const other = { 'class/hwmon/hwmon0/name': 'nct6775\n', 'class/hwmon/hwmon0/in0_lcrit_alarm': '1\n' };
  assert.is(await new BoardSensors(sys(other)).isUnderVoltage(), null);
  const own = { 'class/hwmon/hwmon3/name': 'rpi_volt\n', 'class/hwmon/hwmon3/in0_lcrit_alarm': '0\n' };
  assert.is(await new BoardSensors(sys({ ...other, ...own })).isUnderVoltage(), false);
});

test('the temperature is that of the hottest zone; a value that no sensor can mean is ignored', async () => {
  const hottest = async (...texts: readonly string[]): Promise<number | null> => {
    const zones = texts.map((text, number) => [`class/thermal/thermal_zone${number}/temp`, text] as const);
    return new BoardSensors(sys(Object.fromEntries(zones))).temperature();
  };
  assert.is(await hottest('48312\n', '51540\n', '-274000\n', '255000\n', '\n', 'x'), 51.54);
  assert.is(await hottest('-274000\n'), null);
});

test('a board is too hot from 80 °C on', async () => {
  const state = async (temperature: number) => {
    const [check] = await temperatureCheck.run({ board: { temperature: async () => temperature } });
    return check?.state;
  };
  assert.is(await state(79.9), 'ok');
  assert.is(await state(80), 'warning');
});

const EMMC = { type: 'MMC', name: 'DG4016', date: '05/2019', manfid: '0x000045' };

function dataFolder(): string {
  const folder = newFolder('data');
  mkdirSync(folder);
  return folder;
}

/** What is found of a data folder on a disk of which the kernel shows these files. */
async function found(files: Readonly<Record<string, string>>): Promise<Storage | null> {
  const [folder, machine] = [dataFolder(), new Machine()];
  return new BoardSensors(join(machine.disk(folder, files).root, 'sys')).storage(folder);
}

test('an eMMC tells its name and date, the worse of its two estimates, and its spare blocks', async () => {
  const storage = await found({ ...EMMC, life_time: '0x02 0x0a', pre_eol_info: '0x01' });
  assert.equal(storage, { kind: 'MMC', name: 'DG4016', date: '05/2019', life: 10, reserve: 1 });
});

test('an older eMMC and an SD card tell no wear, nor does a value that means nothing', async () => {
  const none = { name: 'DG4016', date: '05/2019', life: null, reserve: null };
  assert.equal(await found(EMMC), { ...none, kind: 'MMC' });
  assert.equal(await found({ ...EMMC, type: 'SD' }), { ...none, kind: 'SD' });
  assert.equal(await found({ ...EMMC, life_time: '0x00 0x00', pre_eol_info: '0x00' }), { ...none, kind: 'MMC' });
  assert.equal(await found({ ...EMMC, life_time: '0x0c 0xff', pre_eol_info: '0x04' }), { ...none, kind: 'MMC' });
  assert.equal(await found({ ...EMMC, life_time: 'unknown', pre_eol_info: '' }), { ...none, kind: 'MMC' });
  assert.is((await found({ ...EMMC, life_time: '0x0c 0x03' }))?.life, 3, 'what means something counts');
});

test('another disk, a folder on none, and one that is not there, tell nothing', async () => {
  assert.is(await found({ type: '0', model: 'SSD 870 EVO' }), null);
  assert.is(await found({}), null);
  const sys = join(new Machine().root, 'sys');
  assert.is(await new BoardSensors(sys).storage(dataFolder()), null);
  assert.is(await new BoardSensors(sys).storage(join(newFolder(), 'not/there')), null);
});

test('the number of a device is taken apart as the C library puts it together', () => {
  assert.equal([45828n, 66307n, 1094444n, 17592472306800n].map(deviceNumbers), [
    '179:4',
    '259:3',
    '179:300',
    '4100:70000',
  ]);
});

test('a whole disk without partitions is one too', async () => {
  const [folder, machine] = [dataFolder(), new Machine()];
  machine.disk(folder, EMMC);
  const card = 'sys/devices/platform/emmc2/mmc_host/mmc0/mmc0:0001';
  // Without this file the kernel means a disk; then its card is beside it.
  const partition = join(machine.root, card, 'block/mmcblk0/mmcblk0p2');
  rmSync(join(partition, 'partition'));
  symlinkSync('../../..', join(partition, 'device'));
  assert.is((await new BoardSensors(join(machine.root, 'sys')).storage(folder))?.name, 'DG4016');
});

async function checked(life: number | null, reserve: number | null): Promise<CheckFinding | undefined> {
  const storage = { kind: 'MMC', name: 'DG4016', date: '05/2019', life, reserve } as const;
  const [check] = await wearCheck.run({ board: { storage: async () => storage }, folder: '/data' });
  return check;
}

test('from four fifths on it is time to plan, and beyond all it may fail; either measure counts, and no sale is stopped', async () => {
  const state = async (life: number | null, reserve: number | null) => (await checked(life, reserve))?.state;
  for (const [life, reserve] of [
    [1, 1],
    [8, 1],
    [8, null],
    [null, 1],
  ] as const) {
    assert.is(await state(life, reserve), 'ok', `${life} ${reserve}`);
  }
  for (const [life, reserve] of [
    [9, 1],
    [10, null],
    [1, 2],
    [null, 2],
  ] as const) {
    assert.is(await state(life, reserve), 'warning', `${life} ${reserve}`);
  }
  for (const [life, reserve] of [
    [11, 1],
    [1, 3],
    [null, 3],
  ] as const) {
    const check = await checked(life, reserve);
    assert.equal([check?.state, check?.blocks], ['failure', false], `${life} ${reserve}`);
  }
});

test('what it says names the share, and the proof what the chip says', async () => {
  const check = await checked(3, 1);
  assert.match(check?.found.sr ?? '', /потрошена највише 30 %\.$/);
  assert.match(check?.found.en ?? '', /at most 30 % of the flash's life/);
  assert.match(check?.proof?.en ?? '', /^eMMC DG4016 of 05\/2019; life_time 3, pre_eol_info 1; /);
  assert.match((await checked(null, 1))?.found.en ?? '', /enough spare blocks/);
});

test('nothing is said of storage that tells no wear', async () => {
  assert.is(await checked(null, null), undefined);
  assert.equal(await wearCheck.run({ board: { storage: async () => null }, folder: '/data' }), []);
});

test.run();
