import { drawRandom } from '../base/random.js';
import { never } from '../base/result.js';
import type { PrinterAnswer } from './escpos/answers.js';
import { PAPER_STATUS, processIdRequest } from './escpos/requests.js';
import type { Link } from './link.js';
import type { Proof } from './printing.js';

/** What goes behind each chunk of a slip, and comes back when the printer has done all before it. */
export interface Marks {
  /** Chunks that were marked and are not proven. */
  readonly open: number;
  /** A later chunk was proven before an earlier one: what was between is lost. */
  readonly isTorn: boolean;
  /** No mark comes back: only looks at the printer tell how it is. */
  readonly needsLook: boolean;
  /** The bytes of the next mark. */
  readonly next: () => Uint8Array;
  /** Called when a mark has come back. */
  onBack: (() => void) | undefined;
  readonly end: () => void;
}

const NOTHING = new Uint8Array(0);
/** The printable characters that an id is made of: 21h to 7Eh. Behind the first, which is always the same, they count. */
const FIRST = 0x21;
const CHARACTERS = 0x5e;
const NUMBERS = CHARACTERS ** 3;
/** Not from the same number at each start: an answer to a box that went off must not be taken for one. */
let number = drawRandom(3).readUIntBE(0, 3) % NUMBERS;

function nextId(): string {
  number = (number + 1) % NUMBERS;
  const digits = [number / CHARACTERS ** 2, number / CHARACTERS, number].map((digit) => Math.floor(digit) % CHARACTERS);
  return `S${String.fromCharCode(...digits.map((digit) => FIRST + digit))}`;
}

export function marksFor(proof: Proof, link: Link): Marks {
  switch (proof) {
    case 'process-id':
      return new ProcessIds(link);
    case 'queued-status':
      return new QueuedStatus(link);
    case 'status':
      return noMarks(true);
    case 'none':
      return noMarks(false);
    default:
      return never(proof);
  }
}

function noMarks(needsLook: boolean): Marks {
  return { open: 0, isTorn: false, needsLook, next: () => NOTHING, onBack: undefined, end: () => undefined };
}

/** Each chunk has an id of its own, of four characters. */
class ProcessIds implements Marks {
  readonly needsLook = false;
  isTorn = false;
  onBack: (() => void) | undefined;
  private readonly ids: string[] = [];
  private readonly stop: () => void;

  constructor(link: Link) {
    this.stop = link.hear((answer) => this.take(answer));
  }

  get open(): number {
    return this.ids.length;
  }

  readonly next = (): Uint8Array => {
    const id = nextId();
    this.ids.push(id);
    return processIdRequest(id);
  };

  readonly end = (): void => this.stop();

  private take(answer: PrinterAnswer): void {
    if (answer.kind !== 'process-id' || !this.ids.includes(answer.id)) return;
    this.isTorn ||= this.ids[0] !== answer.id;
    this.ids.splice(0, this.ids.indexOf(answer.id) + 1);
    this.onBack?.();
  }
}

/** Answers to `GS r` are all alike: as many are to come as were asked for. */
class QueuedStatus implements Marks {
  readonly needsLook = false;
  readonly isTorn = false;
  onBack: (() => void) | undefined;
  open = 0;
  private readonly stop: () => void;

  constructor(link: Link) {
    this.stop = link.hear(({ kind }) => {
      if (kind !== 'queued-status' || this.open === 0) return;
      this.open -= 1;
      this.onBack?.();
    });
  }

  readonly next = (): Uint8Array => {
    this.open += 1;
    return PAPER_STATUS;
  };

  readonly end = (): void => this.stop();
}
