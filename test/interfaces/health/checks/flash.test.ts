import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLog } from '../../../../src/base/log.js';
import type { CheckFinding } from '../../../../src/interfaces/health/check.js';
import { flashCheck } from '../../../../src/interfaces/health/checks/flash.js';
import { Wear } from '../../../../src/platform/ledger/wear.js';
import { Settings } from '../../../../src/shop/settings/settings.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { SERVICE } from '../../../kit/health.js';
import { DAY_MS, NOON, openLedger, ReceiptMaker } from '../../../kit/ledger.js';
import { seededRandom } from '../../../kit/random.js';
import { SETTINGS_KEY } from '../../../kit/settingsKey.js';

const random = seededRandom();

/** A box that has sold so many receipts on each of the last days, the oldest first. */
async function boxAfter(...days: readonly number[]) {
  const wear = new Wear();
  const ledger = await openLedger(wear.counting(new MemoryDisk()), { sizes: {} });
  await ledger.runIdleWork();
  const maker = new ReceiptMaker(random);
  for (const [index, receipts] of days.entries()) {
    const at = NOON - (days.length - 1 - index) * DAY_MS;
    for (let n = 0; n < receipts; n += 1) await ledger.issue(maker.next(ledger, { at, invoiceType: 'Normal' }));
  }
  const settings = new Settings(ledger, '1.0', silentLog, SETTINGS_KEY);
  return { wear, ledger, settings, service: SERVICE, now: () => NOON, clockTrust: () => 'network' as const };
}

function look(parts: Parameters<typeof flashCheck.run>[0]): CheckFinding {
  const [check] = flashCheck.run(parts);
  if (check === undefined) throw new Error('nothing is said of the flash');
  return check;
}

test('bytes and flushes per receipt are shown by cause, with their sum for a year', async () => {
  const parts = await boxAfter(10, 10, 10, 10);
  const check = look(parts);
  const { total, receipts } = parts.wear;
  assert.is(receipts, 40);
  assert.is(check.state, 'ok');
  const [found, size] = [check.found.en, (total.bytes / 40 / 1000).toFixed(1)];
  assert.ok(found.startsWith(`${size} KB are written to the flash per receipt (receipt `), found);
  assert.match(
    found,
    /preallocated zeros \d+\.\d, other \d+\.\d\) in \d\.\d flushes; at 3650 receipts a year that is 0\.\d GB/,
  );
  assert.match(found, /lasts at least 100 years\.$/);
  assert.match(check.found.sr, /^На меморијску картицу иде \d+,\d KB по рачуну \(рачун \d+,\d, .*бар 100 год\.$/);
  assert.is(check.action, null);
});

test('a year is estimated from the last thirty days, whatever was sold before', async () => {
  const parts = await boxAfter(...Array<number>(10).fill(3), ...Array<number>(30).fill(1));
  assert.match(look(parts).found.en, /at 365 receipts a year/);
});

test('a card that would not last five years is a warning', async () => {
  const parts = await boxAfter(40);
  const { bytes } = parts.wear.total;
  const lasts = (years: number): number => (16e12 / 16 / years / (40 * 365)) * 40 - bytes;
  parts.wear.add('view', lasts(5.01), 0);
  assert.is(look(parts).state, 'ok');
  parts.wear.add('view', lasts(4.99) - lasts(5.01), 0);
  const check = look(parts);
  assert.is(check.state, 'warning');
  assert.match(check.found.en, /lasts at least 4 years\.$/);
  assert.match(check.action?.en ?? '', /endurance/);
});

test('a few receipts are not enough for an estimate, and without a service there is no finding', async () => {
  const parts = await boxAfter(19);
  const check = look(parts);
  assert.equal([check.state, check.found.en.slice(0, 29)], ['ok', 'Receipts since the start: 19;']);
  assert.equal(flashCheck.run({ ...parts, service: undefined }), []);
});

test.run();
