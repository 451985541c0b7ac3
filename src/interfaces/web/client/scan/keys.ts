import { isGtin } from '../../../../base/gtin.js';

/** A key press, as reported by the browser. */
export interface KeyDown {
  /** `KeyboardEvent.key`: the character by the layout of this device. */
  readonly key: string;
  /** `KeyboardEvent.code`: the position on the keyboard in any layout; empty when the browser does not report it. */
  readonly code: string;
  /** When it was pressed, ms; not when the page processed it. */
  readonly time: number;
  readonly shift: boolean;
  readonly capsLock: boolean;
  /** Pressed with Ctrl, Alt or similar, without being a letter of the layout (AltGr). */
  readonly isCommand: boolean;
  /** The key repeats. */
  readonly isRepeat: boolean;
  /** The focus is in a field where letters are typed or select something. */
  readonly isInField: boolean;
}

/**
 * Possible readings of a code, the most likely first: keyboards of device and scanner may differ in layout and Caps
 * Lock. Never empty.
 */
export type Scan = readonly string[];

/**
 * Classification of a key. `person`: the page handles it as usual. `scanner`: only the reader may act on it. `unsure`:
 * a blank, which presses a button; it is from a person unless more keys follow within {@link LONGEST_GAP}.
 */
type KeyClass =
  | { readonly kind: 'person' | 'scanner' | 'unsure' }
  /** It ended what may be only part of a code: ignore both the key and the code. */
  | { readonly kind: 'unread' }
  /** It ended a code. `from`: which character of the burst was its first. */
  | { readonly kind: 'scan'; readonly scan: Scan; readonly from: number };

/** Maximum time between keys of one code, ms; Bluetooth scanners need up to 120. */
export const LONGEST_GAP = 160;
/** A key that is down longer was pressed by a finger, ms. Scanners release keys at once. */
const LONGEST_HELD = 45;
/** No person types this fast for long, ms between keys. */
const FAST_GAP = 35;
const BRISK_GAP = 60;
/** A busy browser may get the keys late; digits with the right check digit also count as a code then. */
const LONGEST_LATE_GAP = 300;
/** After a code, further Enter or Tab belong to it for twice its longest gap, within these limits, ms. */
const QUIET = { least: 120, most: 250 } as const;
/** After this time without another key a code without Enter or Tab is complete, ms. */
export const SILENCE = 250;
/** Shorter bursts may be typed by a person when no key release is known. */
const SURE_LENGTH = 4;
const SURE_WITHOUT_END = 6;
/** One key in this many may be released late. */
const FEW_LATE = 5;
/** The link in a QR code has some 900 characters. */
const LONGEST_CODE = 2000;

const MODIFIERS: ReadonlySet<string> = new Set([
  ...['Shift', 'CapsLock', 'Control', 'Alt', 'AltGraph', 'Meta', 'NumLock', 'ScrollLock', 'Fn'],
]);

interface Character {
  readonly typed: string;
  readonly code: string;
  /** By its position on an American keyboard, the default of scanners; undefined without a position. */
  readonly american: string | undefined;
  readonly capsLock: boolean;
  readonly time: number;
  readonly isRepeat: boolean;
  readonly isInField: boolean;
  /** ms; undefined while it is down. */
  held: number | undefined;
}

/**
 * Distinguishes a scanner that types like a keyboard from a person: its characters come in a burst, each key is
 * released at once, and usually Enter or Tab ends them. One for the whole page.
 */
export class KeyReader {
  private burst: Character[] = [];
  private digits = '';
  /** Maximum time between keys of the burst, ms. */
  private longest = 0;
  /** Number of characters whose gaps do not exceed those of late scanner keys, and the last of them. */
  private run = 0;
  private lastCharacter: Character | undefined;
  /** True when a pause separated the burst from characters that a scanner may have typed. */
  private isCut = false;
  /** Number of characters seen so far. */
  characters = 0;
  private last = -Infinity;
  private quietUntil = -Infinity;

  /** Number of characters in the burst. */
  get length(): number {
    return this.burst.length;
  }

  down(pressed: KeyDown): KeyClass {
    const { key, time } = pressed;
    if (MODIFIERS.has(key)) return { kind: 'person' };
    const gap = time - this.last;
    this.last = time;
    if (gap > LONGEST_LATE_GAP) this.run = 0;
    if (gap > LONGEST_GAP || this.burst.length >= LONGEST_CODE) {
      this.isCut = gap <= LONGEST_LATE_GAP && isLetGoAtOnce(this.burst.at(-1));
      this.burst = [];
    }
    this.longest = this.burst.length === 0 ? 0 : Math.max(gap, this.longest);
    if (gap > LONGEST_LATE_GAP) this.digits = '';
    if (isEnd(pressed)) return this.end(gap, time);
    if (pressed.isCommand || Array.from(key).length !== 1) return this.other();
    return this.character(pressed);
  }

  /** Handles a key release. Returns how long the key was down, ms; undefined when it did not belong to the burst. */
  up({ key, code, time }: Pick<KeyDown, 'key' | 'code' | 'time'>): number | undefined {
    const isIt = (one: Character): boolean =>
      code === '' ? one.typed.toLowerCase() === key.toLowerCase() : one.code === code;
    const found = this.burst.findLast((one) => one.held === undefined && isIt(one));
    if (found === undefined) return undefined;
    found.held = time - found.time;
    // A code is never typed by finger, whatever its check digit.
    if (found.held > LONGEST_HELD) this.digits = '';
    return found.held;
  }

  /** Handles {@link SILENCE} without a key: returns the code that it ended, if there was one. */
  silence(): Extract<KeyClass, { readonly kind: 'scan' }> | undefined {
    const from = this.firstOfCode(0);
    const { burst } = this;
    const isQuick = from !== undefined && (meanGap(burst, from) <= BRISK_GAP || burst.slice(from).every(isLetGoAtOnce));
    const isCode = from !== undefined && burst.length - from >= SURE_WITHOUT_END && isQuick;
    return isCode ? this.found(from, this.last + SILENCE) : undefined;
  }

  /** The page was touched or changed: the next key does not belong to the previous code. */
  touched(): void {
    this.quietUntil = -Infinity;
  }

  private character({ key, code, shift, capsLock, time, isRepeat, isInField }: KeyDown): KeyClass {
    const isFirst = this.burst.length === 0;
    this.burst.push({
      typed: key,
      code,
      american: atPlace(code, shift),
      capsLock,
      time,
      isRepeat,
      isInField,
      held: undefined,
    });
    this.digits = /^\d$/.test(key) ? this.digits + key : '';
    this.run += 1;
    this.characters += 1;
    this.lastCharacter = this.burst.at(-1);
    if (isInField) return { kind: 'person' };
    // Just after a code, a character begins the next code.
    if (!isFirst || time < this.quietUntil) return { kind: 'scanner' };
    return { kind: key === ' ' ? 'unsure' : 'person' };
  }

  private end(gap: number, time: number): KeyClass {
    const { digits, run, isCut, lastCharacter } = this;
    this.digits = '';
    this.run = 0;
    this.isCut = false;
    const from = this.firstOfCode(gap);
    const length = from === undefined ? 0 : this.burst.length - from;
    // When all late digits form a GTIN, their tail alone is not the code.
    const isLate = isGtin(digits) && digits.length > length;
    if (from !== undefined && !isLate) {
      if (isCut && from === 0) return this.unread(time);
      return this.found(from, time);
    }
    if (isLate) {
      const { burst } = this;
      this.quieten(time);
      return { kind: 'scan', scan: [digits], from: Math.max(0, burst.length - digits.length) };
    }
    // Outside a field only a scanner types characters and then Enter, however long its keys are down.
    if (run > 1 && lastCharacter?.isInField === false && time - lastCharacter.time <= LONGEST_LATE_GAP) {
      return this.unread(time);
    }
    this.burst = [];
    if (time >= this.quietUntil) return { kind: 'person' };
    this.quietUntil = time + QUIET.least;
    return { kind: 'scanner' };
  }

  /** A key that writes nothing; scanners send some between the fields of a code. */
  private other(): KeyClass {
    if (this.burst.length >= SURE_LENGTH && this.firstOfCode(0) === 0) return { kind: 'scanner' };
    this.forget();
    return { kind: 'person' };
  }

  private unread(time: number): KeyClass {
    this.quieten(time);
    return { kind: 'unread' };
  }

  private quieten(time: number): void {
    this.quietUntil = time + Math.min(QUIET.most, Math.max(QUIET.least, 2 * this.longest));
    this.forget();
  }

  private forget(): void {
    this.burst = [];
    this.digits = '';
  }

  private found(from: number, time: number): Extract<KeyClass, { readonly kind: 'scan' }> {
    const code = this.burst.slice(from);
    this.quieten(time);
    return { kind: 'scan', scan: readings(code), from };
  }

  /** Index in the burst where a scanner's code begins, if it ends with one now; `gap`: ms since its last character. */
  private firstOfCode(gap: number): number | undefined {
    const { burst } = this;
    if (burst.length === 0) return undefined;
    // A key that repeats is pressed by a finger. Its repeats begin after a pause, so the burst has nothing else.
    if (burst.some(({ isRepeat }) => isRepeat) && new Set(burst.map(({ typed }) => typed)).size === 1) return undefined;
    // Characters typed by a finger before are not part of the code; one key of a scanner with a late release is.
    const held = burst.filter(({ held: ms = 0 }) => ms > LONGEST_HELD).length;
    const from =
      held * FEW_LATE <= burst.length && burst.length >= SURE_WITHOUT_END
        ? 0
        : burst.findLastIndex(({ held = 0 }) => held > LONGEST_HELD) + 1;
    const length = burst.length - from;
    if (length > 0 && isOfScanner(burst, from, gap)) return from === 0 || length >= SURE_LENGTH ? from : undefined;
    // A busy browser may report key releases late; the pace is faster than any person.
    return burst.length >= SURE_WITHOUT_END && Math.max(gap, meanGap(burst, 0)) <= FAST_GAP ? 0 : undefined;
  }
}

function isLetGoAtOnce(one: Character | undefined): boolean {
  return one?.held !== undefined && one.held <= LONGEST_HELD;
}

function isOfScanner(burst: readonly Character[], from: number, gap: number): boolean {
  const code = burst.slice(from);
  const longest = Math.max(gap, ...code.slice(1).map(({ time }, at) => time - (code[at]?.time ?? time)));
  const unknown = code.filter(({ held }) => held === undefined).length;
  // A person has no more than two or three keys down at a time.
  if (unknown > 1 || (unknown === 1 && code.length === 1)) {
    return code.length >= SURE_LENGTH && Math.max(gap, meanGap(burst, from)) <= BRISK_GAP;
  }
  // One character immediately followed by Enter may come from a person at a keypad.
  if (code.length === 1 && code[0]?.isInField === true) return gap <= FAST_GAP;
  return unknown === 0 || longest <= BRISK_GAP;
}

/** Average time between characters, ms, beginning with a given one. */
function meanGap(burst: readonly Character[], from: number): number {
  const [first, last] = [burst[from], burst.at(-1)];
  return first === undefined || last === undefined
    ? 0
    : (last.time - first.time) / Math.max(1, burst.length - from - 1);
}

/** Enter and Tab, and how some scanners send a new line. */
function isEnd({ key, isCommand }: KeyDown): boolean {
  return isCommand ? /^[jm]$/i.test(key) : key === 'Enter' || key === 'Tab';
}

function readings(code: readonly Character[]): Scan {
  const typed = code.map((one) => one.typed).join('');
  const isByPlace = code.every(({ american }) => american !== undefined);
  const american = isByPlace ? code.map((one) => one.american ?? '').join('') : typed;
  const isCapsLock = code.some(({ capsLock }) => capsLock);
  return [...new Set([typed, american, isCapsLock ? otherCase(typed) : typed])];
}

function otherCase(text: string): string {
  return Array.from(text, (one) => (one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase())).join('');
}

/** Characters of an American keyboard that are not letters, plain and with Shift. */
const PLACES: Readonly<Record<string, string>> = {
  ...{ Digit1: '1!', Digit2: '2@', Digit3: '3#', Digit4: '4$', Digit5: '5%' },
  ...{ Digit6: '6^', Digit7: '7&', Digit8: '8*', Digit9: '9(', Digit0: '0)' },
  ...{ Minus: '-_', Equal: '=+', BracketLeft: '[{', BracketRight: ']}', Backslash: '\\|', IntlBackslash: '\\|' },
  ...{ Semicolon: ';:', Quote: '\'"', Backquote: '`~', Comma: ',<', Period: '.>', Slash: '/?', Space: '  ' },
  ...{ NumpadAdd: '++', NumpadSubtract: '--', NumpadMultiply: '**', NumpadDivide: '//', NumpadDecimal: '..' },
};

/** The character of an American keyboard without Caps Lock at a position; undefined when there is none. */
function atPlace(code: string, shift: boolean): string | undefined {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter !== undefined) return shift ? letter : letter.toLowerCase();
  const digit = /^Numpad(\d)$/.exec(code)?.[1];
  return digit ?? PLACES[code]?.[shift ? 1 : 0];
}
