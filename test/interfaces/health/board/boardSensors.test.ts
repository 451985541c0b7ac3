import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BoardSensors } from '../../../../src/interfaces/health/board/boardSensors.js';
import { powerCheck, temperatureCheck } from '../../../../src/interfaces/health/checks/board.js';
import { newFolder } from '../../../kit/folder.js';

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

test.run();
