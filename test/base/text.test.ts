import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  captionLine,
  centre,
  cutHard,
  oneLine,
  padEnd,
  padStart,
  serbianOrder,
  utf8Text,
  visible,
  width,
  wrapWords,
} from '../../src/base/text.js';
import { seededRandom } from '../kit/random.js';

const random = seededRandom();
const ALPHABET = 'аЂž 😀𝄞x  ';

test('a column is a code point', () => {
  assert.is(width('Ђž'), 2);
  assert.is(width('😀𝄞'), 2);
  assert.is(padStart('😀', 3), '  😀');
  assert.is(padEnd('😀', 3), '😀  ');
  assert.is(padEnd('long', 3), 'long');
});

test('an odd column goes to the right', () => {
  assert.is(centre('abc', 6), ' abc  ');
  assert.is(centre(' A ', 10, '='), '=== A ====');
  assert.is(centre('A  ', 6), ' A    ', 'blanks of the text count');
  assert.is(centre('too long', 3), 'too long');
  assert.is(width(centre('x')), 40);
});

test('hard cutting keeps every blank and fills the last piece', () => {
  assert.equal(cutHard('ab cd', 3), ['ab ', 'cd ']);
  assert.equal(cutHard('abc de', 3), ['abc', ' de']);
  assert.equal(cutHard('abc', 3), ['abc']);
  assert.equal(cutHard('😀😀😀', 2), ['😀😀', '😀 ']);
  assert.equal(cutHard('', 3), ['   ']);
});

test('hard cutting loses nothing, for random texts', () => {
  for (let i = 0; i < 2000; i++) {
    const text = random.text(ALPHABET, 0, 90);
    const columns = random.int(1, 40);
    const pieces = cutHard(text, columns);
    assert.ok(pieces.every((piece) => width(piece) === columns));
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
    assert.ok(lines.every((line) => width(line) <= max));
    assert.is(lines.join('').replaceAll(' ', ''), text.replaceAll(' ', ''));
  }
});

test('a caption stands left and its value right, exactly 40 wide', () => {
  assert.equal(captionLine('Касир:', ''), ['Касир:'.padEnd(40)]);
  assert.equal(captionLine('ПФР број рачуна:', 'H2BQNXFM-H2BQNXFM-50960'), [
    'ПФР број рачуна: H2BQNXFM-H2BQNXFM-50960',
  ]);
  assert.equal(captionLine('Бројач рачуна:', '2652/50960ПР'), ['Бројач рачуна:              2652/50960ПР']);
});

test('when not one blank remains, caption and value are cut hard at 40', () => {
  const [first, second, ...rest] = captionLine('ПФР број рачуна:', 'GHXRCEBM-GHXRCEBM-255954');
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

test.run();
