import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readOptions } from './arguments.js';
import { CHECKS } from './checks/index.js';
import { placesIn } from './manual.js';
import { REQUIREMENTS } from './requirements/index.js';
import { SOURCES } from './requirements/requirement.js';
import { SAMPLE_ROWS } from './samples/fixtures.js';
import { FIFTEEN } from './samples/fifteen.js';
import { compareRows } from './samples/rows.js';
import { SAMPLES } from './samples/set.js';
import { judge } from './verdict.js';

/** How many requirements each chapter has. */
const CHAPTERS = { D: 18, P: 34, O: 34, C: 10, T: 8, R: 15, S: 19, A: 30, I: 12 } as const;

test('every requirement is in the table once', () => {
  const wanted = Object.entries(CHAPTERS).flatMap(([letter, count]) =>
    Array.from({ length: count }, (_, at) => letter + String(at + 1).padStart(2, '0')),
  );
  assert.is(wanted.length, 180);
  assert.equal(REQUIREMENTS.map(({ id }) => id).sort(), wanted.sort());
});

test('every requirement has a check, a place in the documents, or a reason why it is decided elsewhere', () => {
  for (const { id, means, elsewhere } of REQUIREMENTS) {
    const isWritten = means.includes('documents');
    const hasCheck = CHECKS[id] !== undefined;
    assert.is(hasCheck || isWritten || elsewhere !== undefined, true, id);
    // What this program decides is looked at by some means; a check for anything else is of the documents alone.
    assert.is(means.length > 0, elsewhere === undefined, id);
    if (elsewhere === undefined)
      assert.is(
        hasCheck,
        means.some((one) => one !== 'documents'),
        id,
      );
  }
  assert.equal(
    Object.keys(CHECKS).filter((id) => !REQUIREMENTS.some((one) => one.id === id)),
    [],
  );
});

test('what is decided elsewhere is counted as the tax authority counts it', () => {
  const count = (...kinds: readonly string[]): number =>
    REQUIREMENTS.filter(({ elsewhere }) => elsewhere !== undefined && kinds.includes(elsewhere.kind)).length;
  assert.is(count('device', 'sandbox'), 7);
  assert.is(count('not-applicable'), 2);
});

test('texts are Serbian in Cyrillic, sources are known, and manual checks say what to do', () => {
  for (const { id, text, source, elsewhere } of REQUIREMENTS) {
    assert.match(text.replace(/QR|GTIN|mm|Wi-Fi|HTTPS?|X{8}|AB|x/g, ''), /^\P{Script=Latin}+[.]$/u, id);
    const [short = ''] = source.split(/[ ,.]/);
    assert.ok(short in SOURCES || source === 'правило производа', `${id}: ${source}`);
    if (elsewhere !== undefined && elsewhere.kind !== 'not-applicable') assert.ok(elsewhere.byHand.length > 60, id);
  }
});

test('the sample set has the fifteen kinds first, and every sample that the authority prints is in it', () => {
  assert.equal(SAMPLES.slice(0, 15), FIFTEEN);
  const names = SAMPLES.map(({ name }) => name);
  assert.is(new Set(names).size, names.length);
  for (const { name } of SAMPLE_ROWS) assert.ok(names.includes(name), name);
  for (const { name } of FIFTEEN)
    assert.ok(
      SAMPLE_ROWS.some((rows) => rows.name === name),
      name,
    );
});

const RECEIPT = `
============ ФИСКАЛНИ РАЧУН ============
Веома дугачак назив артикла који иде у д
ва реда (Ђ)
        34,99         10          349,90
ПФР време:          29.11.2026. 20:53:01
`;

test('rows are compared in their order; a name over two rows is one, and what is missing or added is found', () => {
  const rows = `
    ФИСКАЛНИ РАЧУН
    Веома дугачак назив артикла који иде у два реда (Ђ) ← Артикал (Ђ)
    34,99 10 349,90
    ПФР време: {време}`;
  const same = compareRows(RECEIPT, { rows });
  assert.equal(
    same.rows.map(({ isThere }) => isThere),
    [true, true, true, true],
  );
  assert.is(same.rows[1]?.original, 'Артикал (Ђ)');
  assert.equal(same.extra, []);
  const other = compareRows(RECEIPT.replace('349,90', '349,91\nГотовина: 1,00'), { rows });
  assert.equal(
    other.rows.map(({ isThere }) => isThere),
    [true, true, false, true],
  );
  assert.equal(other.extra, ['34,9910349,91Готовина:1,00']);
  const turned = compareRows(RECEIPT, { rows: 'ПФР време: {време}\nФИСКАЛНИ РАЧУН' });
  assert.equal(
    turned.rows.map(({ isThere }) => isThere),
    [true, false],
  );
  assert.throws(() => compareRows(RECEIPT, { rows: '{непознато}' }), /no placeholder/);
});

test('a verdict follows from what was found', () => {
  const met = { text: '', isMet: true };
  const open = { text: '', isMet: false };
  assert.is(judge([met, met]), 'passed');
  assert.is(judge([met, open]), 'partial');
  assert.is(judge([open]), 'failed');
  assert.is(judge([]), 'failed', 'nothing was looked at');
});

const MANUAL = `# Упутство
<!-- D02 -->

## Издавање
<!-- D08, P01 -->
Текст.

### Рефундација
<!-- O19 -->

## Празно
<!-- D09 -->
<!-- напомена -->
`;

test('a mark of the manual is found with the heading above it, and an empty section is known', () => {
  const places = new Map(placesIn('uputstvo.md', MANUAL));
  const told = ['D02', 'D08', 'P01', 'O19', 'D09'].map((id) => [places.get(id)?.heading, places.get(id)?.hasText]);
  assert.equal(told, [
    ['Упутство', true],
    ['Издавање', true],
    ['Издавање', true],
    ['Рефундација', false],
    ['Празно', false],
  ]);
  assert.is(places.size, 5);
});

test('the command line accepts ids and chapters, and reports unknown ones', () => {
  const read = (...args: readonly string[]): string => {
    const options = readOptions(args);
    if (!options.ok) return options.error;
    if (options.value === 'help') return 'help';
    return options.value.requirements.map(({ id }) => id).join(' ');
  };
  assert.is(read('P01', 'S18'), 'P01 S18');
  assert.is(read('T').split(' ').length, CHAPTERS.T);
  assert.is(read().split(' ').length, 180);
  assert.is(read('--help'), 'help');
  assert.is(read('P99'), 'there is no requirement P99');
  assert.match(read('--nonsense'), /nonsense/);
});

test.run();
