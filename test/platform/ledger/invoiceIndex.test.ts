import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ENVIRONMENTS, INVOICE_TYPES, TRANSACTION_TYPES } from '../../../src/contract/fiscal.js';
import type { InvoiceRow } from '../../../src/platform/ledger/invoice.js';
import { hashOf, KeyColumn } from '../../../src/platform/ledger/views/columns.js';
import { InvoiceIndex, type InvoiceRef, type Referent } from '../../../src/platform/ledger/views/invoices.js';
import { loadSql, type Row, View } from '../../../src/platform/ledger/views/sql.js';
import type { InvoiceQuery } from '../../../src/platform/ledger/views/summary.js';
import { seededRandom } from '../../kit/random.js';

type Value = string | number | Uint8Array;

const SEGMENT = 7;
const ROWS = 700;
/** A sequence may pass what 32 bits hold. */
const FIRST = 2 ** 32 - ROWS / 2;
const JIDS = ['TESTBOX1', 'PRODBOX1', 'Ж'];
const DAYS = [20261230, 20261231, 20270101];
const CASHIERS = ['Ана', 'Бранко', 'API'];
const BUYERS = ['', '10:100000001', '20:006789123'];
/** The highest does not fit into 32 bits; the others differ from it in one half. */
const TOTALS = [100, 720_575_940_379_279, 720_575_940_379_279 - 2 ** 32, 720_575_940_379_279 % 2 ** 32];
const random = seededRandom();

/** The same rows in a database, which is asked the same in its own words. */
class Model {
  private constructor(private readonly view: View) {}

  static async open(): Promise<Model> {
    const schema = `CREATE TABLE invoice (sequence INTEGER, offset INTEGER, length INTEGER, uuid BLOB, environment TEXT,
      type TEXT, transaction_type TEXT, day INTEGER, jid TEXT, counter INTEGER, number TEXT, request TEXT, referent TEXT,
      cashier TEXT, buyer TEXT, total INTEGER)`;
    return new Model(View.open(await loadSql(), schema));
  }

  add(row: InvoiceRow, { sequence, offset, length }: InvoiceRef): void {
    const kind = [row.environment, row.invoiceType, row.transactionType, row.day, row.requestedBy, row.totalCounter];
    const keys = [row.invoiceNumber, row.clientRequestId, row.referentNumber, row.cashier, row.buyerId, row.total];
    const values = [sequence, offset, length, row.uuid, ...kind, ...keys];
    this.view.run(`INSERT INTO invoice VALUES (${values.map(() => '?').join()})`, values);
  }

  /** In order of issue. */
  refs(terms: Readonly<Record<string, Value | undefined>>): InvoiceRef[] {
    const used = Object.entries(terms).filter((term): term is [string, Value] => term[1] !== undefined);
    const where = used.map(([term]) => `${term} ?`).join(' AND ');
    const values = used.map(([, value]) => value);
    return this.view
      .all(`SELECT sequence, offset, length FROM invoice WHERE ${where} ORDER BY sequence`, values)
      .map((row) => ({ segment: SEGMENT, ...row }) as unknown as InvoiceRef);
  }

  all(query: string): Row[] {
    return this.view.all(query);
  }
}

function someRow(counter: number): InvoiceRow {
  return {
    uuid: random.bytes(16),
    environment: random.pick(ENVIRONMENTS),
    mode: 'demo',
    invoiceType: random.pick(INVOICE_TYPES),
    transactionType: random.pick(TRANSACTION_TYPES),
    createdAt: 0,
    day: random.pick(DAYS),
    total: random.pick(TOTALS),
    requestedBy: random.pick(JIDS),
    invoiceNumber: `TESTBOX1-TESTBOX1-${counter}`,
    totalCounter: random.oneIn(20) ? 2 ** 32 - counter : counter,
    typeCounter: 1,
    clientRequestId: random.oneIn(3) ? null : random.text('кључ key 😀', 1, 3),
    referentNumber: random.oneIn(2) ? null : `R-${random.int(1, 40)}`,
    cashier: random.pick(CASHIERS),
    labels: [],
    payments: [],
    requestId: null,
    apiKey: null,
    buyerId: random.pick(BUYERS),
    signedAt: null,
  };
}

/** As a saved view gives its parts back: out of one buffer, at any address. */
function reloaded(index: InvoiceIndex): InvoiceIndex {
  const bytes = Buffer.concat([Buffer.alloc(random.int(0, 3)), ...index.parts]);
  let end = bytes.length - index.parts.reduce((sum, { length }) => sum + length, 0);
  const parts = index.parts.map(({ length }) => bytes.subarray(end, (end += length)));
  return InvoiceIndex.from(SEGMENT, parts);
}

/** Some of what the receipt can be looked up by; mostly little of it, so that much is found. */
function keysOf({
  invoiceNumber,
  clientRequestId,
  referentNumber,
  buyerId,
  cashier,
  total,
}: InvoiceRow): Partial<InvoiceQuery> {
  const none = undefined;
  return {
    number: random.oneIn(8) ? invoiceNumber : none,
    clientRequestId: random.oneIn(8) ? (clientRequestId ?? none) : none,
    referent: random.oneIn(4) ? (referentNumber ?? none) : none,
    buyer: random.oneIn(3) ? buyerId || none : none,
    cashier: random.oneIn(3) ? random.pick([cashier, 'Нико']) : none,
    total: random.oneIn(3) ? random.pick([total, 1]) : none,
  };
}

function compare(index: InvoiceIndex, model: Model, rows: readonly InvoiceRow[]): void {
  for (const row of [...rows, someRow(ROWS + 1)]) {
    const { environment, uuid, invoiceNumber: number, clientRequestId: request } = row;
    assert.equal(index.byUuid(uuid), model.refs({ 'uuid =': uuid })[0]);
    assert.equal(index.byNumber(number), model.refs({ 'number =': number })[0]);
    const asked = request ?? 'none';
    const found = model.refs({ 'request =': asked, 'environment =': environment })[0];
    assert.equal(index.byRequest(environment, asked), found, asked);
    const { invoiceType, transactionType } = row;
    const referent: Referent = { environment, number: row.referentNumber ?? '', invoiceType, transactionType };
    const kind = { 'environment =': environment, 'type =': invoiceType, 'transaction_type =': transactionType };
    assert.equal(index.byReferent(referent), model.refs({ 'referent =': referent.number, ...kind }));
  }
  for (let i = 0; i < 400; i += 1) {
    const query: InvoiceQuery = {
      environment: random.pick(ENVIRONMENTS),
      invoiceType: random.pick([undefined, ...INVOICE_TYPES]),
      from: random.pick([undefined, ...DAYS]),
      to: random.pick([undefined, ...DAYS]),
      before: random.oneIn(3) ? random.int(FIRST - 1, FIRST + 3 * ROWS) : undefined,
      ...keysOf(random.pick(rows)),
    };
    const all = model.refs({
      ...{ 'environment =': query.environment, 'type =': query.invoiceType, 'day >=': query.from, 'day <=': query.to },
      ...{ 'sequence <': query.before, 'number =': query.number, 'request =': query.clientRequestId },
      ...{ 'referent =': query.referent, 'buyer =': query.buyer, 'cashier =': query.cashier, 'total =': query.total },
    });
    assert.is(index.count(query), all.length);
    const [skip, limit] = [random.int(0, 50), random.int(1, 100)];
    assert.equal(index.page(query, skip, limit), all.reverse().slice(skip, skip + limit));
  }
}

function compareSummary(index: InvoiceIndex, model: Model, rows: readonly InvoiceRow[]): void {
  const summary = index.summary();
  assert.ok(summary);
  const { filter, counts, counters, ...bounds } = summary;
  const [expected] = model.all(`SELECT ${SEGMENT} AS segment, min(sequence) AS firstSequence,
    max(sequence) AS lastSequence, min(day) AS minDay, max(day) AS maxDay FROM invoice`);
  assert.equal(bounds, expected);
  const kinds = model.all(`SELECT environment || '/' || type AS kind, count(*) AS n FROM invoice GROUP BY kind`);
  assert.equal(sorted(counts), sorted(Object.fromEntries(kinds.map(({ kind, n }) => [kind, n])) as object));
  const jids = model.all('SELECT jid, min(counter) AS low, max(counter) AS high FROM invoice GROUP BY jid');
  assert.equal(
    sorted(counters),
    sorted(Object.fromEntries(jids.map(({ jid, low, high }) => [jid, [low, high]])) as object),
  );
  for (const { clientRequestId, referentNumber, cashier, buyerId } of rows) {
    for (const key of [clientRequestId, referentNumber, cashier, buyerId])
      assert.ok(!key || filter.mayHold(key), String(key));
  }
}

function sorted(record: object): [string, unknown][] {
  return Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
}

test('an index answers as a database of the same rows does, as it grows and after it was saved and loaded', async () => {
  const model = await Model.open();
  const rows: InvoiceRow[] = [];
  let index = InvoiceIndex.empty(SEGMENT);
  assert.is(index.summary(), undefined);
  while (rows.length < ROWS) {
    const row = someRow(rows.length + 1);
    const ref = { segment: SEGMENT, sequence: FIRST + 3 * rows.length, offset: rows.length * 1200, length: 1200 };
    index.add(row, ref);
    model.add(row, ref);
    rows.push(row);
    if (random.oneIn(100)) index = reloaded(index);
  }
  for (const each of [index, reloaded(index), reloaded(reloaded(index))]) {
    compare(each, model, rows);
    compareSummary(each, model, rows);
  }
});

test('an empty index is saved and loaded too', () => {
  const index = reloaded(InvoiceIndex.empty(SEGMENT));
  assert.is(index.summary(), undefined);
  assert.is(index.byNumber('TESTBOX1-TESTBOX1-1'), undefined);
});

test('keys with the same hash are distinguished', () => {
  const seen = new Map<number, string>();
  let twins: [string, string] | undefined;
  for (let i = 0; twins === undefined; i += 1) {
    const key = `key ${random.int(0, 2 ** 31)} ${i}`;
    const hash = hashOf(Buffer.from(key), 0, key.length);
    const other = seen.get(hash);
    if (other !== undefined) twins = [other, key];
    seen.set(hash, key);
  }
  const column = KeyColumn.empty();
  for (const key of [twins[1], null, twins[0], '', twins[1]]) column.push(key);
  assert.equal([...column.rowsOf(twins[0])], [2]);
  assert.equal([...column.rowsOf(twins[1])], [0, 4]);
  assert.equal([...column.rowsOf('')], [], 'the empty text is no key');
});

test.run();
