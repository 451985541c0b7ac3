import { ReceiveBuffer } from './buffer.js';
import type { Mechanism, Reading } from './commands.js';
import { Plan } from './faults.js';
import { DEFAULT_LINE_SPACING, PrintHead } from './printHead.js';
import { interpret } from './interpreter.js';
import { DEFAULTS } from './options.js';
import { RealTime } from './realTime.js';
import { Roll } from './roll.js';
import { automaticStatus, HEALTHY, isOffline, realTimeStatus, type Condition } from './status.js';
import type { PaperState, Piece, PrinterOptions } from './types.js';

const MM_PER_INCH = 25.4;

/** Room that status questions find in a full buffer, bytes; they take part in it only where they stand in data. */
const ROOM_FOR_QUESTIONS = 3 * 1000;

type Step = (printer: FakePrinter) => void;

/**
 * An ESC/POS printer, from the device end of its cable to the paper. Strict: what a printer would pass over, or print as
 * rubbish, is in `errors`. Nothing of the box's own printing is in it.
 *
 * At infinite speed each byte is processed when it is received, however the bytes are cut into calls of `take`; at a real
 * speed they wait in the buffer while the paper moves.
 */
export class FakePrinter {
  readonly options: PrinterOptions;
  /** There may be room again after `take` took less than was offered. */
  onRoom: (() => void) | undefined;
  /** Gets what the printer sends. */
  onAnswer: ((bytes: Uint8Array) => void) | undefined;
  /** Off: a USB device and a TCP peer vanish, a serial one only falls silent and swallows what is sent to it. */
  onPower: ((isOn: boolean) => void) | undefined;

  readonly #errors: string[] = [];
  readonly #drawerKicks: number[] = [];
  readonly #roll = new Roll();
  readonly #head: PrintHead;
  readonly #mechanism: Mechanism;
  readonly #buffer: ReceiveBuffer;
  readonly #plans = { processed: new Plan<Step>(), received: new Plan<Step>() };
  readonly #msPerDot: number;
  #reading: Reading<never>;
  #realTime = new RealTime();
  #condition: Condition = HEALTHY;
  #isOn = true;
  /** How often the power came on again. */
  #starts = 0;
  #received = 0;
  #printed = 0;
  /** When what was printed without a rest will have moved through, on the monotonic clock, ms. */
  #movesUntil: number | undefined;
  #isMoving = false;
  #isTaking = false;
  #isPumping = false;
  #hasRefused = false;

  constructor(options: Partial<PrinterOptions> = {}) {
    this.options = { ...DEFAULTS, ...options };
    const { bufferBytes, dpi, mmPerSecond } = this.options;
    if (!(bufferBytes >= 45 && bufferBytes <= 65_536)) throw new Error(`a buffer of ${bufferBytes} bytes`);
    this.#buffer = new ReceiveBuffer(bufferBytes + ROOM_FOR_QUESTIONS);
    this.#msPerDot = ((MM_PER_INCH / dpi) * 1000) / mmPerSecond;
    this.#head = new PrintHead(this.options, this.#roll, (message) =>
      this.#errors.push(`byte ${this.#printed}: ${message}`),
    );
    this.#mechanism = {
      options: this.options,
      head: this.#head,
      condition: () => this.#condition,
      send: (bytes) => this.onAnswer?.(bytes),
      kick: (pin) => this.#drawerKicks.push(pin),
    };
    this.#reading = this.#startReading();
  }

  /** What came out, the last piece perhaps still in the printer. */
  get pieces(): readonly Piece[] {
    return this.#roll.pieces;
  }

  /** What a printer should never be sent, each with the offset of the byte. */
  get errors(): readonly string[] {
    return this.#errors;
  }

  /** Lines that were too long and went on below. */
  get wraps(): number {
    return this.#head.wraps;
  }

  /** Bytes taken, since the first power on. */
  get received(): number {
    return this.#received;
  }

  /** Bytes processed; those that a loss of power took out of the buffer are not among them. */
  get printed(): number {
    return this.#printed;
  }

  /** The pins that got an impulse, 2 or 5. */
  get drawerKicks(): readonly number[] {
    return this.#drawerKicks;
  }

  /** What its sensors see. */
  get condition(): Condition {
    return this.#condition;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** Is there nothing that the printer does or could do now? It may have bytes that wait for a person. */
  get isIdle(): boolean {
    return !this.#canPrint || (this.#buffer.length === 0 && !this.#isMoving);
  }

  /**
   * Takes what there is room for and says how many bytes that was: none when it is off. DLE EOT n is answered as its last
   * byte comes in. It is taken also when there is no room, if it stands at the front of what is offered: what stands
   * behind refused bytes does not reach a printer. Power off, even for a moment, ends what is being taken. Called again
   * from an answer to what it is taking, it takes nothing: on a cable one byte follows the other.
   */
  take(bytes: Uint8Array): number {
    if (this.#isTaking) return 0;
    this.#isTaking = true;
    this.#hasRefused = false;
    const starts = this.#starts;
    let taken = 0;
    while (this.#isOn && this.#starts === starts && taken < bytes.length) {
      const hasRoom = this.#buffer.length < this.options.bufferBytes;
      const end = taken + (hasRoom ? 1 : this.#questionAt(bytes, taken));
      if (end === taken) break;
      for (; taken < end; taken += 1) this.#receive(bytes[taken] ?? 0);
    }
    this.#hasRefused = taken < bytes.length;
    this.#isTaking = false;
    return taken;
  }

  /** What the sensors see of the roll; new paper makes it print on. */
  paper(state: PaperState): void {
    this.#become({ paper: state });
  }

  cover(state: 'open' | 'closed'): void {
    this.#become({ isCoverOpen: state === 'open' });
  }

  /** A jam stops the printer at once; real ones print on after it is removed and, some, after power off and on. */
  cutterJam(isJammed: boolean): void {
    this.#become({ isCutterJammed: isJammed });
  }

  /** The button that takes a printer off line. */
  offline(isOffline: boolean): void {
    this.#become({ isSetOffline: isOffline });
  }

  /** Feeds a line by hand; does nothing while the printer is at work or off line. */
  feedButton(): void {
    if (this.#canPrint && this.isIdle && !this.#roll.isInBand) this.#roll.feed(DEFAULT_LINE_SPACING);
  }

  /** Off: what is in the buffer, a half command, a half line and all modes are lost. What is on paper stays. */
  power(isOn: boolean): void {
    if (isOn === this.#isOn) return;
    this.#isOn = isOn;
    if (isOn) this.#starts += 1;
    this.#buffer.clear();
    this.#realTime = new RealTime();
    this.#head.reset();
    this.#reading = this.#startReading();
    this.onPower?.(isOn);
    if (isOn) this.#tellOfRoom();
  }

  /**
   * Does something when the byte at `offset` (from 0, of all ever processed or received) is about to be processed, or
   * was received.
   */
  at(when: 'processed' | 'received', offset: number, what: Step): void {
    const past = when === 'processed' ? this.#printed : this.#received;
    if (offset < past) throw new Error(`byte ${offset} was ${when} before`);
    this.#plans[when].add(offset, what);
  }

  get #canPrint(): boolean {
    return this.#isOn && !isOffline(this.#condition);
  }

  get #canProcess(): boolean {
    return this.#buffer.length > 0 && this.#canPrint && !this.#isMoving;
  }

  /** How many bytes there complete a status question that a full buffer still takes. */
  #questionAt(bytes: Uint8Array, offset: number): number {
    const length = this.#realTime.completing(bytes, offset);
    return this.#buffer.length + length <= this.options.bufferBytes + ROOM_FOR_QUESTIONS ? length : 0;
  }

  #startReading(): Reading<never> {
    const reading = interpret(this.#mechanism);
    reading.next();
    return reading;
  }

  #become(change: Partial<Condition>): void {
    this.#condition = { ...this.#condition, ...change };
    if (this.#isOn && this.#head.modes.reportsChanges) this.onAnswer?.(automaticStatus(this.#condition));
    this.#pump();
  }

  #receive(byte: number): void {
    if (!this.#isOn) return; // the byte before was its last one
    this.#buffer.push(byte);
    const offset = this.#received;
    this.#received += 1;
    const question = this.#realTime.hear(byte);
    if (question !== undefined && this.options.answers.status) {
      this.onAnswer?.(realTimeStatus(question, this.#condition));
    }
    for (const step of this.#plans.received.take(offset)) step(this);
    this.#pump();
  }

  /** Processes what can be processed now; while the paper moves it waits, and then continues. */
  #pump(): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    while (this.#canProcess) this.#process();
    this.#isPumping = false;
    if (!this.#isMoving) this.#movesUntil = undefined;
    this.#tellOfRoom();
  }

  #process(): void {
    for (const step of this.#plans.processed.take(this.#printed)) step(this);
    if (!this.#canProcess) return;
    const fed = this.#roll.fed;
    this.#reading.next(this.#buffer.shift());
    this.#printed += 1;
    const dots = this.#roll.fed - fed;
    if (dots > 0 && this.#msPerDot > 0) this.#move(dots * this.#msPerDot);
  }

  /** Lets the paper move for so long. A late awakening is made good, while there is something to print. */
  #move(ms: number): void {
    const { clock } = this.options;
    const now = clock.monotonic();
    this.#movesUntil = (this.#movesUntil ?? now) + ms;
    if (this.#movesUntil <= now) return;
    this.#isMoving = true;
    void clock.sleep(this.#movesUntil - now).then(() => {
      this.#isMoving = false;
      this.#pump();
    });
  }

  #tellOfRoom(): void {
    if (!this.#hasRefused || !this.#isOn || this.#buffer.length >= this.options.bufferBytes) return;
    this.#hasRefused = false;
    this.onRoom?.();
  }
}
