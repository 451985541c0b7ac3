import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hashOf, TextColumn } from '../../../src/platform/ledger/views/columns.js';
import { BloomFilter, coversAll, mayHold, type SegmentSummary } from '../../../src/platform/ledger/views/summary.js';
import { loadSql, missingSql, View } from '../../../src/platform/ledger/views/sql.js';
import { seededRandom } from '../../kit/random.js';

const random = seededRandom();

test('a key filter never misses a key and once full is wrong about others at most once in 500', () => {
  for (const size of [0, 1, 7, 500, 5000]) {
    const keys = Array.from({ length: size }, (_, i) => `request sandbox ${i}-${random.int(0, 2 ** 31)}`);
    const hashes = keys.map((key) => hashOf(Buffer.from(key), 0, key.length));
    const filter = BloomFilter.from(Uint8Array.from(BloomFilter.of(hashes).bytes));
    for (const key of keys) assert.ok(filter.mayHold(key), `${key} of ${size}`);
    const others = Array.from({ length: 5000 }, (_, i) => `other ${i}`);
    const wrong = others.filter((key) => filter.mayHold(key)).length;
    const allowed = size < 500 ? 0.05 : 0.002; // probes collide in a handful of bytes
    assert.ok(wrong <= others.length * allowed, `${wrong} wrong of ${others.length} at ${size} keys`);
  }
});

test('prepared statements survive an export: this is what the pinned sql.js is pinned for', async () => {
  const { Database } = await loadSql();
  const db = new Database();
  db.run('CREATE TABLE t (a)');
  const insert = db.prepare('INSERT INTO t VALUES (?)');
  insert.run([1]);
  db.export();
  insert.run([2]);
  assert.equal(db.exec('SELECT count(*) FROM t')[0]?.values, [[2]]);
  insert.free();
  db.close();
});

test('an export inside a transaction throws instead of rolling it back in silence', async () => {
  const { Database } = await loadSql();
  const db = new Database();
  db.run('CREATE TABLE t (a); BEGIN; INSERT INTO t VALUES (1)');
  assert.throws(() => db.export(), /./);
  db.run('COMMIT');
  assert.equal(db.exec('SELECT count(*) FROM t')[0]?.values, [[1]]);
  db.close();
});

test('a view goes on after its image was taken, and the image is another database', async () => {
  const sql = await loadSql();
  const view = View.open(sql, 'CREATE TABLE t (a)');
  view.run('INSERT INTO t VALUES (?)', [1]);
  const image = Uint8Array.from(view.image());
  view.batch(() => view.run('INSERT INTO t VALUES (?)', [2]));
  const copy = View.open(sql, 'CREATE TABLE t (a)', image);
  assert.is(view.all('SELECT a FROM t').length, 2);
  assert.equal(copy.all('SELECT a FROM t'), [{ a: 1 }]);
  view.close();
  copy.close();
});

test('the file that sql.js needs is here', async () => {
  assert.equal(missingSql(), []);
  assert.is(await loadSql(), await loadSql());
});

test('a segment may hold a number only between the lowest and highest counter of its requester', () => {
  const summary: SegmentSummary = {
    ...{ segment: 1, firstSequence: 5, lastSequence: 90, minDay: 20261101, maxDay: 20261130, counts: {} },
    ...{ counters: { FAKE7PFR: [10, 20] }, filter: BloomFilter.of([]) },
  };
  const environment = 'sandbox';
  for (const [query, may] of [
    [{}, true],
    [{ number: 'FAKE7PFR-ABCD1234-10' }, true],
    [{ number: 'FAKE7PFR-ABCD1234-20' }, true],
    [{ number: 'FAKE7PFR-ABCD1234-9' }, false],
    [{ number: 'FAKE7PFR-ABCD1234-21' }, false],
    [{ number: 'ABCD1234-FAKE7PFR-15' }, false],
    [{ number: '15' }, false],
    [{ from: 20261130, to: 20261101 }, true],
    [{ from: 20261201 }, false],
    [{ to: 20261031 }, false],
    [{ before: 6 }, true],
    [{ before: 5 }, false],
  ] as const) {
    assert.is(mayHold(summary, { environment, ...query }), may, JSON.stringify(query));
  }
  for (const [query, all] of [
    [{}, true],
    [{ from: 20261101, to: 20261130, before: 91 }, true],
    [{ from: 20261102 }, false],
    [{ to: 20261129 }, false],
    [{ before: 90 }, false],
  ] as const) {
    assert.is(coversAll(summary, { environment, ...query }), all, JSON.stringify(query));
  }
});

test('a column of texts has each text once, in the order in which they came, and none that no row has', () => {
  const column = TextColumn.empty();
  assert.equal([column.length, column.distinct, column.keyHashes()], [0, [], []]);
  for (const text of ['Ана', '', 'Бранко', 'Ана']) column.push(text);
  assert.equal(column.distinct, ['Ана', '', 'Бранко']);
  assert.equal(
    [0, 1, 2, 3].map((row) => column.at(row)),
    [0, 1, 2, 0],
  );
  assert.equal(
    ['Бранко', 'Мира'].map((text) => column.placeOf(text)),
    [2, -1],
  );
  const hashes = ['Ана', 'Бранко'].map((text) => hashOf(Buffer.from(text), 0, Buffer.byteLength(text)));
  assert.equal(column.keyHashes(), hashes, 'the empty text is no key');
});

test.run();
