import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { latin } from '../../../../src/base/bilingual.js';
import { TEXTS } from '../../../kit/web/texts.js';

const FOLDER = resolve(import.meta.dirname, '../../../../src/interfaces/web/client/text');
const SOURCES = resolve(import.meta.dirname, '../../../../src');
const WORDS = resolve(import.meta.dirname, '../../../../docs/words.md');
/** What is no area of texts. */
const OTHER_FILES = ['language.ts', 'texts.ts'];

/** Names, units and text typed literally: in Serbian texts they stay in Latin letters. */
const LATIN_WORDS = [
  ...['ABCD1234-ABCD1234-15', 'WINDOWS-1250', 'WINDOWS-1251'],
  ...['kasirbox', 'users', 'code', 'password', 'backup', 'pfr', 'status', 'systemd', 'sha256', 'whsec_'],
  ...[
    'Wi-Fi',
    'PDF',
    'CSV',
    'API',
    'PLU',
    'GTIN',
    'EAN',
    'QR',
    'JSON',
    'PNG',
    'JPEG',
    'PEM',
    'DER',
    'PFX',
    'TLS',
    'STARTTLS',
  ],
  ...[
    'SHA-256',
    'MiB',
    'KiB',
    'MB',
    'GB',
    'mm',
    'USB',
    'HTTPS',
    'https',
    'http',
    'PWA',
    'pcscd',
    'Telegram',
    'webhook',
    'UUID',
    'URL',
  ],
  ...[
    'pfx',
    'p12',
    'ca.pem',
    '/metrics',
    'B2B',
    'RSD',
    'Android',
    'iPhone',
    'iPad',
    'iOS',
    'Windows',
    'macOS',
    'Linux',
    'Chrome',
  ],
  ...[
    'Safari',
    'Firefox',
    'Edge',
    'Star',
    'PIN',
    'ID',
    'IP',
    'SMTP',
    'L-PFR',
    'V-PFR',
    'Enter',
    'Esc',
    'F2',
    'F4',
    'F9',
  ],
];
/** Examples of addresses and commands. */
const EXAMPLES =
  /(?:https?|tcp|usb|serial|lp):\/\/[^\s;,]+|<[^>]+@[^>]+>|[\w.-]+\.example\.rs|\/media\/\w+|@\S+|kasirbox [a-z -]+/g;

interface Shown {
  readonly place: string;
  readonly sr: string;
  readonly en: string;
}

const shown: readonly Shown[] = Object.entries(TEXTS).flatMap(([area, texts]) =>
  Object.entries(texts).map(([name, { sr, en }]) => ({ place: `${area}.${name}`, sr, en })),
);

/** They hold words that others write: headings of files, and what a compressor has learned. */
const READ_FROM_OTHERS = ['shop/catalogue/csv/cells.ts', 'outward/delivery/stream/streamMessage.ts'];

/** What of the program may hold texts or draw a page, with its names below `src`. */
function sources(): (readonly [file: string, text: string])[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  return files
    .filter((name) => /\.(?:tsx?|css|html)$/.test(name) && !READ_FROM_OTHERS.includes(name))
    .map((file) => [file, readFileSync(join(SOURCES, file), 'utf8')] as const);
}

/** The last column of the table. */
function wordsNotUsed(): string[] {
  return readFileSync(WORDS, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Serbian') && !line.startsWith('| ---'))
    .flatMap((line) => (line.split('|')[4] ?? '').split(','))
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

function valuesOf(text: string): string[] {
  return (text.match(/\{\w+\}/g) ?? []).sort();
}

function plain(text: string): string {
  const words = text.replace(/\{\w+\}/g, ' ').replace(EXAMPLES, ' ');
  const known = [...LATIN_WORDS].sort((a, b) => b.length - a.length);
  return known.reduce(
    (left, word) => left.replaceAll(new RegExp(`(?<![\\p{L}])${escaped(word)}(?![\\p{L}])`, 'gu'), ' '),
    words,
  );
}

function escaped(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

test('the tests know every file of texts', async () => {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.ts') && !OTHER_FILES.includes(file));
  const listed = Object.values(TEXTS);
  for (const file of files) {
    const module = (await import(join(FOLDER, file))) as Record<string, unknown>;
    for (const [name, texts] of Object.entries(module)) {
      assert.ok(
        listed.some((one) => one === texts),
        `${name} of ${file} is not listed`,
      );
    }
  }
  assert.is(new Set(listed).size, listed.length);
});

test('every text exists in Serbian Cyrillic and in English', () => {
  for (const { place, sr, en } of shown) {
    assert.ok(sr.trim() !== '' && en.trim() !== '', place);
    assert.is(sr, sr.trim(), place);
    assert.is(en, en.trim(), place);
    assert.not.match(plain(sr), /\p{Script=Latin}/u, `${place}: ${sr}`);
    assert.not.match(en.replace(/1234567-Пекара/g, ''), /\p{Script=Cyrillic}/u, `${place}: ${en}`);
  }
});

test('no text of the pages or of the box uses a word that docs/words.md has retired', () => {
  const retired = wordsNotUsed();
  assert.ok(retired.length > 10);
  const found: string[] = [];
  for (const [file, text] of sources()) {
    const texts = (text.match(/'(?:[^'\\\n]|\\.)*'|`[^`]*`/g) ?? []).join('\n');
    for (const word of retired) {
      // Serbian words change their ends.
      if (new RegExp(`(?<!\\p{L})${escaped(word)}`, 'iu').test(texts)) found.push(`${file}: ${word}`);
    }
  }
  assert.equal(found, []);
});

test('what „ opens is closed by ” in every text', () => {
  const found = sources().flatMap(([file, text]) =>
    (text.match(/„[^„“”'\n]*[^„“”'\s][^„“”'\n]*“/g) ?? []).map((quoted) => `${file}: ${quoted}`),
  );
  assert.equal(found, []);
});

test('no page draws a sign that a device may not have, or have in colours: those are icons', () => {
  const signs = /[\u2190-\u21ff\u2300-\u23ff\u25a0-\u27bf\u2b00-\u2bff]|\p{Emoji_Presentation}/u;
  const found = sources().filter(([file, text]) => file.startsWith('interfaces/web/') && signs.test(text));
  assert.equal(
    found.map(([file]) => file),
    [],
  );
});

test('a tax label is never called just a label: receipts, cards and requests have labels, too', () => {
  const bare = shown.filter(({ sr, en }) => sr === 'Ознака' || en === 'Label');
  assert.equal(bare, []);
});

test('both languages show the same values', () => {
  for (const { place, sr, en } of shown) assert.equal(valuesOf(sr), valuesOf(en), place);
});

test('the Latin of every text has no Cyrillic letter left', () => {
  for (const { place, sr } of shown) assert.not.match(latin(sr), /\p{Script=Cyrillic}/u, place);
});

test('in one area nothing is said twice under two names', () => {
  for (const [area, texts] of Object.entries(TEXTS)) {
    const pairs = Object.values(texts).map(({ sr, en }) => `${sr} | ${en}`);
    const twice = pairs.filter((pair, at) => pairs.indexOf(pair) !== at);
    assert.equal(twice, [], area);
  }
});

test('Serbian Latin: letters of two, capitals by their neighbours', () => {
  const words = {
    Љубав: 'Ljubav',
    ЉУБАВ: 'LJUBAV',
    Џак: 'Džak',
    ЏАК: 'DŽAK',
    Њ: 'Nj',
    'КОЊ и ПАЊ': 'KONJ i PANJ',
    'пањ, Џ.': 'panj, Dž.',
    Ђурђевак: 'Đurđevak',
    'ћевап, чај, шума, жир': 'ćevap, čaj, šuma, žir',
    'већ Latin 123 {name}': 'već Latin 123 {name}',
  };
  for (const [cyrillic, expected] of Object.entries(words)) assert.is(latin(cyrillic), expected);
});

test.run();
