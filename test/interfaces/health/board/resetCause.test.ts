import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { resetCause, resetFacts } from '../../../../src/interfaces/health/board/resetCause.js';
import type { ResetCause } from '../../../../src/platform/ledger/boxEvent.js';
import { Machine } from '../../../kit/machine.js';

const MINUTE = 60_000;
const RSTS = 'sys/firmware/devicetree/base/chosen/bootloader/rsts';

/** Of a machine that has been up for `uptime` ms; the records of the kernel are written by this test, at the real time. */
function causeOf(machine: Machine, { later = 0, uptime = MINUTE } = {}): ResetCause | undefined {
  return resetCause({ root: machine.root, now: Date.now() + 1000 + later, uptime });
}

function watchdog(bootstatus: string): Machine {
  return new Machine().write('sys/class/watchdog/watchdog0/bootstatus', bootstatus);
}

function rsts(value: number, path = RSTS): Machine {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return new Machine().write(path, bytes);
}

test('a board that tells nothing vouches for nothing but a power cut', () => {
  assert.is(causeOf(new Machine()), undefined);
  assert.equal(resetFacts(new Machine().root), []);
});

test('a watchdog that has reset the machine says so in its bootstatus, whichever of several it is', () => {
  assert.is(causeOf(watchdog('32\n')), 'watchdog');
  assert.is(causeOf(watchdog('0\n').write('sys/class/watchdog/watchdog1/bootstatus', '33\n')), 'watchdog');
  for (const other of ['0\n', '1\n', '16\n', '', 'x\n']) assert.is(causeOf(watchdog(other)), undefined, other);
});

test('a Raspberry Pi tells a reset with the power on, and does not tell whose; a power-on is a power cut', () => {
  assert.is(causeOf(rsts(0x20)), 'unknown');
  assert.is(causeOf(rsts(0x21)), 'unknown', 'the other bits are the partition to start from');
  assert.is(causeOf(rsts(0x20, RSTS.replace('rsts', 'pm_rsts'))), 'unknown');
  assert.is(causeOf(rsts(0x1000)), undefined);
  assert.is(causeOf(rsts(0x1020)), undefined);
  assert.is(causeOf(rsts(0)), undefined);
  assert.is(causeOf(new Machine().write(RSTS, Buffer.from([0, 0x20]))), undefined);
});

test('a record of the kernel that systemd has saved since the start comes before what the board says', () => {
  for (const path of ['dmesg-ramoops-0', '7263912/dmesg.txt', '1729/001/dmesg.txt', '7263912/dmesg-efi-1']) {
    const machine = watchdog('32\n').write(`var/lib/systemd/pstore/${path}`, 'Panic#1 Part1\n');
    assert.is(causeOf(machine), 'kernel', path);
    assert.is(causeOf(machine, { later: 3 * MINUTE }), 'watchdog', `${path} of an earlier start`);
  }
  assert.is(causeOf(new Machine().write('var/lib/systemd/pstore/console-ramoops-0', 'x')), undefined);
});

test('a record counts by when it was saved, since systemd gives it the time of the crash', () => {
  const record = 'var/lib/systemd/pstore/dmesg-ramoops-0';
  const machine = new Machine().write(record, 'Panic#1 Part1\n');
  utimesSync(join(machine.root, record), 0, 0);
  assert.is(causeOf(machine), 'kernel');
});

test('a record of the future, by a clock that was set back, is none of this start', () => {
  const machine = new Machine().write('var/lib/systemd/pstore/dmesg-ramoops-0', 'Panic#1 Part1\n');
  assert.is(causeOf(machine, { later: -MINUTE }), undefined);
});

test('the facts for the technician are the raw values', () => {
  const machine = rsts(0x1000).write('sys/class/watchdog/watchdog0/bootstatus', '32\n');
  assert.equal(resetFacts(machine.root), ['watchdog bootstatus: 0x20', 'reset register: 0x1000']);
});

test.run();
