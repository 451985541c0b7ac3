import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { boardFacts } from '../../../src/interfaces/health/machine.js';
import { boardFamilies, exposition } from '../../../src/interfaces/health/metrics.js';
import { BoardSensors } from '../../../src/interfaces/health/board/boardSensors.js';
import { newFolder } from '../../kit/folder.js';
import { NOON } from '../../kit/ledger.js';
import { Machine } from '../../kit/machine.js';

/** A Raspberry Pi 4 with an eMMC and a clock on a board of its own. */
function compute(): { readonly machine: Machine; readonly folder: string } {
  const folder = newFolder('data');
  mkdirSync(folder);
  const machine = new Machine()
    .rtc('1', NOON)
    .disk(folder, { type: 'MMC', name: 'DG4016', date: '05/2019', life_time: '0x03 0x01', pre_eol_info: '0x01' })
    .write('sys/firmware/devicetree/base/model', 'Raspberry Pi Compute Module 4 Rev 1.0\0')
    .write('sys/firmware/devicetree/base/chosen/bootloader/rsts', Buffer.from([0, 0, 0x10, 0]))
    .write('sys/class/thermal/thermal_zone0/temp', '48312\n')
    .write('sys/class/hwmon/hwmon0/name', 'rpi_volt\n')
    .write('sys/class/hwmon/hwmon0/in0_lcrit_alarm', '1\n');
  return { machine, folder };
}

test('the facts of a board that reports everything', async () => {
  const { machine, folder } = compute();
  assert.equal(await boardFacts(machine.root, folder), [
    'board: Raspberry Pi Compute Module 4 Rev 1.0',
    'temperature: 48.3 °C',
    'power supply: too low',
    'storage: eMMC DG4016 of 05/2019, life_time 3, pre_eol_info 1',
    `clock of the board: rtc-ds1307 1-0068, ${new Date(NOON).toISOString()}, used at the start`,
    'reset register: 0x1000',
  ]);
});

test('the facts of a machine that reports nothing', async () => {
  assert.equal(await boardFacts(new Machine().root, newFolder()), [
    'board: unknown',
    'temperature: unknown',
    'power supply: unknown',
    'storage: neither eMMC nor SD card',
    'clock of the board: none',
  ]);
});

test('the figures of a board, and none of what it does not measure', async () => {
  const figures = async (root: string, folder: string): Promise<string> =>
    exposition(await boardFamilies({ board: new BoardSensors(join(root, 'sys')), folder }));
  const { machine, folder } = compute();
  const rows = (await figures(machine.root, folder)).split('\n').filter((row) => !row.startsWith('#'));
  assert.equal(rows, [
    'kasirbox_board_temperature_celsius 48.312',
    'kasirbox_board_under_voltage 1',
    'kasirbox_storage_life_used_ratio 0.3',
    'kasirbox_storage_reserve_state 1',
    '',
  ]);
  assert.is(await figures(new Machine().root, newFolder()), '');
});

test.run();
