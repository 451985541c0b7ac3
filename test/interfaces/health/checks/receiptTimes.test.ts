import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ClockTrust } from '../../../../src/base/clockTrust.js';
import type { PfrMode } from '../../../../src/contract/fiscal.js';
import type { UtcMs } from '../../../../src/base/time.js';
import type { CheckFinding } from '../../../../src/interfaces/health/check.js';
import { receiptTimesCheck } from '../../../../src/interfaces/health/checks/receiptTimes.js';
import type { BoxEvent } from '../../../../src/platform/ledger/boxEvent.js';
import { rowOf } from '../../../../src/platform/ledger/invoice.js';
import { MainView } from '../../../../src/platform/ledger/views/main.js';
import { loadSql } from '../../../../src/platform/ledger/views/sql.js';
import { DAY_MS, NOON, ReceiptMaker } from '../../../kit/ledger.js';
import { seededRandom } from '../../../kit/random.js';

const random = seededRandom();
const MINUTE = 60_000;
const YEAR = 365 * DAY_MS;

interface Sold {
  readonly box: UtcMs;
  readonly pfr: UtcMs;
  readonly mode?: PfrMode;
}

interface Seen {
  readonly now?: UtcMs;
  readonly trust?: ClockTrust;
  readonly events?: readonly BoxEvent[];
}

/** What the check finds after these sales, from views that were saved and read again. */
async function look(sold: readonly Sold[], { now = NOON, trust = 'network', events = [] }: Seen = {}) {
  const sql = await loadSql();
  const first = new MainView(sql);
  const maker = new ReceiptMaker(random);
  for (const { box, pfr, mode = 'lpfr' } of sold) {
    const receipt = maker.next({ newUuid: () => '0'.repeat(32) }, { at: box, signedAt: pfr });
    first.addInvoice(rowOf({ ...receipt, mode }, Buffer.alloc(16)));
  }
  for (const event of events) first.putEvent(event);
  const main = new MainView(sql, first.image());
  first.close();
  const settings = { now: { environment: 'sandbox' } } as Parameters<typeof receiptTimesCheck.run>[0]['settings'];
  const found = receiptTimesCheck.run({ ledger: { main }, settings, now: () => now, clockTrust: () => trust });
  const processorTime = main.receiptTimes.processorTime('sandbox', {
    now: () => now,
    isTrusted: () => trust !== 'guess',
  });
  main.close();
  return { found, processorTime };
}

async function only(...asked: Parameters<typeof look>): Promise<CheckFinding> {
  const { found } = await look(...asked);
  const [finding, more] = found;
  assert.ok(finding !== undefined && more === undefined, JSON.stringify(found));
  return finding;
}

test('before the first receipt there is nothing to compare', async () => {
  assert.equal((await look([])).found, []);
});

test('clocks that are no further apart than a signature may take agree', async () => {
  for (const apart of [0, MINUTE, -15 * MINUTE, 15 * MINUTE]) {
    assert.is((await only([{ box: NOON - apart, pfr: NOON }], { now: NOON + DAY_MS })).state, 'ok');
  }
});

test('clocks that are further apart are a warning with both times, and what to do depends on who is right', async () => {
  const sold = [{ box: NOON - 16 * MINUTE, pfr: NOON }];
  for (const trust of ['guess', 'rtc'] as const) {
    const { state, found, action, proof } = await only(sold, { trust });
    assert.is(state, 'warning');
    assert.is(
      found.sr,
      'На последњем рачуну (TESTBOX1-TESTBOX1-1) сат уређаја је показивао 21.11.2026. 11:44:00, а сат процесора 21.11.2026. 12:00:00. Извештаји броје рачуне по сату процесора.',
    );
    assert.match(
      found.en,
      /^On the latest receipt \(TESTBOX1-TESTBOX1-1\) .* 2026-11-21 11:44:00, .* 2026-11-21 12:00:00\./,
    );
    for (const text of [action?.sr, action?.en]) assert.match(text ?? '', /timedatectl set-time/);
    assert.match(proof?.en ?? '', /box ahead by -16 min$/);
  }
  const ofComputer = await only(sold);
  assert.match(ofComputer.action?.sr ?? '', /подесите сат рачунара на коме ради процесор/);
  assert.match(ofComputer.action?.en ?? '', /set the clock of the computer that runs the processor \(L-PFR\)/);
  const ofAuthority = await only([{ ...sold[0]!, mode: 'vpfr' }]);
  for (const text of [ofAuthority.action?.sr, ofAuthority.action?.en])
    assert.match(text ?? '', /timedatectl timesync-status$/);
});

test('a clock that was set since by what it was wrong is not complained of again', async () => {
  const sold = [{ box: 1000, pfr: NOON }];
  const set = (from: UtcMs, to: UtcMs): BoxEvent => ({ kind: 'clock', at: to, from, to, trust: 'network' });
  const now = NOON + DAY_MS;
  assert.is((await only(sold, { now, events: [set(5 * MINUTE, NOON + 6 * MINUTE)] })).state, 'ok');
  assert.is((await only(sold, { now })).state, 'warning');
  assert.is(
    (await only(sold, { now, events: [set(5 * MINUTE, NOON - DAY_MS)] })).state,
    'warning',
    'by something else',
  );
  const before = { box: NOON + YEAR, pfr: NOON + 2 * YEAR };
  const events = [set(NOON, NOON + YEAR)];
  assert.is((await only([before], { now: NOON + 3 * YEAR, events })).state, 'warning', 'before the sale');
});

test('a receipt that the processor dated in the future is a failure that names it, until the processor is right again', async () => {
  const ahead = { box: NOON, pfr: NOON + 3 * YEAR };
  const failing = await only([ahead]);
  assert.equal([failing.state, failing.blocks], ['failure', false]);
  assert.match(
    failing.found.sr,
    /^Рачун TESTBOX1-TESTBOX1-1 носи време које још није дошло: 20\.11\.2029\. 12:00:00, а сада је 21\.11\.2026\. 12:00:00\./,
  );
  assert.match(failing.found.en, /^Receipt TESTBOX1-TESTBOX1-1 has a time in the future: 2029-11-20 12:00:00; /);
  assert.match(failing.action?.en ?? '', /the computer that runs the processor/);
  const over = await only([ahead, { box: NOON, pfr: NOON }]);
  assert.is(over.state, 'warning');
  assert.match(over.found.en, /^Receipt TESTBOX1-TESTBOX1-1 has/);
  assert.match(over.action?.sr ?? '', /Питајте књиговођу/);
  assert.match(over.action?.en ?? '', /Ask your accountant/);
  assert.is((await only([ahead, { box: NOON, pfr: NOON }], { now: NOON + 4 * YEAR })).state, 'ok');
});

test('a receipt that the box dated in the future, and the processor rightly, is named for a month', async () => {
  const sold = [
    { box: NOON + 3 * YEAR, pfr: NOON },
    { box: NOON + MINUTE, pfr: NOON + MINUTE },
  ];
  const named = await only(sold);
  assert.is(named.state, 'warning');
  assert.match(
    named.found.sr,
    /^Рачун TESTBOX1-TESTBOX1-1 је издат док је сат уређаја показивао 20\.11\.2029\. 12:00:00/,
  );
  assert.match(
    named.found.en,
    /^Receipt TESTBOX1-TESTBOX1-1 was issued while the clock of the box showed 2029-11-20 12:00:00/,
  );
  for (const text of [named.action?.sr, named.action?.en]) assert.match(text ?? '', /timedatectl$/);
  assert.is((await only(sold, { now: NOON + 29 * DAY_MS })).state, 'warning');
  assert.is((await only(sold, { now: NOON + 31 * DAY_MS })).state, 'ok');
  assert.is((await only(sold, { trust: 'guess' })).state, 'ok', 'nobody knows what has come');
});

test('the demo has the clock of the box, and is only told of a time that has not come', async () => {
  const mode = 'demo';
  assert.equal((await look([{ box: NOON - DAY_MS, pfr: NOON - DAY_MS, mode }])).found, []);
  const ahead = await only([{ box: NOON + YEAR, pfr: NOON + YEAR, mode }]);
  assert.is(ahead.state, 'warning');
  assert.match(ahead.found.en, /has a time in the future: 2027-11-21 12:00:00/);
});

/** How long after noon the processor shows, as it is known from these sales. */
async function shows(now: UtcMs, sold: readonly Sold[], seen: Omit<Seen, 'now'> = {}): Promise<number> {
  return (await look(sold, { trust: 'guess', ...seen, now })).processorTime - NOON;
}

test('what the processor shows now is known from the newest receipt, until the clock of the box is set', async () => {
  const sold = [{ box: NOON + 3 * YEAR, pfr: NOON }];
  assert.is(await shows(NOON + 3 * YEAR + DAY_MS, sold), DAY_MS);
  assert.is(await shows(NOON + DAY_MS, sold), DAY_MS, 'it was set');
  assert.is(await shows(NOON + 3 * YEAR + 61 * DAY_MS, sold), 3 * YEAR + 61 * DAY_MS, 'too long ago to know');
  assert.is(await shows(NOON + DAY_MS, [{ box: NOON, pfr: NOON + 10 * MINUTE }]), DAY_MS, 'a slow signature');
  const demo = [{ box: NOON, pfr: NOON + YEAR, mode: 'demo' }] as const;
  assert.is(await shows(NOON + DAY_MS, demo), DAY_MS, 'the demo has no clock');
  assert.is(await shows(1000 + DAY_MS, [{ box: 1000, pfr: NOON }]), DAY_MS, '1970');
});

for (const hours of [1, 72]) {
  for (const [what, sign] of [
    ['behind', -1],
    ['ahead', 1],
  ] as const) {
    test(`a clock that was ${hours} hours ${what} at the newest receipt, and was set right since, shows the time of the processor`, async () => {
      const ahead = sign * hours * 60 * MINUTE;
      const sold = [{ box: NOON + ahead, pfr: NOON }];
      const [from, to] = [NOON + 2 * MINUTE + ahead, NOON + 2 * MINUTE];
      for (const trust of ['network', 'rtc', 'guess'] as const) {
        const events: BoxEvent[] = [{ kind: 'clock', at: to, from, to, trust }];
        for (const later of [5 * MINUTE, DAY_MS, 59 * DAY_MS, 70 * DAY_MS]) {
          assert.is(await shows(NOON + later, sold, { trust, events }), later, `${trust}, ${later}`);
        }
      }
    });
  }
}

test('a clock that was set by something else than what it was wrong by still differs from that of the processor', async () => {
  const sold = [{ box: NOON - 3 * DAY_MS, pfr: NOON }];
  const [from, to] = [NOON - 3 * DAY_MS + MINUTE, NOON - DAY_MS];
  const events: BoxEvent[] = [{ kind: 'clock', at: to, from, to, trust: 'guess' }];
  assert.is(await shows(NOON - DAY_MS, sold, { events }), 2 * DAY_MS);
});

test('a clock that was corrected, and lost the time again in a power cut, is corrected no more', async () => {
  for (const wrong of [1000, NOON + 3 * YEAR]) {
    const [from, to] = [wrong + 2 * MINUTE, NOON + 2 * MINUTE];
    const events: BoxEvent[] = [{ kind: 'clock', at: to, from, to, trust: 'network' }];
    assert.is(await shows(wrong + 5 * MINUTE, [{ box: wrong, pfr: NOON }], { events }), 5 * MINUTE, String(wrong));
  }
});

test('no processor shows a later time than a trusted clock of the box by more than the tolerance', async () => {
  for (const trust of ['network', 'rtc'] as const) {
    for (const ahead of [10 * MINUTE, 16 * MINUTE, 3 * DAY_MS, YEAR]) {
      const sold = [{ box: NOON - ahead, pfr: NOON }];
      for (const later of [MINUTE, DAY_MS, 59 * DAY_MS]) {
        assert.is(await shows(NOON + later, sold, { trust }), later, `${trust}, ${ahead}, ${later}`);
      }
      assert.is(
        await shows(NOON + DAY_MS, [{ box: NOON, pfr: NOON - ahead }], { trust }),
        DAY_MS - (ahead > 15 * MINUTE ? ahead : 0),
      );
    }
  }
});

test('the time of the processor follows the newest receipt, not the one with the latest time', async () => {
  const ahead = { box: NOON - 2 * DAY_MS, pfr: NOON + 10 * DAY_MS };
  const newest = { box: NOON - DAY_MS, pfr: NOON - DAY_MS + 60 * MINUTE };
  const { processorTime } = await look([ahead, newest], { now: NOON, trust: 'guess' });
  assert.is(processorTime, NOON + 60 * MINUTE);
});

test.run();
