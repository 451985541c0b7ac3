import type { PrinterEnd } from './fronts/device.js';
import { hex } from './printHead.js';
import { Roll } from './roll.js';
import type { Piece } from './types.js';

/** Dots that a line feeds: 3 mm after ESC 0, 4 mm after ESC z 1 and after switching on, at 8 dots a mm. */
const NARROW = 24;
const WIDE = 32;
/** Rows of ESC k. */
const ROWS = 24;

type Reading = Generator<undefined, void, number>;

/**
 * A printer that speaks Star's line mode, from the device end of its cable to the paper; written from Star's "STAR Line Mode Command
 * Specifications", with nothing of the box's own printing in it. Strict: knows the commands that a drawn slip needs, and
 * whatever else it is sent is in `errors`: letters, a question of ESC/POS, an argument outside of the defined area. A zero outside of a command is an
 * undefined code, which such printers discard (3.2). It says nothing.
 */
export class StarPrinter implements PrinterEnd {
  onRoom: (() => void) | undefined;
  onAnswer: ((bytes: Uint8Array) => void) | undefined;
  onPower: ((isOn: boolean) => void) | undefined;
  readonly errors: string[] = [];
  /** The external devices that were driven: 1 is the drawer on pin 2 of the plug, 2 that on pin 5. */
  readonly driven: number[] = [];
  /** Bytes taken so far. */
  taken = 0;
  /** Lines that were fed without an image. */
  lineFeeds = 0;
  /** Zeros between commands. */
  zeros = 0;

  private isSwitchedOn = true;
  private limit = Infinity;
  private lineFeed = WIDE;
  /** The content of the line buffer. */
  private line: { readonly width: number; readonly bits: Buffer } | undefined;
  private readonly roll = new Roll();
  private isInCommand = false;
  private reading = this.startReading();

  constructor(readonly options: { readonly dots: 384 | 576 } = { dots: 576 }) {}

  get isOn(): boolean {
    return this.isSwitchedOn;
  }

  /** What came out, the last piece perhaps still in the printer. */
  get pieces(): readonly Piece[] {
    return this.roll.pieces;
  }

  /** Does it wait for no rest of a command? */
  get isBetweenCommands(): boolean {
    return !this.isInCommand;
  }

  /** It accepts this many bytes in all, and then none until more are allowed. */
  stallAt(bytes: number): void {
    this.limit = bytes;
    if (this.taken < bytes) this.onRoom?.();
  }

  /** Off: a half command, the line buffer and all settings are lost; what is on paper stays. */
  power(isOn: boolean): void {
    this.isSwitchedOn = isOn;
    this.line = undefined;
    this.lineFeed = WIDE;
    this.isInCommand = false;
    this.reading = this.startReading();
    this.onPower?.(isOn);
  }

  take(bytes: Uint8Array): number {
    const before = this.taken;
    for (const byte of bytes) {
      if (!this.isSwitchedOn || this.taken >= this.limit) break;
      this.taken += 1;
      this.reading.next(byte);
    }
    return this.taken - before;
  }

  private startReading(): Reading {
    const reading = this.read();
    reading.next();
    return reading;
  }

  private complain(what: string): void {
    this.errors.push(`byte ${this.taken}: ${what}`);
  }

  private *read(): Reading {
    for (;;) {
      this.isInCommand = false;
      const byte = yield;
      this.isInCommand = true;
      if (byte === 0x00) this.zeros += 1;
      else if (byte === 0x07) this.driven.push(1);
      else if (byte === 0x0a) this.feedLine();
      else if (byte === 0x1a) this.driven.push(2);
      else if (byte === 0x1b) yield* this.escape(yield);
      else this.complain(byte < 0x20 ? `undefined code ${hex(byte)}` : `letter ${hex(byte)}`);
    }
  }

  private *escape(code: number): Reading {
    switch (code) {
      case 0x07: // ESC BEL n1 n2
        yield* this.argument('ESC BEL', 1, 127);
        yield* this.argument('ESC BEL', 1, 127);
        return;
      case 0x30: // ESC 0
        this.lineFeed = NARROW;
        return;
      case 0x40: // ESC @
        if (this.line !== undefined) this.feedLine();
        this.lineFeed = WIDE;
        return;
      case 0x64: // ESC d n
        yield* this.cut();
        return;
      case 0x6b: // ESC k n1 n2 d1...dk
        yield* this.image();
        return;
      case 0x7a: // ESC z n
        yield* this.argument('ESC z', 1, 1);
        this.lineFeed = WIDE;
        return;
      default:
        if (code !== 0x00) this.complain(`undefined command ESC ${hex(code)}`);
    }
  }

  private *argument(command: string, least: number, most: number): Reading {
    const n = yield;
    if (n < least || n > most) this.complain(`${command} ${n}`);
  }

  private *cut(): Reading {
    const n = yield;
    if (this.line !== undefined) this.feedLine();
    if (n > 3) this.complain(`ESC d ${n}`);
    this.roll.cut(n % 2 === 0 ? 'full' : 'partial');
  }

  private *image(): Reading {
    const n1 = yield;
    const n2 = yield;
    if (n2 !== 0 || n1 === 0 || n1 * 8 > this.options.dots) {
      this.complain(`ESC k ${n1} ${n2}`);
      return;
    }
    const bits = Buffer.alloc(n1 * ROWS);
    for (let at = 0; at < bits.length; at += 1) bits[at] = yield;
    if (this.line !== undefined) this.complain('two images in one line');
    this.line = { width: n1 * 8, bits };
  }

  /** Prints what is in the line buffer, and feeds; a line is as high as the image in it. */
  private feedLine(): void {
    if (this.line === undefined) {
      this.lineFeeds += 1;
    } else {
      const { width, bits } = this.line;
      this.roll.put({ kind: 'bitmap', x: 0, y: this.roll.y, width, height: ROWS, bits });
      if (this.lineFeed !== NARROW) this.complain('a gap below an image');
    }
    this.line = undefined;
    this.roll.feed(this.lineFeed);
  }
}
