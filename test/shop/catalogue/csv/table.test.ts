import { english } from '../../../../src/base/index.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runAtOnce } from '../../../../src/base/salePriority.js';
import { parseCsv } from '../../../../src/shop/catalogue/csv/table.js';
import { csvText } from '../../../../src/shop/catalogue/csv/cells.js';
import { seededRandom } from '../../../kit/random.js';
import { parsed } from './parsed.js';
import { inEnglish } from '../../../kit/inEnglish.js';

const random = seededRandom();

function cellsOf(text: string, separator = ';'): readonly (readonly string[])[] {
  const { records, fault } = parsed(text, separator);
  if (fault !== undefined) throw new Error(english(fault.reason));
  return records.map(({ cells }) => cells);
}

test('cells are read with and without quotation marks, which are doubled inside', () => {
  assert.equal(cellsOf('a;"b";"c;d";"e""f";""\r\n'), [['a', 'b', 'c;d', 'e"f', '']]);
  assert.equal(cellsOf('12" pizza;b""c'), [['12" pizza', 'b""c']], 'a quote inside an open cell is itself');
});

test('the last line may end or not, and an empty last cell is one', () => {
  for (const end of ['', '\r\n', '\n', '\r']) assert.equal(cellsOf(`a;b${end}`), [['a', 'b']]);
  for (const end of ['', '\n']) assert.equal(cellsOf(`a;${end}`), [['a', '']]);
  assert.equal(cellsOf(''), []);
});

test('records know the line on which they begin, whatever the line ends', () => {
  const { records } = parsed('a\r\n\r\n"b\r\nb";"c\n\rc"\nd\re\r\n\n"f"', ';');
  assert.equal(
    records.map(({ line, cells }) => [line, ...cells]),
    [
      [1, 'a'],
      [3, 'b\r\nb', 'c\n\rc'],
      [7, 'd'],
      [8, 'e'],
      [10, 'f'],
    ],
  );
});

test('a quotation mark that is never closed is reported with its line, after the records before it', () => {
  for (const text of ['a\r\n"b;c\r\nd\r\n', 'a\nb;"', 'a\n"""']) {
    const { records, fault } = parsed(text, ';');
    assert.equal(records, [{ line: 1, cells: ['a'] }]);
    assert.is(fault?.line, 2);
    assert.match(String(inEnglish(fault?.reason ?? '')), /never closed/);
  }
});

test('text after a closed quotation mark is refused, with the line on which its cell begins', () => {
  for (const text of ['a\n"b"c;d', 'a\n"b;1\nc;2\n"d ""1""";3']) {
    const { records, fault } = parsed(text, ';');
    assert.equal(records, [{ line: 1, cells: ['a'] }]);
    assert.is(fault?.line, 2);
    assert.match(String(inEnglish(fault?.reason ?? '')), /^Here text follows the closing quotation mark of a cell/);
  }
});

test('whatever is written is read back', () => {
  for (let round = 0; round < 2000; round += 1) {
    const separator = random.pick([';', ',', '\t']);
    const rows = Array.from({ length: random.int(1, 5) }, () =>
      Array.from({ length: random.int(2, 4) }, () => random.text('aЖ";,\t\r\n \'', 0, 6)),
    );
    assert.equal(cellsOf(csvText(rows, separator), separator), rows);
  }
});

test('no text makes the reader fail otherwise than in words', () => {
  for (let round = 0; round < 5000; round += 1) {
    const text = random.text('ab;""\r\n', 0, 30);
    const { records, fault } = parsed(text, ';');
    const lines = text.split(/\r\n|\r|\n/).length;
    for (const { line } of fault === undefined ? records : [...records, fault])
      assert.ok(line >= 1 && line <= lines, JSON.stringify(text));
  }
});

test('a record of more cells than any spreadsheet has ends the reading', () => {
  const { records, fault } = parsed(`a\n${';'.repeat(999)}\n${';'.repeat(1000)}\nb`, ';');
  assert.equal(
    records.map(({ cells }) => cells.length),
    [1, 1000],
  );
  assert.is(fault?.line, 3);
  assert.match(String(inEnglish(fault?.reason ?? '')), /more than 1000 cells/);
});

test('nothing is read behind the last record that is wanted', () => {
  const taken: string[] = [];
  const reading = parseCsv('a\nb\n"c', ';', ({ cells }) => taken.push(...cells) < 2);
  assert.is(inEnglish(runAtOnce(reading)), undefined);
  assert.equal(taken, ['a', 'b']);
});

test('a cell of more characters than Excel has ends the reading, at once', () => {
  const most = 'a'.repeat(32_766);
  assert.equal(cellsOf(`${most};"${most.slice(2)}"`), [[most, most.slice(2)]]);
  for (const cell of ['a'.repeat(4_000_000), '"'.repeat(4_000_000), `"${'\n'.repeat(4_000_000)}"`]) {
    const { records, fault } = parsed(`a\n${cell}`, ';');
    assert.equal(records, [{ line: 1, cells: ['a'] }]);
    assert.is(fault?.line, 2);
    assert.match(String(inEnglish(fault?.reason ?? '')), /more than 32767 characters/);
  }
  assert.match(String(inEnglish(parsed(`"${'a'.repeat(4_000_000)}`, ';').fault?.reason ?? '')), /never closed/);
});

test.run();
