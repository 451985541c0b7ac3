import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ENVIRONMENTS, INVOICE_TYPES } from '../../../src/contract/fiscal.js';
import { localDay } from '../../../src/base/time.js';
import type { IssuedInvoice } from '../../../src/platform/ledger/invoice.js';
import type { InvoicePage } from '../../../src/platform/ledger/invoiceReader.js';
import type { Ledger } from '../../../src/platform/ledger/ledger.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { DAY_MS, FOLDER, NOON, openLedger, ReceiptMaker } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';

type Query = Omit<InvoicePage, 'skip' | 'limit'>;

const random = seededRandom();
const RECEIPTS = 150;
const receipts: IssuedInvoice[] = [];
let ledger: Ledger;

/** Receipts over many segments, a few days apart, of which some share a cashier, a buyer or a referent. */
test.before(async () => {
  const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  ledger = await openLedger(disk);
  const maker = new ReceiptMaker(random);
  for (let i = 0; i < RECEIPTS; i += 1) {
    const made = maker.next(ledger, {
      at: NOON + Math.floor(i / 10) * DAY_MS,
      environment: random.pick(ENVIRONMENTS),
      invoiceType: random.pick(INVOICE_TYPES),
      cashier: random.pick(['Ана', 'Бранко', 'Весна']),
      clientRequestId: random.pick([null, `key ${i}`]),
      ...(random.oneIn(2) && { referentNumber: `TESTBOX1-TESTBOX1-${random.int(1, 20)}` }),
    });
    const receipt = { ...made, draft: { ...made.draft, buyerId: random.pick([null, '10:100000001', '10:100000002']) } };
    assert.ok((await ledger.issue(receipt)).ok);
    receipts.push(receipt);
    if (i % 5 === 4) await ledger.runIdleWork();
  }
  assert.ok(ledger.end.segment >= 5, 'several segments');
});

test.after(() => ledger.close());

/** The receipts that a query means, newest first, by a look at each. */
function meant({ environment, invoiceType, from = 0, to = Infinity, ...keys }: Query): IssuedInvoice[] {
  const isMeant = (receipt: IssuedInvoice): boolean => {
    const { draft, signature, createdAt } = receipt;
    const own = {
      clientRequestId: receipt.clientRequestId,
      number: signature.invoiceNumber,
      referent: draft.referentNumber,
      buyer: draft.buyerId,
      cashier: draft.cashier,
      total: draft.total,
    };
    return (
      receipt.environment === environment &&
      (invoiceType ?? draft.invoiceType) === draft.invoiceType &&
      from <= localDay(createdAt) &&
      localDay(createdAt) <= to &&
      Object.entries(own).every(([name, value]) => (keys[name as keyof typeof own] ?? value) === value)
    );
  };
  return receipts.filter(isMeant).reverse();
}

/** All pages of a query, each behind the one before, and what the first one says of their count. */
async function pagesOf(query: Query, limit: number): Promise<{ uuids: string[]; count: number | undefined }> {
  const uuids: string[] = [];
  let count: number | undefined;
  for (let before: number | undefined; ;) {
    const found = await ledger.findInvoices({ ...query, before, skip: 0, limit });
    if (before === undefined) ({ count } = found);
    else if (found.count !== undefined) assert.is(found.count, count, 'every page counts all of them');
    let onPage = 0;
    for await (const { uuid } of found.invoices) {
      uuids.push(uuid);
      onPage += 1;
    }
    if (found.next === undefined) return { uuids, count };
    assert.is(onPage, limit, 'a page with another behind it is full');
    before = found.next;
  }
}

/** What receipts are looked up by, each as one of them has it. */
const KEYS: Readonly<Record<string, (receipt: IssuedInvoice) => Partial<Query>>> = {
  'idempotency key': ({ clientRequestId }) => ({ clientRequestId: clientRequestId ?? undefined }),
  number: ({ signature }) => ({ number: signature.invoiceNumber }),
  referent: ({ draft }) => ({ referent: draft.referentNumber ?? undefined }),
  buyer: ({ draft }) => ({ buyer: draft.buyerId ?? undefined }),
  cashier: ({ draft }) => ({ cashier: draft.cashier }),
  total: ({ draft }) => ({ total: draft.total }),
  'cashier and buyer': ({ draft }) => ({ cashier: draft.cashier, buyer: draft.buyerId ?? undefined }),
  'type and cashier': ({ draft }) => ({ invoiceType: draft.invoiceType, cashier: draft.cashier }),
};

for (const [name, keysOf] of Object.entries(KEYS)) {
  test(`a search by ${name} finds what a look at every receipt finds, and counts what is on its first page`, async () => {
    for (let i = 0; i < 15; i += 1) {
      const receipt = random.pick(receipts);
      const keys = keysOf(receipt);
      if (Object.values(keys).includes(undefined)) continue;
      const query = { environment: receipt.environment, ...keys };
      const limit = random.pick([1, 5, 50]);
      const found = await pagesOf(query, limit);
      const expected = meant(query).map(({ uuid }) => uuid);
      assert.equal(found.uuids, expected, JSON.stringify(query));
      assert.is(found.count, expected.length <= limit ? expected.length : undefined, 'only what costs nothing');
    }
  });
}

test('what nobody has is not found by any key', async () => {
  const environment = 'sandbox';
  for (const keys of [
    { clientRequestId: 'key none' },
    { number: 'TESTBOX1-TESTBOX1-100000' },
    { number: 'no number' },
    { referent: 'TESTBOX1-TESTBOX1-21' },
    { buyer: '10:100000003' },
    { cashier: 'Нико' },
    { total: -1 },
  ]) {
    assert.equal(await pagesOf({ environment, ...keys }, 5), { uuids: [], count: 0 }, JSON.stringify(keys));
  }
});

test('without keys the count is that of all pages, unless days cut through many segments', async () => {
  for (let i = 0; i < 40; i += 1) {
    const day = (): number | undefined => random.pick([undefined, localDay(random.pick(receipts).createdAt)]);
    const query: Query = {
      environment: random.pick(ENVIRONMENTS),
      invoiceType: random.pick([undefined, ...INVOICE_TYPES]),
      from: day(),
      to: day(),
    };
    const { uuids, count } = await pagesOf(query, random.pick([3, 20, 200]));
    const expected = meant(query).map(({ uuid }) => uuid);
    assert.equal(uuids, expected, JSON.stringify(query));
    // The clock never went back, so days cut through two segments at most.
    assert.is(count, expected.length, JSON.stringify(query));
  }
});

test('a search that nobody waits for any more ends with what it has, segment by segment', async () => {
  const gone = new AbortController();
  let slices = 0;
  const found = await ledger.findInvoices(
    { environment: 'sandbox', cashier: 'Ана', skip: 0, limit: RECEIPTS },
    {
      signal: gone.signal,
      slice: async (work) => {
        slices += 1;
        gone.abort();
        return work();
      },
    },
  );
  assert.is(slices, 1);
  const uuids: string[] = [];
  for await (const { uuid } of found.invoices) uuids.push(uuid);
  const all = meant({ environment: 'sandbox', cashier: 'Ана' }).map(({ uuid }) => uuid);
  assert.equal(uuids, all.slice(0, uuids.length));
  assert.ok(uuids.length < all.length);
});

test('the rows of a page are those of its receipts', async () => {
  const query = { environment: 'sandbox', invoiceType: 'Normal', skip: 2, limit: 10 } as const;
  const { rows } = await ledger.findInvoices(query);
  const seen: unknown[] = [];
  for await (const { uuid, total, invoiceNumber } of rows) seen.push([uuid.toString('hex'), total, invoiceNumber]);
  const expected = meant(query).slice(2, 12);
  assert.equal(
    seen,
    expected.map(({ uuid, draft, signature }) => [uuid.replaceAll('-', ''), draft.total, signature.invoiceNumber]),
  );
});

test.run();
