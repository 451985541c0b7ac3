import { type Clock, failed, ok, type Result } from '../../../base/index.js';
import type { Receive, UsbPipes } from '../../../platform/devices/index.js';
import type { CardLoss } from '../link.js';
import {
  ANSWER,
  type CcidAnswer,
  type CcidCommand,
  COMMAND,
  encodeCommand,
  HEADER,
  isAnswerTo,
  isBusy,
  nameOfError,
  readAnswer,
} from './ccidMessage.js';

/** Maximum total time of one exchange, ms, even if the card or the reader asks for more. */
const LONGEST = 90_000;
/**
 * Maximum number of extensions in one exchange, so that a reader that asks without a pause does not keep the box busy.
 */
const MAX_EXTENSIONS = 1000;

/** One turn at a reader: its time limit, and whether it was cancelled. */
export class Turn {
  private readonly until: number;
  private extensions = 0;

  /** `loss`: returns why the purpose of the turn has ended. */
  constructor(
    private readonly clock: Clock,
    private readonly loss: () => CardLoss | undefined = () => undefined,
  ) {
    this.until = clock.monotonic() + LONGEST;
  }

  /** Why the turn must be aborted; undefined while it may continue. */
  get over(): CardLoss | undefined {
    const loss = this.loss();
    if (loss !== undefined) return loss;
    return this.clock.monotonic() >= this.until || this.extensions > MAX_EXTENSIONS ? 'late' : undefined;
  }

  /** Called when more time was requested. */
  extend(): void {
    this.extensions += 1;
  }
}

/** Time limits of the reader, ms: for a message without the card, and for powering up a card. */
export const PATIENCE = { reader: 3000, powerOn: 60_000 } as const;

const SEND_TIMEOUT = 5000;
/** Maximum time of one transfer, ms. A turn that has ended is aborted between two transfers. */
const SLICE = 400;
/** Maximum wait for one answer, ms, even if the reader asks for more time. */
const LONGEST_WAIT = 60_000;
/** Maximum number of consecutive unexpected messages that are dropped. */
const MAX_STRAYS = 10;
const MAX_HALTS = 3;
const BUSY_PAUSE = 100;
const MAX_BUSY = 10;
const ABORT_TIMEOUT = 300;
/** Control request before the abort message (CCID 1.1, 5.3.1). */
const ABORT_REQUEST = 0x01;
/** Control request for the list of rates, 4 bytes each (CCID 1.1, 5.3.3). */
const DATA_RATES_REQUEST = 0x03;
/** A receive buffer must be whole packets, otherwise libusb reports a full last packet as overflow. */
const PACKET = 512;

const ANSWERS: Readonly<Record<CcidCommand['type'], (typeof ANSWER)[keyof typeof ANSWER]>> = {
  [COMMAND.powerOn]: ANSWER.data,
  [COMMAND.transfer]: ANSWER.data,
  [COMMAND.powerOff]: ANSWER.slot,
  [COMMAND.slotStatus]: ANSWER.slot,
  [COMMAND.abort]: ANSWER.slot,
  [COMMAND.setParameters]: ANSWER.parameters,
  [COMMAND.getParameters]: ANSWER.parameters,
};

interface PipeDeps {
  readonly pipes: UsbPipes;
  readonly receive: Receive;
  /** Maximum message of the reader, bytes. */
  readonly maxMessage: number;
  readonly clock: Clock;
  /** Called with each answer's state of the card. */
  readonly onCard: (card: CcidAnswer['card']) => void;
  readonly onGone: () => void;
  /** Called with the name of an error that the reader reports. */
  readonly onError: (name: string) => void;
}

/** Sends commands to a reader and reads their answers, one at a time. The caller must hold the reader's queue. */
export class CcidPipe {
  private sequence = 0;
  private readonly buffer: Buffer;

  constructor(private readonly deps: PipeDeps) {
    this.buffer = Buffer.alloc((Math.ceil(deps.maxMessage / PACKET) + 1) * PACKET);
  }

  /**
   * Returns the answer to a command, even if it reports a failure. `ms` is the time limit, extended when the reader
   * asks for more. A failure is one of the reader or of the turn.
   */
  async ask(command: CcidCommand, ms: number, turn: Turn): Promise<Result<CcidAnswer, CardLoss>> {
    for (let tries = 1; ; tries += 1) {
      const answer = await this.askOnce(command, ms, turn);
      if (!answer.ok || !isBusy(answer.value) || tries === MAX_BUSY) return answer;
      await this.deps.clock.sleep(BUSY_PAUSE);
      if (turn.over !== undefined) return failed(turn.over);
    }
  }

  /** The rates that the reader lists, bit/s; empty when it does not answer. */
  async dataRates(count: number): Promise<number[]> {
    const into = Buffer.alloc(4 * count);
    const { actual, end } = await this.deps.pipes.control(DATA_RATES_REQUEST, 0, into, PATIENCE.reader);
    if (end !== 'done') return [];
    return Array.from({ length: Math.floor(Math.min(actual, into.length) / 4) }, (_, at) => into.readUInt32LE(4 * at));
  }

  private async askOnce(command: CcidCommand, ms: number, turn: Turn): Promise<Result<CcidAnswer, CardLoss>> {
    this.sequence = (this.sequence + 1) & 0xff;
    const { sequence } = this;
    const sent = await this.send(encodeCommand(command, sequence));
    const answer = sent.ok ? await this.answerTo(sequence, ANSWERS[command.type], ms, turn) : sent;
    if (!answer.ok) {
      if (answer.error === 'reader gone') this.deps.onGone();
      else await this.abort(sequence);
      return answer;
    }
    const { outcome, code, card } = answer.value;
    if (outcome === 'failed' && card !== 'absent') this.deps.onError(nameOfError(code));
    return answer;
  }

  /**
   * A message that the reader refuses completely is sent once more. After a partial transfer it is unknown what the
   * reader received.
   */
  private async send(message: Buffer): Promise<Result<void, CardLoss>> {
    for (let tries = 1; tries <= 2; tries += 1) {
      const { actual, end } = await this.deps.pipes.send(message, SEND_TIMEOUT);
      if (end === 'done') return actual === message.length ? ok(undefined) : failed('protocol');
      if (end === 'gone') return failed('reader gone');
      if (end === 'late') return failed('late');
      await this.deps.pipes.clearHalt('send');
      if (actual > 0) break;
    }
    return failed('protocol');
  }

  private async answerTo(
    sequence: number,
    expected: (typeof ANSWER)[keyof typeof ANSWER],
    ms: number,
    turn: Turn,
  ): Promise<Result<CcidAnswer, CardLoss>> {
    let left = ms;
    for (let strays = 0, halts = 0; strays <= MAX_STRAYS && halts <= MAX_HALTS;) {
      const { over } = turn;
      if (over !== undefined) return failed(over);
      if (left <= 0) return failed('late');
      const slice = Math.min(left, SLICE);
      const { actual, end } = await this.deps.receive(this.buffer, slice);
      if (end === 'gone') return failed('reader gone');
      if (end === 'halted') {
        await this.deps.pipes.clearHalt('receive');
        halts += 1;
        continue;
      }
      if (end === 'late') left -= slice;
      if (actual === 0) {
        // An empty packet ends a message that filled its last packet.
        if (end === 'done') strays += 1;
        continue;
      }
      const read = readAnswer(this.buffer.subarray(0, actual));
      if (!read.ok) return failed('protocol');
      const answer = read.value;
      if (answer.slot !== 0 || answer.sequence !== sequence) {
        strays += 1;
        continue;
      }
      this.deps.onCard(answer.card);
      if (answer.outcome === 'extension') {
        turn.extend();
        left = Math.min(ms * Math.max(answer.code, 1), LONGEST_WAIT);
        continue;
      }
      return isAnswerTo(expected, answer) && answer.data.length <= this.deps.maxMessage - HEADER
        ? ok(answer)
        : failed('protocol');
    }
    return failed('protocol');
  }

  /** Aborts the current command of the reader (CCID 1.1, 5.3.1), so that it is ready for the next one. */
  private async abort(sequence: number): Promise<void> {
    const { pipes, receive } = this.deps;
    const told = await pipes.control(ABORT_REQUEST, sequence << 8, undefined, ABORT_TIMEOUT);
    if (told.end === 'gone') return;
    const sent = await pipes.send(encodeCommand({ type: COMMAND.abort }, sequence), ABORT_TIMEOUT);
    if (sent.end !== 'done') return;
    for (let strays = 0; strays <= MAX_STRAYS; strays += 1) {
      const { actual, end } = await receive(this.buffer, ABORT_TIMEOUT);
      if (end === 'gone' || end === 'late') return;
      if (end === 'halted') await pipes.clearHalt('receive');
      const read = readAnswer(this.buffer.subarray(0, actual));
      if (read.ok && read.value.sequence === sequence && read.value.type === ANSWER.slot) return;
    }
  }
}
