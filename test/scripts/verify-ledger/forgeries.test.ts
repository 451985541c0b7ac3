// proof: inspector
// time limit: 300 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { InvoiceRow } from '../../../src/platform/ledger/invoice.js';
import type { DecodedRecord, RecordType } from '../../../src/platform/ledger/record.js';
import { seededRandom } from '../../kit/random.js';
import { Turns } from '../../kit/turns.js';
import { forge, type Forged, type Forgery, receiptForgery } from './forging.js';
import { check, run } from './script.js';
import { copyOf, faultsAfter, liveShop, type Shop } from './shop.js';

type RecordHead = DecodedRecord['head'];

const ABORT_OF_NONE = Buffer.from(JSON.stringify({ requestId: 'c'.repeat(32) }));

const random = seededRandom();
let shop: Shop;

test.before(async () => {
  shop = await liveShop(random);
});

function receipt(where: (receipt: Shop['receipts'][number]) => boolean): Shop['receipts'][number] {
  const found = shop.receipts.find(where);
  assert.ok(found);
  return found;
}

type Receipt = Shop['receipts'][number];
const isDemo = ({ mode, draft }: Receipt): boolean =>
  mode === 'demo' && draft.invoiceType === 'Normal' && draft.transactionType === 'Sale' && draft.total > 100_000;
const isReal = ({ mode, clientRequestId }: Receipt): boolean => mode === 'lpfr' && clientRequestId !== null;

/** A forgery of the draft of a receipt, and of its index row with it. */
function draftForgery(change: (draft: Receipt['draft']) => Partial<Receipt['draft']>, of = isDemo): () => Forgery {
  return () => receiptForgery(receipt(of).uuid, (one) => ({ ...one, draft: { ...one.draft, ...change(one.draft) } }));
}

function signatureForgery(change: (signature: Receipt['signature']) => Partial<Receipt['signature']>): () => Forgery {
  return () =>
    receiptForgery(receipt(isDemo).uuid, (one) => ({
      ...one,
      signature: { ...one.signature, ...change(one.signature) },
    }));
}

function rowForgery(change: (row: InvoiceRow) => Partial<InvoiceRow>): () => Forgery {
  return () =>
    receiptForgery(
      receipt(isDemo).uuid,
      (one) => one,
      (row) => ({ ...row, ...change(row) }),
    );
}

/** A forgery of the first record of a kind. */
function recordForgery(type: RecordType, change: (record: Forged) => Partial<Forged>): () => Forgery {
  return () => {
    const first = shop.places.find(({ head }) => head.type === type);
    return (record) => (record.head.sequence === first?.head.sequence ? { ...record, ...change(record) } : undefined);
  };
}

/** Two receipts of one demo processor, the second some time after the first. */
function pair(): readonly [Receipt, Receipt] {
  const { environment } = receipt(isDemo);
  const [first, second] = shop.receipts.filter((one) => isDemo(one) && one.environment === environment).slice(2);
  assert.ok(first && second);
  return [first, second];
}

function linkForgery(change: (payload: Buffer) => unknown): () => Forgery {
  return signatureForgery(({ verificationUrl }) => {
    const [base = '', value = ''] = verificationUrl.split('?vl=');
    const payload = Buffer.from(decodeURIComponent(value), 'base64');
    change(payload);
    return { verificationUrl: `${base}?vl=${encodeURIComponent(payload.toString('base64'))}` };
  });
}

function headOf(type: RecordType): RecordHead {
  const found = shop.places.find(({ head }) => head.type === type);
  assert.ok(found);
  return found.head;
}

/** The same with the taxes of a receipt, each more by some para. */
function taxForgery(of: typeof isDemo, more: number): Forgery {
  return receiptForgery(receipt(of).uuid, (one) => {
    const taxItems = one.signature.taxItems.map((item) => ({ ...item, amount: item.amount + more }));
    return { ...one, signature: { ...one.signature, taxItems } };
  });
}

const turns = new Turns(20);

/** Somebody knows the format, and makes every checksum and every hash anew. */
function found(what: string, finding: RegExp, forgery: () => Forgery): void {
  turns.test(`found, although every checksum was made anew: ${what}`, async () => {
    assert.match(await faultsAfter(shop, (folder) => forge(folder, forgery())), finding);
  });
}

found(
  'a smaller sale, smaller in every place',
  /its total in 1\/10,000 RSD is \d+ in the verification link and 10000 in the receipt/,
  draftForgery(({ lines }) => ({
    total: 100,
    lines: lines.slice(0, 1).map((line) => ({ ...line, quantity: 1000, unitPrice: 100, total: 100 })),
    payments: [{ paymentType: 'Cash', amount: 100 }],
  })),
);
found(
  'a total that its lines do not have',
  /its lines sum to .*, its total is/,
  draftForgery(({ total }) => ({ total: total - 1 })),
);
found(
  'a line that is not price times quantity',
  /line 1 is .* not its price times its quantity/,
  draftForgery(({ lines }) => ({ lines: lines.map((line) => ({ ...line, quantity: line.quantity * 2 })) })),
);
found(
  'a payment that is left out',
  /its payments sum to 0\.00/,
  draftForgery(() => ({ payments: [] })),
);
found(
  'a sale turned into a training',
  /its invoice type is \d in the verification link/,
  draftForgery(() => ({ invoiceType: 'Training' })),
);
found(
  'a sale turned into a refund',
  /its transaction type is \d in the/,
  draftForgery(() => ({ transactionType: 'Refund' })),
);
found(
  'another buyer',
  /its buyer is .* in the verification link/,
  draftForgery(() => ({ buyerId: '10:100000002' })),
);
found('more tax', /tax . is .* and should be/, () => taxForgery(isDemo, 1));
found('more tax of a real processor', /tax . is .* and should be/, () => taxForgery(isReal, 2));
found(
  'taxes that are gone',
  /it has taxes of \[\] and lines of/,
  signatureForgery(() => ({ taxItems: [] })),
);
found(
  'another rate',
  /tax . is .* and should be/,
  signatureForgery(({ taxItems }) => ({ taxItems: taxItems.map((item) => ({ ...item, rate: item.rate + 0.5 })) })),
);
found(
  'another time of signing',
  /its time is \d+ in the verification link/,
  signatureForgery(({ time }) => ({ time: time - 1 })),
);
found(
  'a PFR number of other parts',
  /its PFR number is not made of/,
  signatureForgery(({ invoiceNumber }) => ({ invoiceNumber: `${invoiceNumber}0` })),
);
found(
  'a counter in words of other counters',
  /its counter 1\/9999ПП is not made of/,
  signatureForgery(() => ({ invoiceCounter: '1/9999ПП' })),
);
found(
  'a signer who did not sign',
  /its signedBy is .* in the verification link/,
  signatureForgery(({ requestedBy }) => ({
    signedBy: 'ABCDEFGH',
    invoiceNumber: `${requestedBy}-ABCDEFGH-1`,
    totalCounter: 1,
  })),
);
found(
  'a link with a changed byte',
  /the checksum in its verification link is wrong/,
  linkForgery((payload) => payload.fill(1, 100, 104)),
);
found(
  'a link of another version',
  /its verification link has not the layout/,
  linkForgery((payload) => payload.writeUInt8(2, 0)),
);
found(
  'a link that is none',
  /its verification link has not the layout/,
  signatureForgery(() => ({ verificationUrl: 'https://kasirbox.local/v/?vl=QUJD' })),
);
found('a number that was used before', /its total counter \d+ was used before: the last one was \d+/, () => {
  const [{ signature }, { uuid }] = pair();
  const { totalCounter, invoiceNumber } = signature;
  return receiptForgery(uuid, (one) => ({ ...one, signature: { ...one.signature, totalCounter, invoiceNumber } }));
});
found(
  'a type counter that was used before',
  /its counter of \w+ \w+ 0 was used before/,
  signatureForgery(() => ({ typeCounter: 0 })),
);
found('a uuid of two receipts', /its uuid is that of record \d+ too/, () => {
  const [{ uuid }, { uuid: other }] = pair();
  return receiptForgery(other, (one) => ({ ...one, uuid }));
});
found('a request id of two receipts', /its request id of the caller is that of record \d+ too/, () => {
  const [first, second] = pair();
  const [one, other] = [first, second].map(({ uuid }) =>
    receiptForgery(uuid, (same) => ({ ...same, clientRequestId: 'prodaja-9' })),
  );
  return (record, dictionary) => one?.(record, dictionary) ?? other?.(record, dictionary);
});
found(
  'another day in the index',
  /its day is 20200101 in the index and \d+ in the receipt/,
  rowForgery(() => ({ day: 20200101 })),
);
found(
  'another API key in the index',
  /its API key is 99 in the index/,
  rowForgery(() => ({ apiKey: 99, requestId: Buffer.alloc(16) })),
);
found(
  'another cashier in the index',
  /its cashier is 'Нико' in the index/,
  rowForgery(() => ({ cashier: 'Нико' })),
);
found(
  'another payment in the index',
  /its payments is .* in the index/,
  rowForgery(() => ({ payments: [] })),
);
found(
  'another label in the index',
  /its labels is .* in the index/,
  rowForgery(({ labels }) => ({ labels: labels.map((label) => ({ ...label, label: 'Ж' })) })),
);
found(
  'goods that were not those of the intent',
  /its draft is not that of its intent/,
  draftForgery(({ lines }) => ({ lines: lines.map((line) => ({ ...line, name: 'Чај' })) }), isReal),
);
found('a receipt without its intent', /the intent b{32} that it is the end of is not open before it/, () =>
  receiptForgery(receipt(isReal).uuid, (one) => ({ ...one, attempt: { requestId: 'b'.repeat(32) } })),
);
found('a real receipt that names no intent', /kind lpfr, and no intent is named/, () =>
  receiptForgery(receipt(isReal).uuid, ({ attempt: _, ...one }) => one),
);
found(
  'an intent whose row names another',
  /its row names the intent d{32}, and it is [0-9a-f]{32}/,
  recordForgery('intent', () => ({ row: Buffer.alloc(16, 0xdd) })),
);
found(
  'an abort of what is not open',
  /it ends the intent c{32}, and none is open/,
  recordForgery('abort', () => ({
    body: ABORT_OF_NONE,
    head: { ...headOf('abort'), flags: 0 },
  })),
);
found(
  'a start that was before the one before',
  /its epoch 0 is before 1/,
  recordForgery('setting', ({ head }) => ({ head: { ...head, epoch: 0 } })),
);
found(
  'a record that was safe before it was written',
  /it says that record 9999 was safe before it was written/,
  recordForgery('setting', ({ head }) => ({ head: { ...head, durable: 9999 } })),
);
found(
  'a gap between sequences',
  /record 5 missing or damaged/,
  () => (record) =>
    record.head.sequence < 5 ? undefined : { ...record, head: { ...record.head, sequence: record.head.sequence + 1 } },
);
found(
  'a body that is no JSON',
  /\(setting\): its content cannot be read/,
  recordForgery('setting', ({ head }) => ({ head: { ...head, flags: 0 }, body: Buffer.from('{') })),
);
found(
  'a receipt whose body is torn off',
  /\(result\): its content cannot be read/,
  recordForgery('result', ({ body }) => ({ body: body.subarray(0, -20) })),
);

turns.test('a record that was changed and not chained anew is betrayed by the one behind it', async () => {
  const sale = receipt(({ draft }) => draft.total > 100);
  const cashier = receiptForgery(sale.uuid, (one) => ({ ...one, draft: { ...one.draft, cashier: 'Нико' } }));
  const faults = await faultsAfter(shop, (folder) => forge(folder, cashier, false));
  const { invoiceNumber } = sale.signature;
  assert.match(faults, new RegExp(`receipt ${invoiceNumber}: it is not the one that record \\d+ was written behind`));
});

turns.test('a real processor, which rounds by itself, may be one para off', async () => {
  assert.is(await faultsAfter(shop, (folder) => forge(folder, taxForgery(isReal, 1))), '');
});

turns.test('numbers that are left out and intents without an end are noted', async () => {
  const folder = copyOf(shop.folder);
  const last = shop.receipts.findLast(({ mode }) => mode === 'demo');
  assert.ok(last);
  const jump = receiptForgery(last.uuid, (one) => {
    const totalCounter = one.signature.totalCounter + 5;
    return { ...one, signature: { ...one.signature, totalCounter } };
  });
  const { totalCounter, requestedBy } = last.signature;
  forge(folder, jump);
  forge(folder, recordForgery('abort', () => ({ body: ABORT_OF_NONE, head: { ...headOf('abort'), flags: 0 } }))());
  const notes = (await check(folder)).notes.join('\n');
  assert.match(
    notes,
    `${requestedBy}-${requestedBy}: 1 gaps between running numbers (${totalCounter - 1} to ${totalCounter + 5})`,
  );
  assert.match(notes, /the end of the intent [0-9a-f]{32} of \d{4}-.* is not known/);
});

turns.test('what a file says does not steer the terminal', async () => {
  const sneaky = recordForgery('open', ({ head }) => ({
    head: { ...head, flags: 0 },
    body: Buffer.from(JSON.stringify({ version: '1.0\u001b[2J\u0007' })),
  }));
  const folder = copyOf(shop.folder);
  forge(folder, sneaky());
  const { stdout } = await run([folder]);
  assert.match(stdout, 'software 1.0?[2J?');
  assert.not.match(stdout, '\u001b');
});

test.run();
