import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DiskError } from '../../../../src/base/disk.js';
import { JOB_REASONS, type JobReason, PRINTER_FAULTS } from '../../../../src/platform/ledger/job.js';
import { type CheckResult, resultsOf } from '../../../../src/interfaces/health/check.js';
import { paperCheck } from '../../../../src/interfaces/health/checks/paper.js';
import { printerCheck } from '../../../../src/interfaces/health/checks/printer.js';
import { type PrintJobStatus, PROOFS, type PrinterStatus } from '../../../../src/paper/printing/port.js';
import { FAULT_TEXTS, JOB_STATE_TEXTS, nextCommand, nextStep } from '../../../../src/paper/printing/printingTexts.js';
import { type Loss, LOSSES } from '../../../../src/platform/devices/connection.js';
import type { Bilingual } from '../../../../src/base/bilingual.js';
import { SERVICE } from '../../../kit/health.js';
import { DAY_MS, NOON } from '../../../kit/ledger.js';
import { KASA } from '../../../kit/printing.js';

const UUID = '01934d6e-7a10-7000-8000-000000000001';

/** A ledger whose disk does not answer for a while. */
const UNREADABLE = {
  invoice: () => Promise.reject(new DiskError('EMFILE', 'open', 'index')),
  diskLatency: { lastFlush: 5, busyFor: 0 },
};

async function look(
  known: readonly PrinterStatus[],
  jobs: readonly PrintJobStatus[] = [],
  service: object | null = SERVICE,
): Promise<CheckResult[]> {
  const parts = {
    printers: () => known,
    printJobs: () => jobs,
    service: service ?? undefined,
    ledger: UNREADABLE,
    now: () => NOON,
  };
  const checks = [
    ...resultsOf(printerCheck.name, printerCheck.run(parts)),
    ...resultsOf(paperCheck.name, await paperCheck.run(parts)),
  ];
  for (const { found, action, state } of checks) {
    for (const words of [found, ...(action === null ? [] : [action])]) readable(words);
    assert.is(action === null, state === 'ok', 'what is not well says what to do');
    assert.is.not(state, 'failure', 'a sale needs no printer');
  }
  return checks;
}

/** Serbian in Cyrillic but for commands and names in brackets, and a sentence; English without Cyrillic. */
function readable({ sr, en }: Bilingual): void {
  assert.match(sr, /^[А-ЯЂЈЉЊЋЏ].*\.$/);
  assert.match(en, /^[A-Z].*\S$/);
  assert.not.match(en, /[А-я]/);
}

function job(change: Partial<PrintJobStatus>): PrintJobStatus {
  const at = { createdAt: NOON - 2000, updatedAt: NOON - 1000 };
  return { id: 1, uuid: UUID, printer: 'kasa', repeat: false, state: 'unknown', reason: 'lost', ...at, ...change };
}

test('a printer that is ready or busy is ok, and its proof is shown', async () => {
  for (const state of ['idle', 'printing'] as const) {
    for (const proof of PROOFS) {
      const [check] = await look([{ ...KASA, state, proof }]);
      assert.equal([check?.name, check?.state], ['printer', 'ok']);
    }
  }
  assert.is((await look([KASA]))[0]?.found.en, 'The printer kasa works: it confirms each receipt that is printed.');
});

test('a printer that reports nothing is not called well', async () => {
  const [check] = await look([{ ...KASA, proof: 'none' }]);
  assert.is(check?.found.sr, 'Штампач kasa је подешен; не јавља ништа, па гледајте папир.');
  assert.is(check?.found.en, 'The printer kasa is set; it reports nothing, so check the paper.');
});

test('a printer that was never tested is a warning with the command', async () => {
  const [check] = await look([{ ...KASA, proof: null }]);
  assert.is(check?.action?.en, 'Test it (kasirbox print test kasa).');
});

test('a printer that needs something or is not reached is shown with the cause, what to do, and how many papers wait', async () => {
  const reasons: readonly PrinterStatus['reason'][] = [...PRINTER_FAULTS, ...LOSSES, null];
  for (const reason of reasons) {
    for (const state of ['blocked', 'offline'] as const) {
      const [check] = await look([{ ...KASA, state, reason, waiting: 7 }]);
      assert.is(check?.state, 'warning');
      assert.match(check?.found.sr ?? '', /^Штампач kasa: .*На чекању: 7\.$/);
      assert.equal(check?.action, FAULT_TEXTS[reason ?? 'offline'].action);
    }
  }
});

test('a printer is shown as not checked while the service does not run', async () => {
  const [check] = await look([KASA, { ...KASA, name: 'bar' }], [], null);
  assert.is(check?.state, 'warning');
  assert.match(check?.found.en ?? '', /kasa was not checked because the service is not running/);
});

test('a paper of the last day that nobody knows of is a warning with the command for another', async () => {
  const [check, ...more] = await look([], [job({})]);
  assert.equal([check?.name, check?.state, more.length], ['paper', 'warning', 0]);
  assert.match(check?.action?.en ?? '', new RegExp(`if not, print it again: kasirbox print again ${UUID}$`));
  assert.is((await look([], [job({}), job({ id: 2, uuid: UUID.replace(/1$/, '2') })])).length, 2);
});

test('more than five such papers are five lines, and one that says how many more there are and where', async () => {
  const jobs = Array.from({ length: 7 }, (_, id) => job({ id, uuid: UUID.replace(/1$/, String(id)) }));
  assert.is((await look([], jobs.slice(2))).length, 5);
  const checks = await look([], jobs);
  assert.is(checks.length, 6);
  assert.equal(
    checks.slice(0, 5).map(({ action }) => action?.en.slice(-1)),
    ['0', '1', '2', '3', '4'],
  );
  assert.match(checks[5]?.found.en ?? '', /^Other receipts .*: 2\.$/);
  assert.match(checks[5]?.found.sr ?? '', /: 2\.$/);
  assert.match(checks[5]?.action?.en ?? '', /kasirbox print jobs/);
});

test('a paper is not asked about any more after a day, or after another paper of its receipt', async () => {
  assert.is((await look([], [job({ createdAt: 0, updatedAt: NOON - DAY_MS })])).length, 1);
  assert.is((await look([], [job({ createdAt: 0, updatedAt: NOON - DAY_MS - 1 })])).length, 0);
  const after = { id: 2, createdAt: NOON - 500, updatedAt: NOON - 400 };
  for (const state of ['queued', 'sending', 'blocked', 'printed', 'unconfirmed'] as const) {
    assert.is((await look([], [job({ ...after, state }), job({})])).length, 0, state);
  }
  assert.is((await look([], [job({ ...after, state: 'cancelled', reason: 'operator' }), job({})])).length, 1);
  const beside = job({ id: 2, state: 'printed' });
  assert.is((await look([], [beside, job({})])).length, 1, 'a second copy that was asked for at the same time');
  for (const state of ['queued', 'sending', 'blocked', 'printed', 'unconfirmed'] as const) {
    assert.is((await look([], [job({ state })])).length, 0, state);
  }
  assert.is(
    (await look([], [job({ state: 'cancelled', reason: 'operator' })])).length,
    0,
    'a person cancelled the paper',
  );
});

test('a paper that the box gave up is a warning that says so, why, and how to get it', async () => {
  for (const reason of ['full', 'age', 'unprintable', 'removed'] as const) {
    const [check, ...more] = await look([], [job({ state: 'cancelled', reason })]);
    assert.equal([check?.name, more.length], ['paper', 0]);
    assert.is(check?.found.en, `Receipt ${UUID} was not printed: ${FAULT_TEXTS[reason].found.en}`);
    assert.is(check?.found.sr, `Рачун ${UUID} није одштампан: ${FAULT_TEXTS[reason].found.sr}`);
    const isMended = reason === 'unprintable' ? /kasirbox ledger verify/ : new RegExp(`kasirbox print again ${UUID}`);
    assert.match(check?.action?.en ?? '', isMended);
  }
  const [repeat] = await look([], [job({ state: 'cancelled', reason: 'age', repeat: true })]);
  assert.match(repeat?.found.en ?? '', /was not printed again: /);
  assert.match(repeat?.found.sr ?? '', /није поново одштампан: /);
});

test('a paper that was given up is not asked about after another of its receipt that stands', async () => {
  const past = job({ state: 'cancelled', reason: 'full', createdAt: NOON - 1000, updatedAt: NOON - 1000 });
  const after = { id: 2, createdAt: NOON - 500, updatedAt: NOON - 400 };
  for (const state of ['queued', 'sending', 'blocked', 'printed', 'unconfirmed'] as const) {
    assert.is((await look([], [job({ ...after, state }), past])).length, 0, state);
  }
  assert.is((await look([], [job({ ...after, state: 'unknown' }), past])).length, 1, 'the later one is asked about');
  assert.is((await look([], [job({ ...after, state: 'cancelled', reason: 'operator' }), past])).length, 1);
  assert.is((await look([], [{ ...past, createdAt: 0, updatedAt: NOON - DAY_MS - 1 }])).length, 0);
});

test('every cause says what is wrong and what to do, and every job that needs a person says its next step', async () => {
  const causes: readonly (JobReason | Loss)[] = [...JOB_REASONS, ...LOSSES];
  assert.equal(Object.keys(FAULT_TEXTS).sort(), [...new Set(causes)].sort());
  for (const { found, action } of Object.values(FAULT_TEXTS)) [found, action].forEach(readable);
  for (const state of Object.keys(JOB_STATE_TEXTS) as PrintJobStatus['state'][]) {
    for (const reason of [...JOB_REASONS, ...LOSSES, null]) {
      const next = nextStep({ state, reason });
      const isFine = ['queued', 'sending', 'printed'].includes(state);
      assert.is(next === null, isFine, `${state} ${reason}`);
      if (next === null) continue;
      readable(next);
      for (const words of [next.sr, next.en])
        assert.not.match(words, /kasirbox (?:print|ledger)|UUID/, 'a till has no command line');
    }
  }
});

test('a technician is told the command of the next step with the receipt in it', () => {
  const NUMBER = 'ABCD2345-ABCD2345-8';
  const again = `kasirbox print again ${NUMBER}`;
  assert.equal(nextCommand(job({ state: 'cancelled', reason: 'age' }), NUMBER), {
    sr: `Ако је рачун потребан на папиру, одштампајте га поново (${again}).`,
    en: `If the receipt is needed on paper, print it again: ${again}`,
  });
  assert.is(
    nextCommand(job({ state: 'cancelled', reason: 'removed' }), NUMBER)?.en,
    `Print it on another printer: ${again}`,
  );
  const damaged = nextCommand(job({ state: 'cancelled', reason: 'unprintable' }));
  assert.match(damaged?.sr ?? '', /^Искључите и укључите уређај.*позовите сервисера \(kasirbox ledger verify\)\.$/);
  // A job that waits is printed as soon as the printer can: a second one would be a second paper.
  assert.equal(nextCommand(job({ state: 'blocked', reason: 'paper' })), FAULT_TEXTS.paper.action);
  assert.is(nextCommand(job({ state: 'printed', reason: null })), null);
});

test.run();
