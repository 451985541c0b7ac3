import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ENVIRONMENTS, INVOICE_TYPES, TRANSACTION_TYPES } from '../../../src/contract/fiscal.js';
import type { InvoiceRow } from '../../../src/platform/ledger/invoice.js';
import { readPieces, saveView } from '../../../src/platform/ledger/views/image.js';
import { InvoiceIndex } from '../../../src/platform/ledger/views/invoices.js';
import { type RowKey, rowsOfKey } from '../../../src/platform/ledger/views/indexFiles.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { seededRandom } from '../../kit/random.js';

/** Those of a full segment, and a last page that is not full. */
const ROWS = 7001;
const PATH = '/000007.idx';
const SEGMENT = 7;

const random = seededRandom();
const rows = Array.from({ length: ROWS }, (_, at) => someRow(at));
const full = InvoiceIndex.empty(SEGMENT);
for (const [at, row] of rows.entries()) {
  full.add(row, { segment: SEGMENT, sequence: 2 ** 32 - 100 + at, offset: at * 1200, length: 1200 });
}
const disk = new MemoryDisk();

function someRow(at: number): InvoiceRow {
  return {
    uuid: random.bytes(16),
    environment: random.pick(ENVIRONMENTS),
    mode: 'demo',
    invoiceType: random.pick(INVOICE_TYPES),
    transactionType: random.pick(TRANSACTION_TYPES),
    createdAt: 0,
    day: 20261126 + random.int(0, 3),
    total: random.int(1, 10) * 2 ** 30,
    requestedBy: random.pick(['TESTBOX1', 'PRODBOX1']),
    invoiceNumber: `TESTBOX1-TESTBOX1-${at}`,
    totalCounter: at,
    typeCounter: 1,
    // The same key in both environments.
    clientRequestId: random.oneIn(3) ? null : `ред-${random.int(0, at)}`,
    referentNumber: random.oneIn(2) ? null : `R-${random.oneIn(10) ? 'many' : random.int(0, 2000)}`,
    cashier: random.pick(['Ана', 'API']),
    labels: [],
    payments: [],
    requestId: null,
    apiKey: null,
    buyerId: random.pick(['', '10:100000001']),
    signedAt: null,
  };
}

test.before(() => saveView(disk, PATH, { head: { box: 'b' }, parts: full.parts }));

function keysOf({ uuid, invoiceNumber, clientRequestId, referentNumber }: InvoiceRow): RowKey[] {
  const texts = { number: invoiceNumber, request: clientRequestId, referent: referentNumber };
  const asked: RowKey[] = [{ name: 'uuid', key: uuid }];
  for (const name of ['number', 'request', 'referent'] as const) {
    const key = texts[name];
    if (key !== null) asked.push({ name, key });
  }
  return asked;
}

/** What an index says of all that a row can be looked up by. */
function said(index: InvoiceIndex, row: InvoiceRow, { name }: RowKey): unknown {
  const { environment, invoiceType, transactionType, clientRequestId, referentNumber, invoiceNumber } = row;
  switch (name) {
    case 'uuid':
      return index.byUuid(row.uuid);
    case 'number':
      return [index.byNumber(invoiceNumber), index.page({ environment, number: invoiceNumber }, 0, 9)];
    case 'request': {
      const keys = {
        environment,
        clientRequestId: clientRequestId ?? '',
        cashier: row.cashier,
        before: 2 ** 32 + 5000,
      };
      return [index.byRequest(environment, keys.clientRequestId), index.page(keys, 0, 9), index.count(keys)];
    }
    case 'referent': {
      const referent = { environment, number: referentNumber ?? '', invoiceType, transactionType };
      const keys = {
        environment,
        referent: referent.number,
        from: row.day,
        buyer: row.buyerId ?? '',
        total: row.total,
      };
      return [index.byReferent(referent), index.page(keys, 1, 9), index.count(keys)];
    }
  }
}

test('the rows of a key answer as the whole index does, and little of it is read for them', async () => {
  const file = disk.contents().get(PATH);
  assert.ok(Buffer.isBuffer(file));
  let asked = 0;
  for (let i = 0; i < 300; i += 1) {
    const row = random.pick(rows);
    for (const key of keysOf(row)) {
      let bytes = 0;
      const some = await readPieces(disk, PATH, (view) => {
        const counting = {
          ...view,
          read: (...place: [number, number, number]) => ((bytes += place[2]), view.read(...place)),
        };
        return rowsOfKey(SEGMENT, counting, key);
      });
      if (key.key === 'R-many') {
        assert.is(some, undefined);
        continue;
      }
      assert.ok(some, `SEED=${random.seed}`);
      assert.equal(said(some, row, key), said(full, row, key), `${key.name}, SEED=${random.seed}`);
      assert.ok(bytes < file.length / 20, `${bytes} of ${file.length} bytes`);
      asked += 1;
    }
  }
  assert.ok(asked > 500);
});

test('a key that no row has is found in none', async () => {
  for (const name of ['number', 'request', 'referent'] as const) {
    const none = await readPieces(disk, PATH, (view) => rowsOfKey(SEGMENT, view, { name, key: 'no such key' }));
    assert.is(none?.count({ environment: 'sandbox' }), 0);
  }
});

test('rows are never read from a file with a flipped bit where they are: the whole index is asked then', async () => {
  const file = disk.contents().get(PATH);
  assert.ok(Buffer.isBuffer(file));
  let refused = 0;
  for (let i = 0; i < 400; i += 1) {
    const hurt = new MemoryDisk(disk.contents());
    const at = random.oneIn(2) ? random.int(0, 5000) : random.int(0, file.length - 1);
    hurt.damage(PATH, (bytes) => Buffer.from(bytes).fill((bytes[at] ?? 0) ^ (1 << random.int(0, 7)), at, at + 1));
    const row = random.pick(rows);
    const key = random.pick(keysOf(row).filter((one) => one.key !== 'R-many'));
    const some = await readPieces(hurt, PATH, (view) => rowsOfKey(SEGMENT, view, key));
    if (some === undefined) refused += 1;
    else assert.equal(said(some, row, key), said(full, row, key), `byte ${at}, SEED=${random.seed}`);
  }
  assert.ok(refused > 100 && refused < 400, String(refused));
});

test('a file that is cut short, or whose columns differ in length, is not read in pieces', async () => {
  const key: RowKey = { name: 'number', key: 'TESTBOX1-TESTBOX1-1' };
  const file = disk.contents().get(PATH);
  assert.ok(Buffer.isBuffer(file));
  for (const length of [0, 7, 15, 16, 100, 4096]) {
    const cut = new MemoryDisk(disk.contents());
    cut.damage(PATH, (bytes) => bytes.subarray(0, length));
    assert.is(await readPieces(cut, PATH, (view) => rowsOfKey(SEGMENT, view, key)), undefined, String(length));
  }
  for (const at of full.parts.keys()) {
    const uneven = new MemoryDisk();
    const parts = full.parts.with(at, Buffer.from(full.parts[at] ?? []).subarray(4));
    await saveView(uneven, PATH, { head: {}, parts });
    const some = await readPieces(uneven, PATH, (view) => rowsOfKey(SEGMENT, view, key));
    const isUnused =
      some !== undefined && JSON.stringify(said(some, rows[1]!, key)) === JSON.stringify(said(full, rows[1]!, key));
    assert.ok(some === undefined || isUnused, `part ${at}`);
  }
  assert.is(await readPieces(disk, '/none.idx', (view) => rowsOfKey(SEGMENT, view, key)), undefined);
});

test.run();
