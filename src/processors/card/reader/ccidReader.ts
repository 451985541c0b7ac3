import { type Clock, failed, ok, type Result, TaskQueue } from '../../../base/index.js';
import { type Receive, RELEASE_TIMEOUT, type UsbPipes, waitAtMost } from '../../../platform/devices/index.js';
import { type CardLink, type CardLoss, type CardReader, Ending } from '../link.js';
import { Activation } from './activate.js';
import type { CcidDescriptor } from './ccidDescriptor.js';
import { CcidLink } from './ccidLink.js';
import { type CcidAnswer, COMMAND, readNotice } from './ccidMessage.js';
import { CcidPipe, PATIENCE, Turn } from './ccidPipe.js';

/** How often a reader without notifications is polled for its card, ms. */
const POLL_INTERVAL = 1000;
/** Time limit of one wait for a notification, ms; waiting costs nothing. */
const LISTEN_TIMEOUT = 60_000;
/** Pause after a notification, ms, so that a loose contact does not keep the box busy. */
const REST = 20;
const MAX_HALTS = 3;
/** Whole packets, as in all receive buffers. */
const NOTICE_BYTES = 64;

interface ReaderDeps {
  readonly name: string;
  readonly descriptor: CcidDescriptor;
  readonly pipes: UsbPipes;
  readonly receive: Receive;
  readonly clock: Clock;
  /** Called with the name of an error that the reader reports. */
  readonly onError: (name: string) => void;
}

/** A reader opened by the box. Requests run one after another. */
export class CcidReader implements CardReader {
  private readonly queue = new TaskQueue();
  private readonly stop = new AbortController();
  private readonly pipe: CcidPipe;
  private readonly activation: Activation;
  private listener: ((hasCard: boolean) => void) | undefined;
  private link: CcidLink | undefined;
  private isPresent: boolean | undefined;
  private isAskWaiting = false;
  private readonly ending = new Ending();
  private closing: Promise<void> | undefined;
  private released: Promise<unknown> | undefined;

  readonly gone = this.ending.told;

  constructor(private readonly deps: ReaderDeps) {
    const { descriptor, pipes, receive, clock, onError } = deps;
    this.pipe = new CcidPipe({
      ...{ pipes, receive, clock, onError, maxMessage: descriptor.maxMessage },
      onCard: (card) => this.noteCard(card !== 'absent'),
      onGone: () => this.lose('reader gone'),
    });
    this.activation = new Activation(this.pipe, descriptor);
    void this.watch();
  }

  get name(): string {
    return this.deps.name;
  }

  async hasCard(): Promise<Result<boolean, CardLoss>> {
    const card = await this.askSlot();
    return card.ok ? ok(card.value !== 'absent') : card;
  }

  onChange(listener: ((hasCard: boolean) => void) | undefined): void {
    this.listener = listener;
  }

  connect(): Promise<Result<CardLink, CardLoss>> {
    this.link?.end('closed');
    return this.inTurn(async (turn) => {
      // Another connect may have run meanwhile.
      this.link?.end('closed');
      const card = await this.activation.run(turn);
      if (!card.ok) {
        if (this.ending.reason() === undefined && card.error !== 'no card') await this.activation.powerOff(turn);
        return card;
      }
      const { queue } = this;
      const powerOff = (): Promise<void> => this.powerOff(link);
      const link = new CcidLink(card.value, { queue, clock: this.deps.clock, powerOff });
      this.link = link;
      return ok(link);
    });
  }

  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  private async end(): Promise<void> {
    const { clock } = this.deps;
    // If a card hangs, powering it off in the queue would take far too long.
    await waitAtMost(clock, RELEASE_TIMEOUT, this.link?.close() ?? Promise.resolve());
    this.lose('closed');
    await this.released;
  }

  /** Runs one turn at the reader; a loss meanwhile replaces the outcome. */
  private inTurn<T>(work: (turn: Turn) => Promise<Result<T, CardLoss>>): Promise<Result<T, CardLoss>> {
    return this.queue.run(async () => {
      const lossNow = (): CardLoss | undefined => this.ending.reason();
      const before = lossNow();
      if (before !== undefined) return failed(before);
      const done = await work(new Turn(this.deps.clock, lossNow));
      const meanwhile = lossNow();
      return meanwhile === undefined ? done : failed(meanwhile);
    });
  }

  /** A card that lost its power while in use is no longer the one that was powered up. */
  private askSlot(): Promise<Result<CcidAnswer['card'], CardLoss>> {
    return this.inTurn(async (turn) => {
      const answer = await this.pipe.ask({ type: COMMAND.slotStatus }, PATIENCE.reader, turn);
      if (!answer.ok) return answer;
      if (answer.value.card !== 'active') this.link?.end('removed');
      return ok(answer.value.card);
    });
  }

  private async powerOff(link: CcidLink): Promise<void> {
    if (this.ending.reason() !== undefined || this.isPresent === false) return;
    await this.inTurn(async (turn) => {
      // Another link may have powered the card up by now.
      if (this.link === link) await this.activation.powerOff(turn);
      return ok(undefined);
    });
  }

  private noteCard(isPresent: boolean): void {
    if (isPresent === this.isPresent) return;
    this.isPresent = isPresent;
    if (!isPresent) this.link?.end('removed');
    this.listener?.(isPresent);
  }

  private lose(loss: CardLoss): void {
    if (!this.ending.come(loss)) return;
    this.link?.end(loss);
    this.stop.abort();
    this.listener = undefined;
    this.released = waitAtMost(this.deps.clock, 2 * RELEASE_TIMEOUT, this.deps.pipes.release());
  }

  private async watch(): Promise<void> {
    const { listen } = this.deps.pipes;
    if (listen !== undefined) await this.listenOn(listen);
    while (await this.deps.clock.sleep(POLL_INTERVAL, this.stop.signal)) await this.askSlot();
  }

  /** Ends when the reader is removed, or turns out to send no notifications. */
  private async listenOn(listen: Receive): Promise<void> {
    const into = Buffer.alloc(NOTICE_BYTES);
    for (let halts = 0; halts <= MAX_HALTS && this.ending.reason() === undefined;) {
      const { actual, end } = await listen(into, LISTEN_TIMEOUT);
      if (end === 'gone') {
        this.lose('reader gone');
        return;
      }
      halts = end === 'halted' || (end === 'done' && actual === 0) ? halts + 1 : 0;
      if (end === 'halted') await this.deps.pipes.clearHalt('listen');
      if (actual > 0) this.heed(into.subarray(0, actual));
      if (actual > 0) await this.deps.clock.sleep(REST, this.stop.signal);
    }
  }

  private heed(bytes: Uint8Array): void {
    const notice = readNotice(bytes);
    if (notice === undefined) return;
    if (notice === 'overcurrent') {
      this.deps.onError('overcurrent');
      this.link?.end('protocol');
      return;
    }
    const isNew = notice.hasCard && notice.isChanged && this.isPresent === true;
    this.noteCard(notice.hasCard);
    if (!isNew) return;
    // Either the card was removed and inserted between two notifications, or the notification is old and the card still
    // has power.
    if (this.link === undefined || this.link.hasEnded) this.listener?.(true);
    else this.askSoon();
  }

  private askSoon(): void {
    if (this.isAskWaiting) return;
    this.isAskWaiting = true;
    void this.askSlot().finally(() => (this.isAskWaiting = false));
  }
}
