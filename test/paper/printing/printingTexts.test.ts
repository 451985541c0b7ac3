import { bilingual } from '../../../src/base/index.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Bilingual } from '../../../src/base/bilingual.js';
import { LOSSES } from '../../../src/platform/devices/connection.js';
import { JOB_REASONS, PRINTER_FAULTS } from '../../../src/platform/ledger/job.js';
import { type PrintJobStatus, PROOFS } from '../../../src/paper/printing/port.js';
import * as texts from '../../../src/paper/printing/printingTexts.js';
import { readStoredPrinters } from '../../../src/shop/settings/printersSetting.js';
import { NOON } from '../../kit/ledger.js';
import { inEnglish } from '../../kit/inEnglish.js';

const UUID = '01934d6e-7a10-7000-8000-000000000001';

function job(change: Partial<PrintJobStatus>): PrintJobStatus {
  const at = { createdAt: NOON - 2000, updatedAt: NOON - 1000 };
  return { id: 1, uuid: UUID, printer: 'kasa', repeat: false, state: 'unknown', reason: 'lost', ...at, ...change };
}

function readable({ sr, en }: Bilingual, what: string): void {
  assert.match(sr, /^[А-Яа-яЂЈЉЊЋЏђјљњћџ][^A-Za-z]*(?:[A-Za-z].*)?$/u, what);
  assert.match(en, /^[A-Za-z]/, what);
  assert.not.match(en, /[А-я]/u, what);
}

test('each reason says in whole sentences what is wrong, and what the person at the till does about it', () => {
  for (const reason of [...JOB_REASONS, ...PRINTER_FAULTS, ...LOSSES]) {
    const { found, action } = texts.FAULT_TEXTS[reason];
    for (const words of [found, action]) {
      readable(words, reason);
      assert.match(words.sr, /^[А-ЯЂЈЉЊЋЏ].*\.$/u, reason);
      assert.match(words.en, /^[A-Z].*\.$/, reason);
    }
  }
});

test('states and proofs have words of their own, no two the same', () => {
  for (const table of [texts.JOB_STATE_TEXTS, texts.PRINTER_STATE_TEXTS, texts.PROOF_TEXTS]) {
    const words: readonly Bilingual[] = Object.values(table);
    for (const each of words) readable(each, JSON.stringify(each));
    assert.is(new Set(words.map(({ sr }) => sr)).size, words.length);
    assert.is(new Set(words.map(({ en }) => en)).size, words.length);
  }
  assert.equal(Object.keys(texts.PROOF_TEXTS).toSorted(), [...PROOFS].toSorted());
  for (const words of [texts.NOT_CHECKED, texts.NOT_PROBED]) readable(words, words.en);
});

test('the command that is shown where no printer is set, sets one', () => {
  const { sr, en } = bilingual(texts.NO_PRINTER);
  for (const said of [sr, en]) {
    const given = /kasirbox settings set printers '(.*)'$/.exec(said)?.[1] ?? '';
    const { usable, faults } = readStoredPrinters(JSON.parse(given));
    assert.equal(inEnglish(faults), []);
    const [printer] = usable;
    assert.equal([printer?.name, printer?.address, printer?.width], ['kasa', 'tcp://192.168.1.50:9100', 80]);
  }
});

test('a paper that the box itself cancelled is told as not printed, and the second one as not printed again', () => {
  const { sr, en } = texts.FAULT_TEXTS.age.found;
  assert.is(texts.reasonText(job({ state: 'printed', reason: null })), null);
  assert.equal(texts.reasonText(job({})), texts.FAULT_TEXTS.lost.found);
  assert.equal(texts.reasonText(job({ state: 'cancelled', reason: 'age' })), {
    sr: `Рачун ${UUID} није одштампан: ${sr}`,
    en: `Receipt ${UUID} was not printed: ${en}`,
  });
  assert.equal(texts.reasonText(job({ state: 'cancelled', reason: 'age', repeat: true }), 'N-1'), {
    sr: `Рачун N-1 није поново одштампан: ${sr}`,
    en: `Receipt N-1 was not printed again: ${en}`,
  });
  const byPerson = texts.reasonText(job({ state: 'cancelled', reason: 'operator' }));
  assert.equal(byPerson, texts.FAULT_TEXTS.operator.found, 'who cancelled it knows that it was not printed');
});

test('of a job that needs nobody nothing is asked; of a blocked one what mends the printer; of one in doubt a look', () => {
  for (const state of ['queued', 'sending', 'printed'] as const) {
    assert.is(texts.nextStep({ state, reason: 'paper' }), null);
    assert.is(texts.nextCommand(job({ state })), null);
  }
  assert.equal(texts.nextStep({ state: 'blocked', reason: 'paper' }), texts.FAULT_TEXTS.paper.action);
  assert.equal(texts.nextStep({ state: 'blocked', reason: null }), texts.FAULT_TEXTS.offline.action);
  assert.equal(texts.nextCommand(job({ state: 'blocked', reason: 'paper' })), texts.FAULT_TEXTS.paper.action);
  assert.equal(texts.nextStep({ state: 'cancelled', reason: null }), texts.FAULT_TEXTS.operator.action);
  for (const state of ['unknown', 'unconfirmed'] as const) {
    assert.match(texts.nextStep({ state, reason: 'paper' })?.en ?? '', /^Check whether the receipt was printed; .*\.$/);
  }
});

test('a technician gets the command that prints it again, or the one that looks for a receipt that cannot be read', () => {
  for (const state of ['unknown', 'unconfirmed', 'cancelled'] as const) {
    const { sr, en } = texts.nextCommand(job({ state }), 'N-1') ?? {};
    assert.match(sr ?? '', /[^.] \(kasirbox print again N-1\)\.$/);
    assert.match(en ?? '', /[^.]: kasirbox print again N-1$/);
  }
  assert.match(texts.nextCommand(job({}))?.en ?? '', `kasirbox print again ${UUID}`);
  const lost = texts.nextCommand(job({ state: 'cancelled', reason: 'unprintable' }));
  assert.match(lost?.en ?? '', /: kasirbox ledger verify$/);
  const proven = texts.nextCommand(job({ state: 'cancelled', reason: 'proven' }));
  assert.is(proven?.en, 'If the buyer needs another one on paper, issue a copy.');
});

test.run();
