import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compileSchema, NOT_BLANK, NO_PILE, PRINTABLE, PRINTABLE_LINES } from '../../src/base/schema.js';
import { collapseBlanks, MAX_MARKS, toNfc } from '../../src/base/unicode.js';

const [ACUTE, GRAVE_BELOW] = ['\u0301', '\u0316'];

/** Marks in an order that costs the most to put right. */
const misordered = (count: number): string =>
  ACUTE.repeat(Math.ceil(count / 2)) + GRAVE_BELOW.repeat(Math.floor(count / 2));

test('names that a shop uses stay as they are', () => {
  const names = [
    'Кафа',
    'Čokolada 85 % (100 g)',
    'Sendvič „Kod Đure”',
    'Сок ½ л',
    'Ủy ban Trà sữa',
    '❤️ Торта',
    '1️⃣ Мени',
  ];
  for (const name of names) {
    assert.is(collapseBlanks(name), name);
    assert.is(toNfc(name.normalize('NFD')), name.normalize('NFC'));
    assert.ok(compileSchema({ type: 'string', pattern: PRINTABLE })(name).ok, name);
  }
});

test('a run of blanks of any kind becomes one plain blank', () => {
  const blanks = [' ', '\u00a0', '\u1680', '\u2003', '\u202f', '\u3000', '\u2800', '\u3164', '\uffa0', '\u115f'];
  for (const blank of blanks) {
    assert.is(collapseBlanks(`a${blank.repeat(40)}b`), 'a b', JSON.stringify(blank));
    assert.is(collapseBlanks(`a${blank}b`), 'a b', JSON.stringify(blank));
  }
  assert.is(collapseBlanks(`a${blanks.join('')}b  c`), 'a b c');
});

test('what draws nothing does not keep blanks apart', () => {
  for (const nothing of [ACUTE, '\u034f', '\ufe0f', '\u200b', '\u2060', '\u00ad', '\ufff0', '\u{e0100}']) {
    assert.is(collapseBlanks(`a${` ${nothing}`.repeat(40)}b`), 'a b', JSON.stringify(nothing));
  }
});

test('marks beyond four on one character are cut before they are put in order', () => {
  assert.is(toNfc(`a${misordered(2)}`), `a${misordered(2)}`.normalize('NFC'));
  assert.is(toNfc(`a${ACUTE.repeat(40)}b`), `a${ACUTE.repeat(MAX_MARKS)}b`.normalize('NFC'));
  // Uncut, these would take minutes.
  assert.is(Array.from(toNfc(`a${misordered(400_000)}`)).length, MAX_MARKS);
});

test('a text with more than four marks on one character is not printable, and is refused as it came', () => {
  for (const pattern of [PRINTABLE, PRINTABLE_LINES]) {
    const check = compileSchema({ type: 'string', maxLength: 200_000, pattern });
    assert.ok(check(`a${ACUTE}${GRAVE_BELOW}`).ok);
    assert.ok(check(`a${ACUTE.repeat(MAX_MARKS)}b${ACUTE.repeat(MAX_MARKS)}`).ok);
    const refused = check(`a\u0323${misordered(200_000 - 2)}`);
    assert.equal(refused.ok ? undefined : refused.error.rule, { keyword: 'pattern', pattern: NO_PILE });
  }
});

test('a text that draws only blanks is blank', () => {
  const check = compileSchema({ type: 'string', pattern: NOT_BLANK });
  for (const blank of ['', ' ', '\u00a0', '\u3164', '\u2800', ` ${ACUTE}`, '\ufe0f']) assert.not.ok(check(blank).ok);
  for (const drawn of ['a', '½', '-', '❤️', '中', ' 1']) assert.ok(check(drawn).ok);
});

test.run();
