import { DEFAULT_LINE_SPACING, hex, type PrintHead } from './printHead.js';
import { automaticStatus, isStatusQuestion, processAnswer, queuedStatus, type Condition } from './status.js';
import type { PrinterOptions } from './types.js';

/** Reads bytes as they come: each `yield` waits for the next one. */
export type Reading<T = void> = Generator<undefined, T, number>;

/** What commands work on. */
export interface Mechanism {
  readonly options: PrinterOptions;
  readonly head: PrintHead;
  readonly condition: () => Condition;
  readonly send: (bytes: Uint8Array) => void;
  /** An impulse on this pin of the drawer's plug. */
  readonly kick: (pin: 2 | 5) => void;
}

type Command = (mechanism: Mechanism) => Reading;

/** Rows that GS v 0 takes at most (yH to 8). */
const MAX_ROWS = 2303;

/**
 * By the first two bytes. Names, arguments and ranges are those of Epson's "ESC/POS command reference"; the makers of
 * the other models copy them.
 */
export const COMMANDS: ReadonlyMap<number, Command> = new Map<number, Command>([
  /** DLE EOT n: was answered when it was received; in its turn nothing is left to do. */
  [
    0x1004,
    function* ({ head }) {
      const question = yield;
      if (!isStatusQuestion(question)) unknown(head, 0x10, 0x04, question);
    },
  ],

  /** ESC 2: default line spacing. */
  [
    0x1b32,
    function* ({ head }) {
      head.modes.lineSpacing = DEFAULT_LINE_SPACING;
    },
  ],

  /** ESC 3 n: line spacing of n dots. */
  [
    0x1b33,
    function* ({ head }) {
      head.modes.lineSpacing = yield;
    },
  ],

  /** ESC @: initialise printer. */
  [
    0x1b40,
    function* ({ head }) {
      head.reset();
    },
  ],

  /** ESC J n: print and feed n dots. */
  [
    0x1b4a,
    function* ({ head }) {
      head.printLine(yield);
    },
  ],

  /** ESC M n: font A (0) or B (1). */
  [
    0x1b4d,
    function* ({ head }) {
      const font = yield;
      if (font > 1) unknown(head, 0x1b, 0x4d, font);
      else head.modes.font = font === 0 ? 'A' : 'B';
    },
  ],

  /** ESC a n: left (0), centre (1), right (2); only at the beginning of a line. */
  [
    0x1b61,
    function* ({ head }) {
      const align = (['left', 'centre', 'right'] as const)[yield];
      if (align === undefined) head.complain('unknown alignment');
      else if (!head.isAtLineStart) head.complain('ESC a inside of a line');
      else head.modes.align = align;
    },
  ],

  /** ESC d n: print and feed n lines. */
  [
    0x1b64,
    function* ({ head }) {
      const lines = yield;
      head.printLine(lines * head.modes.lineSpacing);
    },
  ],

  /** ESC p m t1 t2: pulse for the drawer on pin 2 (0) or 5 (1). */
  [
    0x1b70,
    function* (mechanism) {
      const plug = yield;
      yield; // t1: on, 2 ms
      yield; // t2: off, 2 ms
      if (plug > 1) unknown(mechanism.head, 0x1b, 0x70, plug);
      else mechanism.kick(plug === 0 ? 2 : 5);
    },
  ],

  /** ESC t n: code page. */
  [
    0x1b74,
    function* ({ head, options }) {
      const number = yield;
      const page = options.pages[number];
      if (page === undefined) head.complain(`unknown page ${number}`);
      else head.modes.codePage = page;
    },
  ],

  /** FS .: leaves the mode of Chinese text. */
  [
    0x1c2e,
    function* ({ head }) {
      head.modes.isTwoByte = false;
    },
  ],

  /** GS ! n: size; bits 4 to 6 widen 1 to 8 times, 0 to 2 heighten. */
  [
    0x1d21,
    function* ({ head }) {
      const size = yield;
      if ((size & 0x88) !== 0) {
        unknown(head, 0x1d, 0x21, size);
        return;
      }
      head.modes.widthTimes = (size >> 4) + 1;
      head.modes.heightTimes = (size & 0x07) + 1;
    },
  ],

  /** GS ( H pL pH fn m d1 … d4: process id. */
  [0x1d28, processId],

  /** GS V m n: feeds n dots beyond the way to the cutter and cuts. */
  [
    0x1d56,
    function* ({ head }) {
      const form = yield;
      // Of form 0, without n, the box makes no use: it is what zeros make of a GS V that was torn off, and it cuts.
      if (form !== 0x41 && form !== 0x42 && form !== 0x00) {
        unknown(head, 0x1d, 0x56, form);
        return;
      }
      if (!head.isAtLineStart) head.complain('a cut inside of a line');
      head.printLine(form === 0x00 ? 0 : yield);
      head.cut(form === 0x42 ? 'partial' : 'full');
    },
  ],

  /** GS a n: reports from now on the changes of the states named by the bits of n, and the present state; 0: no reports. */
  [
    0x1d61,
    function* ({ head, options, condition, send }) {
      const which = yield;
      head.modes.reportsChanges = which !== 0 && options.answers.autoStatus === true;
      if (head.modes.reportsChanges) send(automaticStatus(condition()));
    },
  ],

  /** GS r n: transmit status; 1 = paper sensor. In its turn, so never while the paper is out. */
  [
    0x1d72,
    function* ({ head, options, condition, send }) {
      const which = yield;
      if (which !== 1) unknown(head, 0x1d, 0x72, which);
      else if (options.answers.queuedStatus) send(queuedStatus(condition()));
    },
  ],

  /** GS v 0 m xL xH yL yH d1 … dk: raster picture. */
  [0x1d76, rasterBand],
]);

/**
 * Complains of a command. Not where a NUL broke it: a sender that does not know where its last command was torn off
 * completes it with zeros, and printers drop what that gives.
 */
export function unknown(head: PrintHead, ...bytes: readonly number[]): void {
  if (bytes.at(-1) !== 0) head.complain(`unknown command ${hex(...bytes)}`);
}

function* processId({ head, options, send }: Mechanism): Reading {
  const letterH = yield;
  if (letterH !== 0x48) {
    unknown(head, 0x1d, 0x28, letterH);
    return;
  }
  const length = yield* word();
  const parameters = yield* bytes(length);
  const [fn, form, ...id] = parameters;
  if (options.printsUnknownGsH) {
    for (const byte of [0x28, letterH, ...parameters]) if (byte >= 0x20) head.text(byte);
  } else if (fn !== 0x30 || form !== 0x30 || id.length !== 4) {
    unknown(head, 0x1d, 0x28, letterH, length & 0xff, length >> 8, ...parameters);
  } else if (id.some((byte) => byte < 0x20 || byte > 0x7e)) {
    unknown(head, ...id);
  } else if (options.answers.processId) {
    send(processAnswer(Uint8Array.from(id)));
  }
}

/**
 * Printed row by row as the data comes, for the buffer of a cheap printer does not hold a band. When the paper ends in
 * the middle of it, printers differ: here the next row comes out on the new paper, and none is lost or doubled.
 */
function* rasterBand({ head, options }: Mechanism): Reading {
  const letter0 = yield;
  if (letter0 !== 0x30) {
    unknown(head, 0x1d, 0x76, letter0);
    return;
  }
  const mode = yield;
  const width = yield* word();
  const height = yield* word();
  if (mode !== 0) head.complain(`raster mode ${mode}`);
  if (width === 0 || height === 0) {
    // Without height, and so without data, it is what zeros make of a band that was torn off in its first bytes.
    if (height !== 0) head.complain('a picture without width');
    return;
  }
  if (width * 8 > options.dots) head.complain(`a picture of ${width * 8} dots on ${options.dots}`);
  if (height > MAX_ROWS) head.complain(`a picture of ${height} rows`);
  if (!head.isAtLineStart) {
    head.complain('a picture inside of a line');
    head.printLine(0);
  }
  head.beginBand(width);
  for (let row = 0; row < height; row += 1) head.row(yield* bytes(width));
  head.endBand();
}

/** Two bytes, the low one first. */
function* word(): Reading<number> {
  const low = yield;
  return low | ((yield) << 8);
}

function* bytes(count: number): Reading<Buffer> {
  const all = Buffer.alloc(count);
  for (let index = 0; index < count; index += 1) all[index] = yield;
  return all;
}
