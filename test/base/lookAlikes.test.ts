import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { LOOK_ALIKES, PROCESSOR_SENTENCES, TITLE } from '../../src/base/imitation.js';

/**
 * The table of look-alikes against Unicode's confusables (UTS 39), as the package unhomoglyph has them. After a change of the
 * package or of the sentences:
 * UPDATE_HELD=1 node --import tsx test/base/lookAlikes.test.ts && npx prettier --write src/base/imitation.ts
 */
const TABLE = resolve(import.meta.dirname, '../../src/base/imitation.ts');
const CONFUSABLES = createRequire(import.meta.url)('unhomoglyph/data.json') as Readonly<Record<string, string>>;

/** What frames the title, by its own look. */
const FRAMES = '-=_~*#';

/** Any sign that is neither a letter nor a frame. */
const SIGN = '.';

/** Letters that the data does not have, and that differ by a hook, a stroke or less. */
const MISSING: Readonly<Record<string, string>> = {
  Г: 'ҐґҔҕӶӷӺӻ',
  Д: 'Δ∆',
  К: 'ҜҝҠҡӃӄԞԟ',
  Л: 'ԒԓԮԯ',
  Р: 'Ҏҏ',
  Ч: '4ҶҷҸҹӋӌꞍɥ',
};

/** The text without marks and what draws nothing, as the table is asked for it; four signs of India are rings of their own. */
function base(text: string): string {
  return text.normalize('NFKD').replace(/(?![\u0c02\u0c82\u0d02\u0d82])[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '');
}

/** The skeleton of UTS 39, without marks. */
function skeleton(text: string): string {
  const mapped = Array.from(text.normalize('NFD'), (character) => CONFUSABLES[character] ?? character);
  return base(mapped.join(''));
}

const LETTERS = [...new Set([...PROCESSOR_SENTENCES, TITLE].join('').replace(/\P{L}/gu, ''))];
const SHAPES = new Map([
  ...LETTERS.flatMap((letter) => [letter, letter.toLowerCase()].map((one) => [skeleton(one), letter] as const)),
  ...Array.from(FRAMES, (frame) => [skeleton(frame), frame] as const),
]);

/** The letters, or the frame, that a character is drawn as. */
function shapeOf(character: string): string | undefined {
  const drawn = Array.from(skeleton(character), (one) => SHAPES.get(one));
  return drawn.length === 0 || drawn.includes(undefined) ? undefined : drawn.join('');
}

/** Letters that look like a stop, a quote or another sign may be between the letters of a sentence like the sign itself. */
function signOf(character: string): string | undefined {
  return /^\p{L}/u.test(character) && /^[^\p{L}\p{N}]+$/u.test(skeleton(character)) ? SIGN : undefined;
}

function shapeInTable(character: string): string | undefined {
  const missing = Object.keys(MISSING).find((letter) => MISSING[letter]?.includes(character));
  const cases = [character, character.toUpperCase(), character.toLowerCase()];
  return missing ?? cases.map(shapeOf).find((one) => one !== undefined) ?? signOf(character);
}

function derived(): Record<string, string> {
  const known = new Set([
    ...Object.keys(CONFUSABLES),
    ...SHAPES.keys(),
    ...LETTERS,
    ...Object.values(MISSING).flatMap((letters) => Array.from(letters)),
  ]);
  const found = new Map<string, number[]>();
  for (let point = 0x21; point <= 0x10ffff; point += 1) {
    const character = String.fromCodePoint(point);
    const cases = [character, character.toUpperCase(), character.toLowerCase()];
    if (!cases.some((one) => known.has(one))) continue;
    const shape = shapeInTable(character);
    // What it is made of is looked up, too.
    const parts = Array.from(base(character));
    const isComposed = parts.join('') !== character && parts.map(shapeInTable).join('') === shape;
    if (shape !== undefined && !isComposed) found.set(shape, [...(found.get(shape) ?? []), point]);
  }
  const rows = [...found].map(([shape, points]) => [shape, points.map((point) => point.toString(16)).join(' ')]);
  return Object.fromEntries(rows) as Record<string, string>;
}

test('the table has every character that looks like a letter or frame of the sentences', () => {
  const table = derived();
  if (process.env['UPDATE_HELD'] === '1') {
    const source = readFileSync(TABLE, 'utf8');
    const rows = Object.entries(table).map(([shape, points]) => `  '${shape}': ${wrapped(points)},\n`);
    writeFileSync(TABLE, source.replace(/(?<== \{\n)[^}]*(?=\};)/, rows.join('')));
    return;
  }
  assert.equal(LOOK_ALIKES, table);
});

function wrapped(points: string): string {
  const rows = points.match(/.{1,110}(?: |$)/g) ?? [];
  return rows.map((row) => `\n    '${row}'`).join(' +');
}

test.run();
