import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  captionRow,
  centreText,
  cutIntoRows,
  oneLine,
  padEnd,
  padStart,
  printableRow,
  printableRows,
  serbianOrder,
  utf8Text,
  visible,
  textWidth,
  wrapWords,
} from '../../src/base/text.js';
import { PRINTABLE } from '../../src/base/schema.js';
import { seededRandom } from '../kit/random.js';

const random = seededRandom();
const ALPHABET = 'аЂž 😀𝄞x  ';

test('a column is a code point', () => {
  assert.is(textWidth('Ђž'), 2);
  assert.is(textWidth('😀𝄞'), 2);
  assert.is(padStart('😀', 3), '  😀');
  assert.is(padEnd('😀', 3), '😀  ');
  assert.is(padEnd('long', 3), 'long');
});

test('an odd column goes to the right', () => {
  assert.is(centreText('abc', 6), ' abc  ');
  assert.is(centreText(' A ', 10, '='), '=== A ====');
  assert.is(centreText('A  ', 6), ' A    ', 'blanks of the text count');
  assert.is(centreText('too long', 3), 'too long');
  assert.is(textWidth(centreText('x')), 40);
});

test('hard cutting keeps every blank and fills the last piece', () => {
  assert.equal(cutIntoRows('ab cd', 3), ['ab ', 'cd ']);
  assert.equal(cutIntoRows('abc de', 3), ['abc', ' de']);
  assert.equal(cutIntoRows('abc', 3), ['abc']);
  assert.equal(cutIntoRows('😀😀😀', 2), ['😀😀', '😀 ']);
  assert.equal(cutIntoRows('', 3), ['   ']);
});

test('hard cutting loses nothing, for random texts', () => {
  for (let i = 0; i < 2000; i++) {
    const text = random.text(ALPHABET, 0, 90);
    const columns = random.int(1, 40);
    const pieces = cutIntoRows(text, columns);
    assert.ok(pieces.every((piece) => textWidth(piece) === columns));
    assert.is(pieces.join('').trimEnd(), text.trimEnd());
  }
});

test('words are wrapped greedily, and a word that is too long is cut', () => {
  assert.equal(wrapWords('one two three', 7), ['one two', 'three']);
  assert.equal(wrapWords('one two three', 8), ['one two', 'three']);
  assert.equal(wrapWords('abcdefgh ij', 3), ['abc', 'def', 'gh', 'ij']);
  assert.equal(wrapWords('ab cdefg h', 3), ['ab', 'cde', 'fg', 'h'], 'a long word begins on a line of its own');
  assert.equal(wrapWords('abcdefg h', 3), ['abc', 'def', 'g h']);
});

test('a text that fits keeps its outer blanks', () => {
  assert.equal(wrapWords(' УЛИЦА 1   ', 12), [' УЛИЦА 1   ']);
});

test('wrapping keeps every word within the width, for random texts', () => {
  for (let i = 0; i < 2000; i++) {
    const text = random.text(ALPHABET, 0, 120);
    const max = random.int(1, 40);
    const lines = wrapWords(text, max);
    assert.ok(lines.every((line) => textWidth(line) <= max));
    assert.is(lines.join('').replaceAll(' ', ''), text.replaceAll(' ', ''));
  }
});

test('a caption is at the left and its value at the right, exactly 40 wide', () => {
  assert.equal(captionRow('Касир:', ''), ['Касир:'.padEnd(40)]);
  assert.equal(captionRow('ПФР број рачуна:', 'H2BQNXFM-H2BQNXFM-50960'), ['ПФР број рачуна: H2BQNXFM-H2BQNXFM-50960']);
  assert.equal(captionRow('Бројач рачуна:', '2652/50960ПР'), ['Бројач рачуна:              2652/50960ПР']);
});

test('when not one blank remains, caption and value are cut hard at 40', () => {
  const [first, second, ...rest] = captionRow('ПФР број рачуна:', 'GHXRCEBM-GHXRCEBM-255954');
  assert.is(first, 'ПФР број рачуна: GHXRCEBM-GHXRCEBM-25595');
  assert.is(second, '4'.padEnd(40));
  assert.equal(rest, []);
});

test('Serbian order: Ђ after Д, Latin after Cyrillic, and only equal texts are equal', () => {
  const words = ['Аница', 'Даница', 'Ђорђе', 'Ема', 'Њега', 'Оливер', 'Ana', 'Zoran'];
  assert.equal(words.toReversed().sort(serbianOrder), words);
  assert.is(serbianOrder('Ема', 'Ема'), 0);
  // Collation passes over a soft hyphen.
  assert.is(serbianOrder('Ема', 'Е\u00adма') + serbianOrder('Е\u00adма', 'Ема'), 0);
  assert.is.not(serbianOrder('Ема', 'Е\u00adма'), 0);
});

test('no value can forge a line', () => {
  assert.is(oneLine('a\r\nb\tc\u2028d\u0085e\u0000f'), 'a  b c d e f');
});

test('only UTF-8 is read as such, without its byte order mark', () => {
  assert.is(utf8Text(Buffer.from('\ufeffЂак 😀')), 'Ђак 😀');
  assert.is(utf8Text(Buffer.alloc(0)), '');
  for (const hex of ['ff', 'c0af', 'eda080', 'd0', 'fffe3000']) assert.is(utf8Text(Buffer.from(hex, 'hex')), undefined);
});

test('what draws nothing is not visible, and every blank is the usual one', () => {
  assert.is(visible('Ђак\u200b i\u00ad\u2066đak\ufe0f'), 'Ђак iđak');
  assert.is(visible('1\u00a0000\u3000дин.'), '1 000 дин.');
  assert.is(visible('а\u0301'), 'а');
  assert.is(visible(''), '');
});

test('of every character, those that no caller may send are taken out of a text, and no others', () => {
  const row = new RegExp(PRINTABLE, 'u');
  const rows = /^(?:[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|\r?\n)*$/u;
  for (let point = 0; point <= 0x10ffff; point += 1) {
    const text = `а${String.fromCodePoint(point)}б`;
    if (printableRow(text) !== (row.test(text) ? text : 'аб')) assert.unreachable(`row, U+${point.toString(16)}`);
    const shown = printableRows(text);
    if (rows.test(text) ? shown !== text : !rows.test(shown)) assert.unreachable(`rows, U+${point.toString(16)}`);
  }
});

test('a text of rows keeps its rows: what any reader takes for the end of one is one, and a tab is a blank', () => {
  assert.is(printableRows('а\r\nб\nв\r\n\r\n'), 'а\r\nб\nв\r\n\r\n');
  assert.is(printableRows('а\rб\u2028в\vг\u0085д\te'), 'а\r\nб\r\nв\r\nг\r\nд e');
  assert.is(printableRows('\u001b@а\u001b[2J\0\u202eб\ufeff\ud800'), '@а[2Jб');
  assert.is(printableRow('а\r\nб\tв'), 'абв');
});

test.run();
