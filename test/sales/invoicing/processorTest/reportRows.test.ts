import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Signature } from '../../../../src/contract/fiscal.js';
import type { Evidence, Issued, LookUps, TestRow } from '../../../../src/sales/invoicing/processorTest/testReport.js';
import { answerMemory, profileOf } from '../../../../src/sales/invoicing/processorTest/processorProfile.js';
import { rowsOf } from '../../../../src/sales/invoicing/processorTest/reportRows.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { NOON, openLedger, ReceiptMaker } from '../../../kit/ledger.js';
import { seededRandom } from '../../../kit/random.js';

const random = seededRandom();
const JID = 'FAKE7PFR';
const LABELS = [{ label: 'Ђ', name: 'О-ПДВ', rate: 20 }];

/** A receipt of the test with this running number. */
async function issued(number: number, change: Partial<Signature> = {}): Promise<Issued> {
  const made = new ReceiptMaker(random).next(await openLedger(new MemoryDisk()));
  const signedBy = change.signedBy ?? JID;
  const signature: Signature = {
    ...made.signature,
    ...{ requestedBy: JID, signedBy, totalCounter: number, typeCounter: 1, time: NOON + 400 },
    ...{ invoiceNumber: `${JID}-${signedBy}-${number}`, invoiceCounter: `1/${number}ОП` },
    ...{ verificationUrl: `https://example.rs/v/?vl=${number}`, taxItems: [] },
    ...change,
  };
  const draft = { ...made.draft, referentNumber: `${JID}-${JID}-${number - 1}` };
  return {
    ...{ kind: 'issued', invoice: { ...made, draft, signature }, signingTime: 800, sentAt: NOON, doneAt: NOON + 900 },
  };
}

function found({ invoice: { signature } }: Issued): LookUps['refund'] {
  const { invoiceNumber, verificationUrl } = signature;
  return { kind: 'receipt', invoiceNumber, verificationUrl };
}

/** An L-PFR with which all is well; `change` puts its faults in. */
async function evidence(change: Partial<Evidence> = {}): Promise<Evidence & { sale: Issued; refund: Issued }> {
  const [sale, refund] = [await issued(8), await issued(9)];
  const counters = { uid: JID, lastNumber: `${JID}-${JID}-9`, time: NOON };
  return {
    ...{ environment: 'sandbox', mode: 'lpfr', uid: JID, statusTime: 5, taxLabels: LABELS, quirks: [], fields: {} },
    ...{ before: { ...counters, lastNumber: `${JID}-${JID}-7` }, trainingSales: 0 },
    lookUps: {
      ...{ refund: found(refund), sale: { kind: 'absent' }, unknown: { kind: 'absent' } },
      ...{ times: [1, 2, 3], counters, isDisturbed: false },
    },
    ...change,
    ...{ sale: (change.sale ?? sale) as Issued, refund: (change.refund ?? refund) as Issued },
  };
}

function rowOf(rows: readonly TestRow[], wanted: TestRow['name']): string {
  const row = rows.find(({ name }) => name === wanted);
  return row === undefined ? 'no row' : `${row.state}: ${row.found.en}`;
}

test('when all is well every row is, what is decisive first', async () => {
  const rows = rowsOf(await evidence());
  assert.equal(
    rows.map(({ name, state }) => `${name} ${state}`),
    [
      ...['signing ok', 'look-up ok', 'unknown-id ok', 'numbers ok', 'last-number ok', 'rates ok', 'language ok'],
      ...['time ok', 'clock ok', 'quirks ok'],
    ],
  );
  for (const { title, found, action } of rows) {
    for (const { sr, en } of [title, found, ...(action === null ? [] : [action])]) {
      assert.match(sr, /[а-ш]/);
      assert.not.match(en, /[а-ш]/i);
    }
  }
});

test('numbers that do not go up fail, of all receipts as of a type', async () => {
  const same = await evidence({ refund: await issued(8) });
  assert.match(
    rowOf(rowsOf(same), 'numbers'),
    /^fails: The receipt number does not increase: .*-8 is followed by .*-8\./,
  );
  const behind = await evidence({ before: { uid: JID, lastNumber: `${JID}-${JID}-20`, time: NOON } });
  assert.match(rowOf(rowsOf(behind), 'numbers'), /^fails: .*-20 is followed by .*-8\./);
  const ofType = await evidence({ trainingSales: 1 });
  assert.match(rowOf(rowsOf(ofType), 'numbers'), /^fails: .* 1 is followed by 1\/8ОП\./);
});

test('a gap is told, in all numbers and in those of a type, and so is another signer', async () => {
  assert.match(rowOf(rowsOf(await evidence({ refund: await issued(11) })), 'numbers'), /^note: .*have a gap/);
  const early = { uid: JID, lastNumber: `${JID}-${JID}-3`, time: NOON };
  assert.match(rowOf(rowsOf(await evidence({ before: early })), 'numbers'), /^note: .*have a gap/);
  const ofType = { sale: await issued(8, { typeCounter: 5 }), trainingSales: 3 };
  assert.match(rowOf(rowsOf(await evidence(ofType)), 'numbers'), /^note: .*have a gap/);
  const other = await evidence({ mode: 'vpfr', refund: await issued(3, { signedBy: 'OTHERSEO' }) });
  assert.match(rowOf(rowsOf(other), 'numbers'), /^note: Two servers/);
});

test('a fresh card, which has no last number, is well', async () => {
  const fresh = { before: { uid: JID, lastNumber: '', time: NOON }, sale: await issued(1), refund: await issued(2) };
  assert.match(rowOf(rowsOf(await evidence(fresh)), 'numbers'), /^ok: /);
});

test('a status whose last number lags, or is not told, is told', async () => {
  const with_ = async (lastNumber: string | null): Promise<string> => {
    const { lookUps, ...rest } = await evidence();
    const counters = { uid: JID, lastNumber, time: NOON };
    return rowOf(rowsOf({ ...rest, ...(lookUps && { lookUps: { ...lookUps, counters } }) }), 'last-number');
  };
  assert.match(await with_(`${JID}-${JID}-8`), /^note: .*it tells .*-8, and the last receipt is .*-9/);
  assert.match(await with_(''), /^note: .*it tells none/);
  assert.match(await with_(null), /^note: Its status does not show the last number/);
  assert.match(await with_(`${JID}-${JID}-12`), /^ok: /);
});

test('another rate than that of the status is told', async () => {
  const taxItems = [{ label: 'Ђ', categoryName: 'О-ПДВ', rate: 10, amount: 91, total: 1000 }];
  const rows = rowsOf(await evidence({ refund: await issued(9, { taxItems }) }));
  assert.match(rowOf(rows, 'rates'), /^note: Label Ђ has a rate of 20 % in its status and of 10 % on the receipt/);
});

test('slow signing is told with its time, and a clock only when it is outside of the request', async () => {
  const slow = await evidence({ sale: { ...(await issued(8)), signingTime: 12_345 } });
  const row = rowsOf(slow).find(({ name }) => name === 'time');
  assert.equal([row?.state, row?.action === null], ['note', false]);
  assert.match(row?.found.sr ?? '', /потпис 12,3 с, 800 мс/);
  const at = async (time: number): Promise<string> =>
    rowOf(rowsOf(await evidence({ sale: await issued(8, { time }) })), 'clock');
  assert.match(await at(NOON - 60_000), /^ok: .*by 60\.0 s/);
  assert.match(await at(NOON - 60_001), /^note: /);
  assert.match(await at(NOON + 900), /^ok: .*by 0\.0 s/);
  assert.match(await at(NOON + 61_000), /^note: .*by 60\.1 s/);
});

test('oddities have a row when they were looked for', async () => {
  assert.is(rowOf(rowsOf(await evidence()), 'quirks'), 'ok: Nothing unusual.');
  assert.match(
    rowOf(rowsOf(await evidence({ quirks: ['journal', 'labels'] })), 'quirks'),
    /^note: .*: journal, labels\./,
  );
});

test('what it keeps is told only by its own receipt under its own request id', async () => {
  const { sale, refund, lookUps } = await evidence();
  assert.ok(lookUps);
  const kept = (change: Partial<LookUps>) => answerMemory(refund.invoice, { ...lookUps, ...change });
  const lie = { kind: 'receipt', invoiceNumber: refund.invoice.signature.invoiceNumber, verificationUrl: 'x' } as const;
  assert.is(kept({}), 'latest');
  assert.is(kept({ sale: found(sale) }), 'several');
  assert.is(kept({ sale: found(refund) }), 'latest');
  assert.is(kept({ isDisturbed: true }), 'several', 'it was found though another came after it');
  assert.is(kept({ refund: { kind: 'absent' } }), 'none');
  assert.is(kept({ refund: { kind: 'unclear' } }), 'none');
  assert.is(kept({ refund: lie }), 'none');
  assert.is(kept({ refund: lie, isDisturbed: true }), 'none');
  assert.is(kept({ refund: { kind: 'absent' }, isDisturbed: true }), undefined);
});

test('the usual signing time is the middle of those that were measured', async () => {
  const late = { ...(await issued(9)), signingTime: 1201 };
  assert.is(profileOf(await evidence({ refund: late }), NOON)?.signingTime, 1001);
  const lost = { ...(await issued(9)), signingTime: null };
  assert.is(profileOf(await evidence({ refund: lost }), NOON)?.signingTime, 800);
  const both = await evidence({ refund: lost, sale: { ...(await issued(8)), signingTime: null } });
  assert.is(profileOf(both, NOON)?.signingTime, null);
});

test('oddities are learned where they were looked for', async () => {
  assert.equal(profileOf(await evidence({ quirks: ['journal'] }), NOON)?.quirks, ['journal']);
  assert.equal(profileOf(await evidence(), NOON)?.quirks, []);
});

test.run();
