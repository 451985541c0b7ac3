import { assertNever, secureRandom } from '../../base/index.js';
import type { PrinterAnswer } from './escpos/printerAnswers.js';
import { PAPER_STATUS, processIdRequest } from './escpos/commands.js';
import type { EscPosChannel } from './escPosChannel.js';
import type { Proof } from './port.js';

/**
 * Requests an acknowledgement after each chunk of a slip. The printer sends it when it has processed everything before
 * it.
 */
export interface Acknowledgements {
  /** Number of chunks that are not acknowledged yet. */
  readonly open: number;
  /** True when a later chunk was acknowledged before an earlier one: the data in between is lost. */
  readonly isTorn: boolean;
  /** True when there are no acknowledgements, so that the printer must be polled. */
  readonly needsPolling: boolean;
  /** The bytes that request the next acknowledgement. */
  readonly nextRequest: () => Uint8Array;
  /** Called for each acknowledgement. */
  onAcknowledged: (() => void) | undefined;
  readonly end: () => void;
}

type Answering = Pick<EscPosChannel, 'onAnswer'>;

const NOTHING = new Uint8Array(0);
/** The characters of an id: 21h to 7Eh. The first is always the same, the others are a counter. */
const FIRST = 0x21;
const CHARACTERS = 0x5e;
const NUMBERS = CHARACTERS ** 3;
/** Starts at a random number, so that an answer to a request of the last run is not mistaken for one of this run. */
let number = secureRandom(3).readUIntBE(0, 3) % NUMBERS;

function nextId(): string {
  number = (number + 1) % NUMBERS;
  const digits = [number / CHARACTERS ** 2, number / CHARACTERS, number].map((digit) => Math.floor(digit) % CHARACTERS);
  return `S${String.fromCharCode(...digits.map((digit) => FIRST + digit))}`;
}

export function acknowledgementsFor(proof: Proof, channel: Answering): Acknowledgements {
  switch (proof) {
    case 'process-id':
      return new ProcessIds(channel);
    case 'queued-status':
      return new QueuedStatus(channel);
    case 'status':
      return noAcknowledgements(true);
    case 'none':
      return noAcknowledgements(false);
    default:
      return assertNever(proof);
  }
}

function noAcknowledgements(needsPolling: boolean): Acknowledgements {
  return {
    open: 0,
    isTorn: false,
    needsPolling,
    nextRequest: () => NOTHING,
    onAcknowledged: undefined,
    end: () => undefined,
  };
}

/** Each chunk has its own id, of four characters. */
class ProcessIds implements Acknowledgements {
  readonly needsPolling = false;
  isTorn = false;
  onAcknowledged: (() => void) | undefined;
  private readonly ids: string[] = [];
  private readonly stop: () => void;

  constructor(channel: Answering) {
    this.stop = channel.onAnswer((answer) => this.take(answer));
  }

  get open(): number {
    return this.ids.length;
  }

  readonly nextRequest = (): Uint8Array => {
    const id = nextId();
    this.ids.push(id);
    return processIdRequest(id);
  };

  readonly end = (): void => this.stop();

  private take(answer: PrinterAnswer): void {
    if (answer.kind !== 'process-id' || !this.ids.includes(answer.id)) return;
    this.isTorn ||= this.ids[0] !== answer.id;
    this.ids.splice(0, this.ids.indexOf(answer.id) + 1);
    this.onAcknowledged?.();
  }
}

/** Answers to `GS r` are identical, so they are counted. */
class QueuedStatus implements Acknowledgements {
  readonly needsPolling = false;
  readonly isTorn = false;
  onAcknowledged: (() => void) | undefined;
  open = 0;
  private readonly stop: () => void;

  constructor(channel: Answering) {
    this.stop = channel.onAnswer(({ kind }) => {
      if (kind !== 'queued-status' || this.open === 0) return;
      this.open -= 1;
      this.onAcknowledged?.();
    });
  }

  readonly nextRequest = (): Uint8Array => {
    this.open += 1;
    return PAPER_STATUS;
  };

  readonly end = (): void => this.stop();
}
