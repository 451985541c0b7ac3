import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { KeyReader, type Scan, SILENCE } from '../../../../../src/interfaces/web/client/scan/keys.js';
import { cases } from '../../../../kit/cases.js';
import { seededRandom } from '../../../../kit/random.js';
import {
  type KeyEvent,
  LAYOUTS,
  type LayoutName,
  scanned,
  type ScannerSettings,
  type Suffix,
  SUFFIXES,
  tapped,
  typed,
  withCheckDigit,
} from '../../../../kit/scanner.js';

type KeyClass = ReturnType<KeyReader['down']>;

const random = seededRandom();

interface Seen {
  readonly scans: readonly Scan[];
  /** Keys that reached the page, and might press something there. */
  readonly reached: readonly string[];
}

/** Lets a reader see keys, and then silence. */
function see(reader: KeyReader, keys: readonly KeyEvent[], isInField: boolean): Seen {
  const scans: Scan[] = [];
  const reached: string[] = [];
  const take = (verdict: KeyClass | undefined, key: string): void => {
    if (verdict?.kind === 'scan') scans.push(verdict.scan);
    else if (verdict?.kind === 'person' || verdict?.kind === 'unsure') reached.push(key);
  };
  let last = -Infinity;
  for (const { type, key, code, time, shift, capsLock } of keys) {
    if (time - last > SILENCE) take(reader.silence(), '');
    last = type === 'down' ? time : last;
    if (type === 'up') reader.up({ key, code, time });
    else take(reader.down({ key, code, time, shift, capsLock, isCommand: false, isRepeat: false, isInField }), key);
  }
  take(reader.silence(), '');
  return { scans, reached };
}

const SETTINGS: ScannerSettings = { gap: () => 5, suffix: 'enter', layout: 'us', capsLock: false, tellsPlace: true };

/** What a code may be that a shop scans. */
function anyCode(): string {
  switch (random.int(1, 6)) {
    case 1:
      return withCheckDigit(random.text('0123456789', 12, 12));
    case 2:
      return random.text('0123456789', 2, 8);
    case 3:
      return random.text('ABCDXYZ0123456789', 2, 12);
    case 4:
      return `LOT ${random.text('0123456789', 1, 4)} ${random.text('ABZY', 1, 3)}`;
    case 5:
      return `https://suf.purs.gov.rs/v/?vl=${random.text('ABCyzYZabc019+/', 80, 200)}`;
    default:
      return random.text('0123456789', 1, 1);
  }
}

const COUNT = cases('SCANS', { ci: 4000, all: 20_000 });

test('each code of a scanner is one code, and none of its keys presses anything, whatever people type before and after', () => {
  const reader = new KeyReader();
  let now = 1000;
  for (let count = 0; count < COUNT; count++) {
    const isInField = random.oneIn(2);
    // What a person types.
    if (random.oneIn(3)) {
      const text = [...Array.from(random.text('0123456789абв*, ', 1, 10)), random.pick(['Enter', 'Tab', 'a'])];
      const keys = random.oneIn(2) ? typed(random, text, now) : tapped(random, text, now);
      const seen = see(reader, keys, isInField);
      const isTheirs = !isInField || seen.reached.join() === text.join();
      assert.ok(seen.scans.length === 0 && isTheirs, isTheirs ? 'a scan' : JSON.stringify(keys));
      now = (keys.at(-1)?.time ?? now) + random.int(300, 1000);
    }
    const gaps = random.pick([3, 10, 30, 60, 90, 120]);
    const code = anyCode();
    // A single character in a field at the pace of a hand is not from a scanner; a short code without an end is not
    // either.
    const suffix = random.pick(Object.keys(SUFFIXES).filter((one) => one !== 'none' || code.length >= 6) as Suffix[]);
    const most = suffix === 'none' ? 40 : isInField && code.length === 1 ? 20 : 120;
    const settings: ScannerSettings = {
      gap: () => Math.min(most, Math.max(3, gaps + random.int(-3, 3))),
      suffix,
      layout: random.pick(Object.keys(LAYOUTS) as LayoutName[]),
      capsLock: random.oneIn(4),
      tellsPlace: true,
    };
    const keys = scanned(code, now, settings);
    const { scans, reached } = see(reader, keys, isInField);
    // The first characters may reach the page; they press nothing.
    const isPressed = reached.includes('Enter') || reached.includes('Tab');
    const isRead = scans.length === 1 && scans[0]?.includes(code) === true;
    if (isRead && !isPressed) {
      now = (keys.at(-1)?.time ?? now) + random.int(2 * SILENCE + 10, 2000);
      continue;
    }
    assert.unreachable(JSON.stringify({ code, suffix, gaps, layout: settings.layout, scans, isPressed }));
  }
});

test('consecutive codes are separated', () => {
  const reader = new KeyReader();
  const codes = Array.from({ length: 20 }, (_, at) => withCheckDigit(String(860_000_000_000 + at)));
  let now = 0;
  const keys = codes.flatMap((code) => {
    const its = scanned(code, now, SETTINGS);
    now = (its.at(-1)?.time ?? 0) + 10;
    return its;
  });
  assert.equal(
    see(reader, keys, false).scans.map(([code]) => code),
    codes,
  );
});

test('a blank of a person on a button is theirs, one within a code is not', () => {
  const reader = new KeyReader();
  assert.equal(see(reader, typed(random, [' '], 0), false), { scans: [], reached: [' '] });
  assert.equal(see(reader, scanned('LOT 2026 11', 5000, SETTINGS), false).reached, ['L']);
});

test('Enter after a code belongs to it for a moment, and then to a person again', () => {
  const reader = new KeyReader();
  see(reader, scanned('123456', 0, SETTINGS), false);
  const enter = (time: number): KeyClass['kind'] =>
    reader.down({
      key: 'Enter',
      code: 'Enter',
      time,
      shift: false,
      capsLock: false,
      isCommand: false,
      isRepeat: false,
      isInField: false,
    }).kind;
  assert.is(enter(100), 'scanner');
  assert.is(enter(210), 'scanner');
  assert.is(enter(900), 'person');
});

test('digits that a busy browser brings late are a code by their check digit', () => {
  const late: ScannerSettings = { ...SETTINGS, gap: () => 250 };
  const reader = new KeyReader();
  assert.equal(see(reader, scanned('8600000000011', 0, late), true).scans, [['8600000000011']]);
  assert.equal(see(reader, scanned('8600000000012', 9000, late), true).scans, []);
});

test('typed digits are never a scanned code, whatever their check digit', () => {
  const reader = new KeyReader();
  const keys = typed(random, [...Array.from('77551092'), 'Tab'], 0);
  assert.equal(see(reader, keys, true), { scans: [], reached: [...Array.from('77551092'), 'Tab'] });
});

test('Enter of a scanner that holds its keys as a finger does presses nothing, where letters go nowhere', () => {
  const reader = new KeyReader();
  const keys = scanned('LOT12345', 0, { ...SETTINGS, gap: () => 110 }).map((key) =>
    key.type === 'up' ? { ...key, time: key.time + 55 } : key,
  );
  const { scans, reached } = see(reader, keys, false);
  assert.equal([scans, reached.includes('Enter')], [[], false]);
});

test('the rest of a code behind a pause is not sold as another one; all of a GTIN is', () => {
  const reader = new KeyReader();
  const paused = (code: string, start: number): readonly KeyEvent[] => {
    const keys = scanned(code, start, { ...SETTINGS, gap: () => 100 });
    return keys.map((key, at) => (at < 18 ? key : { ...key, time: key.time + 100 }));
  };
  assert.equal(see(reader, paused('ABC1234567890', 0), false).scans, []);
  assert.equal(see(reader, paused('8600000000011', 9000), false).scans, [['8600000000011']]);
});

test('a repeating key is not a code', () => {
  const reader = new KeyReader();
  const held = Array.from({ length: 30 }, (_, at) => at * 33).map((time) => ({
    ...{ key: '0', code: 'Digit0', time, shift: false, capsLock: false, isCommand: false, isInField: true },
    isRepeat: time > 0,
  }));
  for (const key of held) reader.down(key);
  assert.is(reader.silence(), undefined);
});

test('a layout that is not that of the scanner, and Caps Lock, leave the code among its readings', () => {
  const reader = new KeyReader();
  const of = (more: Partial<ScannerSettings>, start: number): readonly string[] =>
    see(reader, scanned('YZ-a;1', start, { ...SETTINGS, ...more }), false).scans[0] ?? [];
  assert.equal(of({}, 0), ['YZ-a;1']);
  assert.equal(of({ layout: 'sr-Latn' }, 5000), ["ZY'ač1", 'YZ-a;1']);
  assert.equal(of({ layout: 'sr-Cyrl' }, 10_000), ["ЗЅ'ач1", 'YZ-a;1']);
  assert.equal(of({ capsLock: true }, 15_000), ['yz-A;1', 'YZ-a;1']);
  assert.equal(of({ capsLock: true, tellsPlace: false }, 20_000), ['yz-A;1', 'YZ-a;1']);
});

test.run();
