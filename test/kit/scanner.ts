import type { Random } from './random.js';

/** What a keyboard has at a place, plain and with Shift. */
type Layout = Readonly<Record<string, readonly [plain: string, shifted: string]>>;

export type LayoutName = 'us' | 'sr-Latn' | 'sr-Cyrl';

const letters = (row: string): Layout =>
  Object.fromEntries(Array.from(row, (one) => [`Key${one.toUpperCase()}`, [one, one.toUpperCase()] as const]));

const US: Layout = {
  ...letters('abcdefghijklmnopqrstuvwxyz'),
  ...Object.fromEntries(
    Array.from('1!2@3#4$5%6^7&8*9(0)'.matchAll(/(.)(.)/g), ([, one = '', other = '']) => [
      `Digit${one}`,
      [one, other] as const,
    ]),
  ),
  ...{
    Minus: ['-', '_'],
    Equal: ['=', '+'],
    BracketLeft: ['[', '{'],
    BracketRight: [']', '}'],
    Backslash: ['\\', '|'],
  },
  ...{
    Semicolon: [';', ':'],
    Quote: ["'", '"'],
    Comma: [',', '<'],
    Period: ['.', '>'],
    Slash: ['/', '?'],
    Space: [' ', ' '],
  },
};

const DIGITS: Layout = Object.fromEntries(
  Array.from('1!2"3#4$5%6&7/8(9)0='.matchAll(/(.)(.)/g), ([, one = '', other = '']) => [
    `Digit${one}`,
    [one, other] as const,
  ]),
);

const LATIN: Layout = {
  ...US,
  ...DIGITS,
  ...{ KeyY: ['z', 'Z'], KeyZ: ['y', 'Y'], BracketLeft: ['š', 'Š'], BracketRight: ['đ', 'Đ'], Backslash: ['ž', 'Ž'] },
  ...{ Semicolon: ['č', 'Č'], Quote: ['ć', 'Ć'], Minus: ["'", '?'], Equal: ['+', '*'], Slash: ['-', '_'] },
  ...{ Comma: [',', ';'], Period: ['.', ':'] },
};

const CYRILLIC: Layout = {
  ...LATIN,
  ...pairs('aа bб cц dд eе fф gг hх iи jј kк lл mм nн oо pп qљ rр sс tт uу vв wњ xџ yз zѕ'),
  ...{
    BracketLeft: ['ш', 'Ш'],
    BracketRight: ['ђ', 'Ђ'],
    Backslash: ['ж', 'Ж'],
    Semicolon: ['ч', 'Ч'],
    Quote: ['ћ', 'Ћ'],
  },
};

function pairs(text: string): Layout {
  return Object.fromEntries(
    text.split(' ').map((pair) => {
      const [place = '', letter = ''] = Array.from(pair);
      return [`Key${place.toUpperCase()}`, [letter, letter.toUpperCase()] as const];
    }),
  );
}

export const LAYOUTS: Readonly<Record<LayoutName, Layout>> = { us: US, 'sr-Latn': LATIN, 'sr-Cyrl': CYRILLIC };

/** A key as the device with the pages gets it. */
export interface KeyEvent {
  readonly type: 'down' | 'up';
  readonly key: string;
  readonly code: string;
  /** ms. */
  readonly time: number;
  readonly shift: boolean;
  readonly capsLock: boolean;
}

/** How codes end; 'none': without an end. */
export const SUFFIXES = {
  enter: ['Enter'],
  tab: ['Tab'],
  'two enters': ['Enter', 'Enter'],
  'enter and tab': ['Enter', 'Tab'],
  'tab and enter': ['Tab', 'Enter'],
  none: [],
} as const;
export type Suffix = keyof typeof SUFFIXES;

export interface ScannerSettings {
  /** ms from key to key. */
  readonly gap: () => number;
  readonly suffix: Suffix;
  /** Of the device; the scanner believes in an American one. */
  readonly layout: LayoutName;
  readonly capsLock: boolean;
  /** Does the browser say the place of a key? */
  readonly tellsPlace: boolean;
}

/** Keys of a scanner that types a code, from `start` on. */
export function scanned(text: string, start: number, settings: ScannerSettings): readonly KeyEvent[] {
  const { gap, suffix, layout, capsLock, tellsPlace } = settings;
  let time = start;
  const press = (key: string, code: string, shift: boolean): KeyEvent[] => {
    const common = { key, code: tellsPlace ? code : '', shift, capsLock };
    const down = { ...common, type: 'down', time } as const;
    const up = { ...common, type: 'up', time: time + 2 } as const;
    time += gap();
    return [down, up];
  };
  const characters = Array.from(text).flatMap((one) => {
    const [code, shift] = placeOf(one);
    const [plain, shifted] = LAYOUTS[layout][code] ?? ['', ''];
    const isCapital = /^Key|Bracket|Backslash|Semicolon|Quote/.test(code) && plain.toUpperCase() !== plain && capsLock;
    const key = shift !== isCapital ? shifted : plain;
    return press(key, code, shift);
  });
  return [...characters, ...SUFFIXES[suffix].flatMap((key) => press(key, key, false))];
}

function placeOf(one: string): readonly [code: string, shift: boolean] {
  for (const [code, [plain, shifted]] of Object.entries(US)) {
    if (one === plain) return [code, false];
    if (one === shifted) return [code, true];
  }
  throw new Error(`no key of an American keyboard writes ${one}`);
}

/** Keys typed by a person: each is pressed for a while, and the next may be pressed before. */
export function typed(random: Random, text: readonly string[], start: number): readonly KeyEvent[] {
  let time = start;
  const events = text.flatMap((key): KeyEvent[] => {
    const common = { key, code: '', shift: false, capsLock: false };
    const down = { ...common, type: 'down', time } as const;
    const up = { ...common, type: 'up', time: time + random.int(50, 150) } as const;
    time += random.int(60, 400);
    return [down, up];
  });
  return events.sort((one, other) => one.time - other.time);
}

/** Keys of a person who taps them on a screen, which lets go at once. */
export function tapped(random: Random, text: readonly string[], start: number): readonly KeyEvent[] {
  let time = start;
  return text.flatMap((key): KeyEvent[] => {
    const common = { key, code: '', shift: false, capsLock: false };
    const events = [{ ...common, type: 'down', time } as const, { ...common, type: 'up', time: time + 1 } as const];
    time += random.int(170, 500);
    return events;
  });
}

/** Twelve digits with the check digit of an EAN-13. */
export function withCheckDigit(digits: string): string {
  const sum = Array.from(digits, Number).reduce((all, digit, at) => all + digit * (at % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
