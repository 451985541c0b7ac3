/**
 * Characters that look like a letter of the processor's sentences, or like a frame of the title: hex code points after
 * the Cyrillic capital or the frame. They are those of Unicode's confusables (UTS 39), either case, after NFKD and
 * without marks (data of Unicode 13, © Unicode, Inc., under the Unicode License V3). test/base/lookAlikes.test.ts
 * generates the table.
 */
export const LOOK_ALIKES: Readonly<Record<string, string>> = {
  '#': '23',
  '*': '2a 66d 204e 2217 1031f',
  '-': '2d 2d7 6d4 2010 2012 2013 2043 2212 2238 2796 2a29 2a2a 2cba 2cbb 2e1a fb29 fe58',
  О:
    '30 4f 6f d8 f8 19f 275 398 39f 3a3 3b8 3bf 3c3 41e 43e 472 473 4e8 4e9 555 585 5e1 647 665 6be 6c1 6d5 6f5 6ff ' +
    '7c0 966 9e6 a66 ae6 b20 b66 be6 c02 c66 c82 ce6 d02 d20 d66 d82 e50 ed0 1010 101d 1040 10ff 12d0 13a4 13be ' +
    '13eb 1c82 1cbf 1d0f 1d11 2296 229d 236c 2c9e 2c9f 2d31 2d41 2d54 3007 a4f3 a74a a74b ab3d ab3e ab74 ab8e abbb ' +
    '10292 102ab 10404 1042c 104c2 104ea 10516 114d0 118a8 118b5 118b7 118c8 118d7 118e0 1d21a 1f714',
  З: '33 1b7 21c 21d 25c 292 417 437 498 499 4e0 4e1 1d08 2ccc 2ccd a76a a76b a7ab 118aa 118ca 16f3b 1d206',
  Ч: '34 265 427 447 4b6 4b7 4b8 4b9 4cb 4cc a78d',
  Б:
    '36 62 180 181 182 183 184 185 243 253 411 42c 431 44c 462 463 48c 48d 13cf 13ee 1472 1473 15af 1c87 2cd2 2cd3 ' +
    'ab9f abbe 118d5',
  '=': '3d 1400 2250 2251 2257 2259 225a 225e 2a6e 2e40 30a0 a4ff',
  А: '41 61 251 391 3b1 410 430 13aa 15c5 1e9a 2376 237a 2c6d a4ee ab7a 102a0 16f40',
  В: '42 299 392 3b2 412 432 13f4 13fc 15f7 1c80 a4d0 a7b4 a7b5 10282 102a1 10301',
  С:
    '43 63 a2 23b 23c 3f2 3f9 421 441 4aa 4ab 13df 1c83 1d04 20a1 2ca4 2ca5 a4da abaf 102a2 10302 10415 1043d 1051c ' +
    '118e9 118f2 1f16e 1f74c',
  Е: '45 65 246 247 395 3b5 415 435 4bc 4bd 4be 4bf 13ac 212e 22ff 2d39 a4f0 ab32 ab7c 10286 118a6 118ae 118c6 118ce',
  Н: '48 68 126 127 29c 397 3b7 41d 43d 4a2 4a3 4c7 4c8 4c9 4ca 13bb 157c 2c67 2c68 2c8e 2c8f a4e7 ab8b 102cf',
  Ј: '4a 6a 248 249 29d 37f 3f3 408 458 13ab 148d a4d9 a7b2 ab7b',
  К:
    '4b 6b 138 39a 3ba 41a 43a 49a 49b 49c 49d 49e 49f 4a0 4a1 4c3 4c4 51e 51f 13e6 16d5 1d0b 20ad 2c69 2c6a 2c94 ' +
    '2c95 a4d7 a740 a741 abb6 10518',
  М: '4d 6d 28d 39c 3bc 3fa 3fb 41c 43c 4cd 4ce 13b7 15f0 16d6 1d0d 2c98 2c99 a4df ab87 102b0 10311',
  Р: '50 70 1a4 1a5 3a1 3c1 420 440 48e 48f 13e2 146d 1d7d 2374 2c63 2ca2 2ca3 a4d1 abb2 10295',
  Г:
    '52 72 24c 24d 27c 27d 393 413 433 490 491 492 493 494 495 4f6 4f7 4fa 4fb 13b1 14a5 1d26 1d72 2c64 2c84 2c85 ' +
    'ab47 ab48 ab81 16f07',
  Т:
    '54 74 166 167 1ae 23e 288 3a4 3c4 422 442 4ac 4ad 13a2 1c84 1c85 1d1b 20ae 22a4 2361 27d9 2c66 2ca6 2ca7 a4d4 ' +
    'ab72 10297 102b1 10315 118bc 16f0a 1f768',
  У:
    '59 79 a5 194 1b3 1b4 24e 24f 263 28f 3a5 3b3 3c5 423 443 4ae 4af 4b0 4b1 10e7 13a9 13bd 1ca7 1d8c 1efe 1eff ' +
    '2ca8 2ca9 a4ec ab5a ab79 ab8d 102b2 118a4 118c4 118dc 16f43',
  _: '5f 7fa',
  '~': '7e 2dc 1fc0 2053 223c 2368 2a6a 2e1e 2e1f',
  АЕ: 'c6 e6 4d4 4d5',
  '.':
    'f0 1c3 241 294 2b9 2ba 2bb 2bc 2bd 2be 2c6 2c8 2ca 2cb 2d0 2ee 5d9 5f2 7f4 7f5 97d 13ae 1427 1433 1437 1438 ' +
    '1440 1441 1444 1445 144a 16b2 16cc 2cb4 2cc6 2d48 2d51 3033 304f 30ce 4e36 4e3f a4f8 a4f9 a4fa a4fb a4fd a778 ' +
    'a78c a78f fc5e fc5f fc60 fc61 fc62 fc63 1029b 16f3f 21fe8',
  ОЕ: '152 153',
  Л: '245 28c 39b 3bb 41b 43b 4c5 4c6 512 513 52e 52f 668 6f8 1431 1d2b 2d37 a4e5 a6ce 1028d 104b0 104d8 16f3d',
  Ф: '278 3a6 3c6 424 444 553 583 1240 16f0 2caa 2cab 102b3',
  И: '376 377 418 438 48a 48b 1d0e a6a1 10425 1044d 1d20b',
  Д: '394 414 434 1c81 2206',
  Ж: '416 436 496 497',
  ОО: '221e a698 a699 a74e a74f',
  ТЗ: 'a728 a729',
  АА: 'a732 a733',
  АО: 'a734 a735',
  АУ: 'a73c a73d',
  МВ: '1f76b',
};

/** The title of a fiscal receipt. */
export const TITLE = 'ФИСКАЛНИ РАЧУН';
/** The text of its last row. */
export const CLOSING = 'КРАЈ ФИСКАЛНОГ РАЧУНА';
/** The sentence on printouts that are not fiscal receipts. */
export const NOT_FISCAL = 'ОВО НИЈЕ ФИСКАЛНИ РАЧУН';
/** Printed directly below the title and directly above the closing row of every receipt of the demo processor. */
export const DEMO_SENTENCE = 'ДЕМО РАЧУН - БЕЗ ФИСКАЛНЕ ВАЖНОСТИ';

/** Sentences that are convincing in any position; the title alone counts only in a frame. */
export const PROCESSOR_SENTENCES = [NOT_FISCAL, CLOSING, DEMO_SENTENCE] as const;

/** Characters that can frame the title: rules, dashes, stars and drawn lines. */
const FRAME = /[\p{Sm}\p{Pd}\p{Pc}\p{So}*#~]/u;
/** Marks, and characters that draw nothing or only a blank; except four Indic signs, which are rings of their own. */
const UNDRAWN = /(?:(?![\u0c02\u0c82\u0d02\u0d82])[\p{M}\p{Default_Ignorable_Code_Point}\u2800])+/gu;
const NO_LETTERS = /\P{L}+/gu;

const SHAPES = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([shape, points]) =>
    points.split(' ').map((point) => [String.fromCodePoint(Number.parseInt(point, 16)), shape] as const),
  ),
);

function withoutUndrawn(text: string): string {
  return text.replace(UNDRAWN, '');
}

/**
 * The characters in upper case; characters that look like a letter of the sentences, or like a frame, are replaced by
 * it (UTS 39, section 4).
 */
function capitals(text: string): string {
  return Array.from(withoutUndrawn(text), (character) => SHAPES.get(character) ?? parts(character)).join('');
}

/** The components of a character: a letter in a circle becomes the letter. */
function parts(character: string): string {
  if (character <= '\x7f') return character.toUpperCase();
  const plain = withoutUndrawn(character.normalize('NFKD'));
  return Array.from(plain, (part) => SHAPES.get(part) ?? part.toUpperCase()).join('');
}

/** Two readings of a text: with the digits and signs that look like letters, and without them. */
function readings(text: string): readonly string[] {
  return [text, text.replace(NO_LETTERS, '')].map((one) => capitals(one).replace(NO_LETTERS, ''));
}

const TITLE_LETTERS = readings(TITLE)[0] ?? '';
const SENTENCES = PROCESSOR_SENTENCES.map((sentence) => ({ sentence, letters: readings(sentence)[0] ?? '' }));

/**
 * The processor's sentence that a text imitates: the closing row of a receipt, a statement that it is not fiscal or a
 * demo, in similar letters and with any non-letters between them; or the title in a frame, in a row of its own.
 * Undefined when it imitates none. `rows` are the rows in which the text is printed; `mayDeny`: the printout itself
 * states that it is not a fiscal receipt.
 *
 * @example findImitatedSentence('KPAJ ФИCKAЛH0Г PAЧУHA') === 'КРАЈ ФИСКАЛНОГ РАЧУНА'
 */
export function findImitatedSentence(
  text: string,
  { rows = () => text.split('\n'), mayDeny = false }: { rows?: () => readonly string[]; mayDeny?: boolean } = {},
): string | undefined {
  const read = readings(text);
  const drawn = SENTENCES.find(({ sentence, letters }) =>
    mayDeny && sentence === NOT_FISCAL ? false : read.some((one) => one.includes(letters)),
  );
  if (drawn !== undefined) return drawn.sentence;
  if (!read.some((one) => one.includes(TITLE_LETTERS))) return undefined;
  return rows().some(isFramedTitle) ? TITLE : undefined;
}

function isFramedTitle(row: string): boolean {
  return FRAME.test(capitals(row)) && readings(row).includes(TITLE_LETTERS);
}
