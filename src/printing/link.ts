import type { Clock } from '../base/clock.js';
import { failed, type Result } from '../base/result.js';
import type { PrinterFault } from '../ledger/job.js';
import { AnswerReader, faultOf, type PrinterAnswer } from './escpos/answers.js';
import { statusRequest } from './escpos/requests.js';
import type { Connection, Loss } from './transport/port.js';

/** How long an answer in real time is waited for, ms; slow printers take some tens. */
const PATIENCE = 500;
/** A write that takes longer than this is held up by the printer, ms. */
const STALL = 2000;
/** More bytes in a second than any printer sends. */
const MAX_HEARD = 8192;
const SECOND = 1000;

/** An open way to a printer, with questions and answers. One slip, or one question, at a time. */
export class Link {
  private readonly reader = new AnswerReader();
  /** Ends of those who rest. */
  private readonly resting = new Set<() => void>();
  /** Bytes that came since a moment, by the monotonic clock. */
  private heard = 0;
  private heardSince = 0;
  private readonly listeners = new Set<(answer: PrinterAnswer) => void>();
  /** An answer is late: what comes now may belong to an earlier question. */
  private isOutOfStep = false;
  private loss: Loss | undefined;
  /** A question that the printer has not taken yet; nothing else can be sent before it has. */
  private asking: Promise<Result<void, Loss>> | undefined;
  private readonly closing = new AbortController();
  /** Told what the printer says of itself, where it was asked to. */
  onChange: ((fault: PrinterFault | null) => void) | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly clock: Clock,
  ) {
    connection.onBytes((bytes) => {
      if (this.isFlood(bytes.length)) return;
      for (const answer of this.reader.push(bytes)) {
        if (answer.kind === 'automatic-status') this.onChange?.(answer.fault);
        for (const listener of this.listeners) listener(answer);
      }
    });
    void connection.gone.then((loss) => {
      this.loss = loss;
      for (const end of [...this.resting]) end();
    });
  }

  /** A printer has little to say. Whoever says more is none, and would keep the box from its work. */
  private isFlood(bytes: number): boolean {
    const now = this.clock.monotonic();
    if (now - this.heardSince > SECOND) [this.heard, this.heardSince] = [0, now];
    this.heard += bytes;
    if (this.heard > MAX_HEARD) void this.close();
    return this.heard > MAX_HEARD;
  }

  get isGone(): boolean {
    return this.loss !== undefined;
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.connection.close();
  }

  /** Sends all bytes, however long the printer holds them up; `onStall` is told each time that it does so for 2 s. */
  async write(bytes: Uint8Array, signal: AbortSignal, onStall: () => void): Promise<Result<void, Loss>> {
    if (this.loss !== undefined) return failed(this.loss);
    const done = new AbortController();
    const watch = async (): Promise<void> => {
      while (await this.clock.sleep(STALL, done.signal)) onStall();
    };
    const watched = watch();
    try {
      const before = await this.asked(signal);
      return before?.ok === false ? before : await this.connection.write(bytes, signal);
    } finally {
      done.abort();
      await watched;
    }
  }

  /** Waits until the printer has taken a question that is under way. */
  private async asked(signal: AbortSignal): Promise<Result<void, Loss> | undefined> {
    if (this.asking === undefined) return undefined;
    const given = new AbortController();
    const aborted = new Promise<Result<void, Loss>>((resolve) => {
      signal.addEventListener('abort', () => resolve(failed('closed')), { signal: given.signal });
      if (signal.aborted) resolve(failed('closed'));
    });
    try {
      return await Promise.race([this.asking, aborted]);
    } finally {
      given.abort();
    }
  }

  /** Waits until the bytes have left the box, as far as it can tell. */
  drain(signal: AbortSignal): Promise<Result<void, Loss>> {
    return this.connection.drain(signal);
  }

  /** Tells a listener of every answer, until what it returns is called. */
  hear(listener: (answer: PrinterAnswer) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Sends a question and waits `ms` for its answer; undefined when none came in time. */
  async ask(
    bytes: Uint8Array,
    fits: (answer: PrinterAnswer) => boolean,
    ms = PATIENCE,
  ): Promise<PrinterAnswer | undefined> {
    if (this.asking !== undefined) await this.rest(ms);
    if (this.loss !== undefined || this.asking !== undefined) return undefined;
    let forget = (): void => undefined;
    const answer = new Promise<PrinterAnswer>((resolve) => {
      forget = this.hear((heard) => {
        if (fits(heard)) resolve(heard);
      });
    });
    this.asking = this.connection.write(bytes, this.closing.signal).finally(() => (this.asking = undefined));
    const answered = await this.within(answer, ms);
    forget();
    return answered;
  }

  /** What a promise gives, if it does within `ms` and before the way goes. */
  private within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
    return new Promise((resolve) => {
      const done = new AbortController();
      void promise.then((value) => {
        done.abort();
        resolve(value);
      });
      void this.rest(ms, done.signal).then(() => resolve(undefined));
    });
  }

  /** Waits so long, until the way goes, or until `wake` is aborted. Leaves nothing behind, however often it is called. */
  async rest(ms: number, wake?: AbortSignal): Promise<void> {
    if (this.loss !== undefined || wake?.aborted === true) return;
    const over = new AbortController();
    const end = (): void => over.abort();
    this.resting.add(end);
    wake?.addEventListener('abort', end, { signal: over.signal });
    await this.clock.sleep(ms, over.signal);
    end();
    this.resting.delete(end);
  }

  /**
   * Asks the printer in real time how it is: what is wrong, null for nothing, `silent` when it does not answer, `stalled`
   * when it does not even take the question, as some do whose buffer is full.
   */
  async look(): Promise<PrinterFault | null | 'silent' | 'stalled'> {
    if (this.isOutOfStep) await this.clock.sleep(PATIENCE);
    this.isOutOfStep = false;
    const values: (number | undefined)[] = [];
    for (const n of [1, 2, 3, 4]) {
      const answer = await this.ask(statusRequest(n), ({ kind }) => kind === 'status');
      if (answer?.kind === 'status') {
        values.push(answer.value);
      } else {
        this.isOutOfStep = true;
        if (n === 1) return this.asking === undefined ? 'silent' : 'stalled';
        values.push(undefined);
      }
    }
    return faultOf(values);
  }
}
