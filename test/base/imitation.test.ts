import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CLOSING, DEMO_SENTENCE, findImitatedSentence, PROCESSOR_SENTENCES, TITLE } from '../../src/base/imitation.js';
import { type FontName, FONT_FILES, fontPath } from '../../src/paper/documents/fonts.js';
import { cases } from '../kit/cases.js';
import { type Random, seededRandom } from '../kit/random.js';

const require = createRequire(import.meta.url);
interface Font {
  readonly characterSet: readonly number[];
  glyphForCodePoint: (point: number) => { readonly path: { toSVG: () => string } };
}
/** The reader of fonts that pdfkit draws with. */
const fonts = createRequire(require.resolve('pdfkit'))('fontkit') as { create: (bytes: Buffer) => Font };

/** Unicode's confusables, character by character, and the package's own way to read them: not the table of the box. */
const CONFUSABLES = require('unhomoglyph/data.json') as Readonly<Record<string, string>>;
const unhomoglyph = require('unhomoglyph') as (text: string) => string;

const FILLERS = ['\u115f', '\u1160', '\u3164', '\uffa0', '\u2800', '\u00ad', '\u200b', '\u2060', '\u034f', '\ufe0f'];
const SIGNS = [' ', '.', ' · ', '\u3000', '\u00a0', '-', '=', '"', '\u0301', ...FILLERS];

/** Characters of one look, by what UTS 39 maps them to: every character of the data, and what it maps to. */
const ALIKE = new Map<string, string[]>();
for (const character of new Set([...Object.keys(CONFUSABLES), ...Object.values(CONFUSABLES)])) {
  const look = unhomoglyph(character.normalize('NFD')).normalize('NFD');
  ALIKE.set(look, [...(ALIKE.get(look) ?? []), character]);
}

const LOOK_ALIKES = new Map(
  Array.from(new Set([...PROCESSOR_SENTENCES, TITLE].join('')), (letter) => [
    letter,
    [letter, letter.toLowerCase()].flatMap((one) => [one, ...(ALIKE.get(unhomoglyph(one)) ?? [])]),
  ]),
);

/** The sentence in other characters; blanks and the dash as they are. */
function drawnAnew(sentence: string, random: Random): string[] {
  return Array.from(sentence, (one) => (/\p{L}/u.test(one) ? random.pick(LOOK_ALIKES.get(one) ?? []) : one));
}

test('each sentence is found in random letters that look so, with anything but letters between them', () => {
  const random = seededRandom();
  for (let turn = cases('IMITATIONS', { ci: 500, all: 5000 }); turn > 0; turn -= 1) {
    const sentence = random.pick(PROCESSOR_SENTENCES);
    const text = drawnAnew(sentence, random).map((letter) => letter + (random.oneIn(3) ? random.pick(SIGNS) : ''));
    assert.is(findImitatedSentence(text.join('')), sentence, JSON.stringify(text));
    const framed = `=== ${drawnAnew(TITLE, random).join('')} ===`;
    assert.is(findImitatedSentence(framed), TITLE, framed);
  }
});

test('a look-alike of a frame is a frame', () => {
  for (const frame of ['=', '-', '—', '⁓', '\u2cba', '⹀', '٭', '─', '█', '~']) {
    assert.is(findImitatedSentence(`Хвала\n${frame.repeat(3)} ФИСКАЛНИ РАЧУН ${frame.repeat(3)}`), TITLE, frame);
  }
});

test('glyphs of the fonts that are drawn alike count as one letter', () => {
  for (const name of Object.keys(FONT_FILES)) {
    const font = fonts.create(readFileSync(fontPath(name as FontName) ?? ''));
    const drawing = (point: number): string => font.glyphForCodePoint(point).path.toSVG();
    const letters = new Map(
      Array.from(LOOK_ALIKES.keys())
        .filter((letter) => /\p{L}/u.test(letter))
        .flatMap((letter) => [letter, letter.toLowerCase()].map((one) => [drawing(one.codePointAt(0) ?? 0), letter])),
    );
    const alike = font.characterSet.filter((point) => letters.has(drawing(point)));
    const missed = alike.filter((point) => {
      const [letter = '', character] = [letters.get(drawing(point)), String.fromCodePoint(point)];
      return findImitatedSentence((CLOSING + DEMO_SENTENCE).replaceAll(letter, character)) === undefined;
    });
    assert.equal(
      missed.map((point) => `U+${point.toString(16)}`),
      [],
      name,
    );
    assert.ok(alike.length > LOOK_ALIKES.size, name);
  }
});

test('what shops sell and say is no imitation', () => {
  const random = seededRandom();
  const words =
    'фискални рачун фискалног рачуна крај демо ово није без фискалне важности рачуне ролна термо за касу хлеб Јагода Ћевапи ' +
    'ΦΙΣΚΑΛ ΚΡΑΣΙ ελιά καφές fiskalni račun kraj fiskalnog računa demo ovo nije bez fiskalne važnosti Coca-Cola 0,5 7Up 3D 600g';
  const shuffled = (): string =>
    Array.from({ length: random.int(1, 8) }, () => random.pick(words.split(' '))).join(' ');
  for (let turn = cases('HONEST_TEXTS', { ci: 3000, all: 50_000 }); turn > 0; turn -= 1) {
    const text = shuffled();
    const isSentence = PROCESSOR_SENTENCES.some((one) =>
      text.toUpperCase().replace(/\P{L}/gu, '').includes(one.replace(/\P{L}/gu, '')),
    );
    assert.is(findImitatedSentence(text) !== undefined, isSentence, text);
  }
});

test.run();
