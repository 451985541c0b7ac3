import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compileSchema } from '../../src/base/schema.js';
import { NAME, TEXT } from '../../src/base/textRules.js';
import { collapseBlanks, MAX_MARKS, printedRow, toNfc } from '../../src/base/unicode.js';

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
    assert.is(printedRow(name), name);
    assert.ok(compileSchema({ type: 'string', pattern: NAME })(name).ok, name);
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

test('a text with more than four marks on one character is refused as it came', () => {
  for (const pattern of [TEXT, NAME]) {
    const check = compileSchema({ type: 'string', maxLength: 200_000, pattern });
    assert.ok(check(`a${ACUTE}${GRAVE_BELOW}`).ok);
    assert.ok(check(`a${ACUTE.repeat(MAX_MARKS)}b${ACUTE.repeat(MAX_MARKS)}`).ok);
    const refused = check(`a\u0323${misordered(200_000 - 2)}`);
    assert.equal(refused.ok ? undefined : refused.error.rule, { keyword: 'format', format: 'few-marks' });
  }
});

test('marks that only what nobody sees keeps apart are a pile', () => {
  const marks = ACUTE.repeat(MAX_MARKS);
  for (const text of [`a${marks}\u200d${ACUTE}`, `a${'\u0344'.repeat(MAX_MARKS)}`]) {
    const checked = compileSchema({ type: 'string', maxLength: 200, pattern: TEXT })(text);
    assert.equal(checked.ok ? undefined : checked.error.rule, { keyword: 'format', format: 'few-marks' });
  }
});

test('invisible characters are not printed, and other blanks become a blank', () => {
  const unseen = ['\u00ad', '\u200b', '\u200c', '\u200d', '\u200e', '\u202e', '\u2060', '\u2066', '\ufeff', '\u034f'];
  for (const sign of unseen) {
    assert.is(printedRow(`ка${sign}фа`), 'кафа', JSON.stringify(sign));
    assert.is(printedRow(`ка ${sign} фа`), 'ка фа', JSON.stringify(sign));
    assert.is(printedRow(`${sign}кафа${sign}`), 'кафа', JSON.stringify(sign));
  }
  for (const blank of ['\t', '\n', '\r\n', '\u2028', '\u00a0', '\u200b\t']) assert.is(printedRow(`а${blank}б`), 'а б');
  // A separator between two characters is removed as it would be when drawn.
  assert.is(printedRow('c\u200d\u030c'), '\u010d');
});

test('what is printed of a row is printed of it again', () => {
  for (let point = 0; point <= 0x10ffff; point += 1) {
    const printed = printedRow(`c ${String.fromCodePoint(point)}\u030c`);
    if (printedRow(printed) !== printed) assert.unreachable(`U+${point.toString(16)}`);
  }
});

test('a text that draws only blanks is blank', () => {
  const check = compileSchema({ type: 'string', pattern: NAME });
  for (const blank of ['', ' ', '\t\n', '\u200b\u00ad', '\ufeff', '\u00a0', '\u3164', '\u2800', ` ${ACUTE}`, '\ufe0f'])
    assert.not.ok(check(blank).ok);
  for (const drawn of ['a', '½', '-', '❤️', '中', ' 1']) assert.ok(check(drawn).ok);
});

test.run();
