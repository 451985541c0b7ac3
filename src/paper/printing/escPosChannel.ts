import { type Clock, failed, type Result } from '../../base/index.js';
import type { Connection, Loss } from '../../platform/devices/index.js';
import type { PrinterFault } from '../../platform/ledger/index.js';
import { AnswerReader, faultOf, type PrinterAnswer } from './escpos/printerAnswers.js';
import { statusRequest } from './escpos/commands.js';

/** Timeout of an answer in real time, ms; slow printers take some tens. */
const ANSWER_TIMEOUT = 500;
/** A write that takes longer than this, ms, counts as blocked by the printer. */
const STALL_TIME = 2000;
/** Bytes per second; no printer sends more. */
export const MAX_RECEIVED = 8192;
const SECOND = 1000;

/** ESC/POS over an open connection: writes, requests and answers. One slip, or one request, at a time. */
export class EscPosChannel {
  private readonly reader = new AnswerReader();
  /** Callbacks that end each pause. */
  private readonly pauses = new Set<() => void>();
  /** Bytes received since a moment of the monotonic clock. */
  private receivedBytes = 0;
  private receivedSince = 0;
  private readonly listeners = new Set<(answer: PrinterAnswer) => void>();
  /** True when an answer did not arrive in time: the next bytes may belong to an earlier request. */
  private mayAnswerLate = false;
  private loss: Loss | undefined;
  /** The write of a request that the printer has not accepted yet. Nothing else can be sent before it has. */
  private question: Promise<Result<void, Loss>> | undefined;
  private readonly closing = new AbortController();
  /** Called with the automatic status of the printer, when that was requested. */
  onStatusChange: ((fault: PrinterFault | null) => void) | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly clock: Clock,
  ) {
    connection.onBytes((bytes) => {
      if (this.isFlood(bytes.length)) return;
      for (const answer of this.reader.push(bytes)) {
        if (answer.kind === 'automatic-status') this.onStatusChange?.(answer.fault);
        for (const listener of this.listeners) listener(answer);
      }
    });
    void connection.gone.then((loss) => {
      this.loss = loss;
      for (const end of [...this.pauses]) end();
    });
  }

  /**
   * A printer sends few bytes. A device that sends more is not a printer, and would take up the box's time, so it is
   * disconnected.
   */
  private isFlood(bytes: number): boolean {
    const now = this.clock.monotonic();
    if (now - this.receivedSince > SECOND) [this.receivedBytes, this.receivedSince] = [0, now];
    this.receivedBytes += bytes;
    if (this.receivedBytes > MAX_RECEIVED) void this.close();
    return this.receivedBytes > MAX_RECEIVED;
  }

  get isGone(): boolean {
    return this.loss !== undefined;
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.connection.close();
  }

  /** Sends all bytes, however long the printer blocks. Calls `onStall` for every 2 s of blocking. */
  async write(bytes: Uint8Array, signal: AbortSignal, onStall: () => void): Promise<Result<void, Loss>> {
    if (this.loss !== undefined) return failed(this.loss);
    const done = new AbortController();
    const reportStalls = async (): Promise<void> => {
      while (await this.clock.sleep(STALL_TIME, done.signal)) onStall();
    };
    const reported = reportStalls();
    try {
      const before = await this.questionTaken(signal);
      return before?.ok === false ? before : await this.connection.write(bytes, signal);
    } finally {
      done.abort();
      await reported;
    }
  }

  /** Waits until the printer has accepted a pending request. */
  private async questionTaken(signal: AbortSignal): Promise<Result<void, Loss> | undefined> {
    if (this.question === undefined) return undefined;
    const given = new AbortController();
    const aborted = new Promise<Result<void, Loss>>((resolve) => {
      signal.addEventListener('abort', () => resolve(failed('closed')), { signal: given.signal });
      if (signal.aborted) resolve(failed('closed'));
    });
    try {
      return await Promise.race([this.question, aborted]);
    } finally {
      given.abort();
    }
  }

  /** Waits until the bytes have left the box, as far as the transport can detect. */
  drain(signal: AbortSignal): Promise<Result<void, Loss>> {
    return this.connection.drain(signal);
  }

  /** Calls a listener with every answer, until the returned function is called. */
  onAnswer(listener: (answer: PrinterAnswer) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Sends a request and waits `ms` for its answer; undefined when none arrived in time. */
  async ask(
    bytes: Uint8Array,
    fits: (answer: PrinterAnswer) => boolean,
    ms = ANSWER_TIMEOUT,
  ): Promise<PrinterAnswer | undefined> {
    if (this.question !== undefined) await this.pause(ms);
    if (this.loss !== undefined || this.question !== undefined) return undefined;
    let stopListening = (): void => undefined;
    const answer = new Promise<PrinterAnswer>((resolve) => {
      stopListening = this.onAnswer((received) => {
        if (fits(received)) resolve(received);
      });
    });
    this.question = this.connection.write(bytes, this.closing.signal).finally(() => (this.question = undefined));
    const answered = await this.within(answer, ms);
    stopListening();
    return answered;
  }

  /** The result of a promise; undefined when `ms` have passed or the connection was lost before. */
  private within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
    return new Promise((resolve) => {
      const done = new AbortController();
      void promise.then((value) => {
        done.abort();
        resolve(value);
      });
      void this.pause(ms, done.signal).then(() => resolve(undefined));
    });
  }

  /**
   * Waits `ms`, or until the connection is lost or `wake` is aborted. It removes its listeners, so it may be called any
   * number of times.
   */
  async pause(ms: number, wake?: AbortSignal): Promise<void> {
    if (this.loss !== undefined || wake?.aborted === true) return;
    const over = new AbortController();
    const end = (): void => over.abort();
    this.pauses.add(end);
    wake?.addEventListener('abort', end, { signal: over.signal });
    await this.clock.sleep(ms, over.signal);
    end();
    this.pauses.delete(end);
  }

  /**
   * Requests the printer's real-time status. Returns its fault, null without a fault, `silent` when it does not answer,
   * or `stalled` when it does not even accept the request, as some printers with a full buffer.
   */
  async queryStatus(): Promise<PrinterFault | null | 'silent' | 'stalled'> {
    if (this.mayAnswerLate) await this.clock.sleep(ANSWER_TIMEOUT);
    this.mayAnswerLate = false;
    const values: (number | undefined)[] = [];
    for (const n of [1, 2, 3, 4]) {
      const answer = await this.ask(statusRequest(n), ({ kind }) => kind === 'status');
      if (answer?.kind === 'status') {
        values.push(answer.value);
      } else {
        this.mayAnswerLate = true;
        if (n === 1) return this.question === undefined ? 'silent' : 'stalled';
        values.push(undefined);
      }
    }
    return faultOf(values);
  }
}
