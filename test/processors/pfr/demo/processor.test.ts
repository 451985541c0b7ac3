import { NO_BASELINE } from '../../../../src/processors/pfr/port.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { INVOICE_TYPES, TRANSACTION_TYPES } from '../../../../src/contract/fiscal.js';
import type { Draft, TaxLabel } from '../../../../src/contract/fiscal.js';
import { DemoPfr } from '../../../../src/processors/pfr/demo/processor.js';
import { demoJid, verifyDemoPayload } from '../../../../src/processors/pfr/demo/linkSignature.js';
import { readLinkPayload } from '../../../../src/paper/journal/verificationLink.js';
import type { Signature } from '../../../../src/processors/pfr/port.js';
import { COMPANY, draft, LABELS, line } from '../../../paper/journal/drafts.js';

const BOX = Buffer.from('00112233445566778899aabbccddeeff', 'hex');
const JID = demoJid(BOX, 'sandbox');
const NOTICE = '   ДЕМО РАЧУН - БЕЗ ФИСКАЛНЕ ВАЖНОСТИ   ';
const COFFEE = draft('Normal', 'Sale', [line('Кафа', 'Ђ', 180, 2)]);

function processor(more: Partial<ConstructorParameters<typeof DemoPfr>[0]> = {}): DemoPfr {
  return new DemoPfr({
    environment: 'sandbox',
    boxId: BOX,
    company: () => COMPANY,
    taxLabels: () => LABELS,
    publicUrl: () => 'https://kasirbox.local',
    now: () => Date.UTC(2026, 10, 21, 9),
    counters: { total: 0, byType: {} },
    ...more,
  });
}

async function signed(pfr: DemoPfr, of: Draft, taxLabels = pfr.taxLabels()): Promise<Signature> {
  const outcome = await pfr.sign({
    requestId: '0'.repeat(32),
    draft: of,
    taxLabels,
    esirNumber: '123/1.0',
    counterBaseline: NO_BASELINE,
  });
  if (outcome.kind !== 'signed') throw new Error(JSON.stringify(outcome));
  return outcome.signature;
}

test('a receipt is signed at once, and says everywhere the same', async () => {
  const signature = await signed(processor(), COFFEE);
  const { journal, verificationUrl, ...rest } = signature;
  assert.equal(rest, {
    requestedBy: JID,
    signedBy: JID,
    invoiceNumber: `${JID}-${JID}-1`,
    invoiceCounter: '1/1ПП',
    totalCounter: 1,
    typeCounter: 1,
    time: Date.UTC(2026, 10, 21, 9),
    verificationQRCode: null,
    taxItems: [{ label: 'Ђ', categoryName: 'О-ПДВ', rate: 20, amount: 6000, total: 36_000 }],
    company: COMPANY,
  });
  const lines = journal.split('\r\n');
  for (const text of [`${JID}-${JID}-1`, ' 1/1ПП', '21.11.2026. 10:00:00']) {
    assert.is(lines.filter((printed) => printed.endsWith(text)).length, 1, text);
  }
  const parameter = new URL(verificationUrl).searchParams.get('vl') ?? '';
  const link = verifyDemoPayload(readLinkPayload(parameter) ?? Buffer.alloc(0), BOX);
  assert.ok(link);
  assert.equal(
    [link.requestedBy, link.signedBy, link.totalCounter, link.typeCounter, link.total, link.time, link.buyerId],
    [JID, JID, 1, 1, 36_000, Date.UTC(2026, 10, 21, 9), null],
  );
});

test('the demo sentence is directly under the title and directly above the closing row, nowhere else', async () => {
  for (const invoiceType of INVOICE_TYPES) {
    const { journal } = await signed(processor(), { ...COFFEE, invoiceType });
    const lines = journal.trimEnd().split('\r\n');
    const at = lines.flatMap((text, index) => (text === NOTICE ? [index] : []));
    assert.equal(at, [1, lines.length - 2]);
  }
});

test('each of the ten kinds has its own counter beside the counter of all', async () => {
  const pfr = processor();
  let total = 0;
  for (let round = 1; round <= 3; round++) {
    for (const invoiceType of INVOICE_TYPES) {
      for (const transactionType of TRANSACTION_TYPES) {
        const signature = await signed(pfr, { ...COFFEE, invoiceType, transactionType });
        assert.equal([signature.totalCounter, signature.typeCounter], [++total, round]);
        assert.match(signature.invoiceCounter, new RegExp(`^${round}/${total}[ПРКОА][ПР]$`));
      }
    }
  }
});

test('counters go on where the ledger says, without touching what they were given', async () => {
  const counters = { total: 41, byType: { 'Normal/Sale': 17, 'Copy/Refund': 2 } };
  const pfr = processor({ counters });
  assert.is((await signed(pfr, COFFEE)).invoiceCounter, '18/42ПП');
  assert.is(
    (await signed(pfr, { ...COFFEE, invoiceType: 'Copy', transactionType: 'Refund' })).invoiceCounter,
    '3/43КР',
  );
  assert.is((await signed(pfr, { ...COFFEE, invoiceType: 'Advance' })).invoiceCounter, '1/44АП');
  assert.equal(counters, { total: 41, byType: { 'Normal/Sale': 17, 'Copy/Refund': 2 } });
});

test('the number is taken before the call returns its promise', async () => {
  let clockReadings = 0;
  const pfr = processor({ now: () => ++clockReadings });
  const pending = signed(pfr, COFFEE);
  assert.is(clockReadings, 1);
  assert.is((await pending).totalCounter, 1);
});

test('calls at the same time get consecutive numbers in the order of the calls', async () => {
  const pfr = processor();
  const signatures = await Promise.all(Array.from({ length: 50 }, () => signed(pfr, COFFEE)));
  assert.equal(
    signatures.map(({ totalCounter }) => totalCounter),
    Array.from({ length: 50 }, (_, index) => index + 1),
  );
});

test('a label that is not active is refused with code 2310, and costs no number', async () => {
  const pfr = processor();
  const of = draft('Normal', 'Sale', [line('Кафа', 'Ђ', 180), line('Чај', 'Ж', 120)]);
  const outcome = await pfr.sign({
    requestId: '0'.repeat(32),
    draft: of,
    taxLabels: LABELS,
    esirNumber: '123/1.0',
    counterBaseline: NO_BASELINE,
  });
  assert.equal(outcome, {
    ...{ kind: 'refused', code: '2310', about: 'receipt' },
    message: 'Пореска ознака Ж није активна.',
    messageEn: 'The tax label Ж is not active.',
  });
  assert.is((await signed(pfr, COFFEE)).invoiceCounter, '1/1ПП');
});

test('a receipt that is returned or copied is taxed by the rates of its original', async () => {
  const { taxItems } = await signed(processor(), COFFEE, [{ label: 'Ђ', name: 'Стара', rate: 18 }]);
  assert.equal(taxItems, [{ label: 'Ђ', categoryName: 'Стара', rate: 18, amount: 5492, total: 36_000 }]);
});

test('company, labels, address and clock are asked anew for each receipt', async () => {
  let company = COMPANY;
  let labels: readonly TaxLabel[] = LABELS;
  let [publicUrl, now] = ['https://kasirbox.local', Date.UTC(2026, 10, 21, 9)];
  const pfr = processor({
    company: () => company,
    taxLabels: () => labels,
    publicUrl: () => publicUrl,
    now: () => now,
  });
  await signed(pfr, COFFEE);
  company = { ...COMPANY, name: 'Нова радња' };
  labels = [{ label: 'Ђ', name: 'О-ПДВ', rate: 25 }];
  [publicUrl, now] = ['https://10.0.0.7:8443', now + 1000];
  const second = await signed(pfr, COFFEE);
  assert.is(second.company.name, 'Нова радња');
  assert.match(second.journal, /^ +Нова радња +\r$/m);
  assert.is(second.taxItems[0]?.amount, 7200);
  assert.equal(pfr.taxLabels(), labels);
  assert.ok(second.verificationUrl.startsWith('https://10.0.0.7:8443/v/?vl='));
  assert.is(second.time, now);
});

test('the link is as long as that of a real receipt', async () => {
  for (const buyerId of [null, '10:100000049', `12:${'1'.repeat(17)}`]) {
    const { verificationUrl } = await signed(processor(), { ...COFFEE, buyerId });
    assert.ok(verificationUrl.length >= 790 && verificationUrl.length <= 900, String(verificationUrl.length));
  }
});

test('the greatest total is signed', async () => {
  const of = draft('Normal', 'Sale', [line('Банка', 'Ђ', 7_205_759_403_792.79)]);
  const { journal } = await signed(processor(), of);
  assert.match(journal, /^Укупан износ: +7\.205\.759\.403\.792,79\r$/m);
});

test('the status says who signs and that it is a demo', async () => {
  const pfr = processor();
  const { words, ...status } = pfr.status();
  assert.equal(status, {
    ok: true,
    mode: 'demo',
    environment: 'sandbox',
    uid: JID,
    findings: [],
    ratesAge: null,
    fields: {},
  });
  assert.match(words.sr, /немају фискалну важност/);
});

test('in production it signs nothing, and says that a processor must be set', async () => {
  const pfr = processor({ environment: 'production' });
  const { ok, words, findings } = pfr.status();
  assert.equal([ok, findings.map(({ blocks }) => blocks)], [false, [true]]);
  assert.match(words.sr, /^Фискални процесор \(ПФР\) није подешен/);
  for (const invoiceType of INVOICE_TYPES) {
    const outcome = await pfr.sign({
      requestId: '0'.repeat(32),
      draft: draft(invoiceType, 'Sale', [line('Кафа', 'Ђ', 180, 2)]),
      taxLabels: pfr.taxLabels(),
      esirNumber: '123/1.0',
      counterBaseline: NO_BASELINE,
    });
    assert.is(outcome.kind, 'refused', invoiceType);
  }
  assert.is((await pfr.ready()).kind, 'refused');
  assert.is((await pfr.counters()).lastNumber, '', 'no number is used up');
});

test.run();
