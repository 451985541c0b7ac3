import { type Clock, failed, type Log, ok, type Result } from '../base/index.js';
import type { CardState, PinOutcome, SignFault } from './cardState.js';
import type { CardLoss, CardReader, FoundReader, ReaderWay } from './link.js';
import type { ConfirmedTries } from './pin/rules.js';
import { ShopCard } from './shopCard.js';
import type { ShopRules } from './standing.js';

export interface CardsParts {
  readonly usb: ReaderWay;
  readonly pcsc: ReaderWay;
  /** Ways that may be tried now, in their order; asked at each look. */
  readonly ways: () => readonly FoundReader['way'][];
  readonly rules: () => ShopRules;
  readonly clock: Clock;
  readonly log: Log;
}

/** A reader that is plugged in, and whether the box holds it. */
export interface ReaderRow extends FoundReader {
  readonly isOurs: boolean;
}

/** What a look has found on each way: its readers, or why it cannot be used. */
export type ReaderLook = Readonly<Record<FoundReader['way'], Result<readonly ReaderRow[], CardLoss>>>;

/** How often readers are looked for while the box holds none, ms. */
const LOOK_INTERVAL = 3000;

/** How often it is looked whether a reader that is held works still, ms. */
const CHECK_INTERVAL = 30_000;

/** The longest that is waited for a card to be read, ms. */
const SETTLING = 10_000;

/** Losses in the order in which a person should hear of them: the first says most. */
const TELLING: readonly CardLoss[] = ['busy', 'denied', 'unsupported', 'driver'];

const NO_READER: CardState = { kind: 'no reader', loss: 'no reader' };

/** The one reader that the box holds, found again whenever it was unplugged, and the card in it. */
export class Cards {
  private held: { readonly found: FoundReader; readonly card: ShopCard; readonly letGo: AbortController } | undefined;
  private current: CardState = NO_READER;
  /** How it was logged last. */
  private logged = 'no reader: no reader';
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;
  private readonly listeners: ((state: CardState) => void)[] = [];
  private hasLooked = false;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly parts: CardsParts) {}

  get state(): CardState {
    return this.current;
  }

  /** Calls `listener` after each change of the state. */
  onChange(listener: (state: CardState) => void): void {
    this.listeners.push(listener);
  }

  /** Does it look for a reader, as in a running service? */
  get isFollowed(): boolean {
    return this.running !== undefined;
  }

  /** Begins to look for a reader. */
  start(): void {
    this.running ??= this.follow();
  }

  /** Begins to look if nobody has, and waits until it is known how it stands, 10 seconds at most. */
  async settled(): Promise<CardState> {
    this.start();
    if (!this.isKnown) {
      const known = new Promise<void>((resolve) => this.waiting.push(resolve));
      await Promise.race([known, this.parts.clock.sleep(SETTLING)]);
    }
    return this.state;
  }

  /** Gives the reader back, and forgets the PIN. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** The readers that are plugged in, on both ways. */
  async readers(): Promise<ReaderLook> {
    const [usb, pcsc] = await Promise.all([this.parts.usb.find(), this.parts.pcsc.find()]);
    return { usb: this.rowsOf(usb), pcsc: this.rowsOf(pcsc) };
  }

  /** Asks the card anew for what changes; reads it if it was not read. */
  async refresh(): Promise<void> {
    await this.held?.card.refresh();
  }

  /** Company, environment or known cards were set. */
  judgeAgain(): void {
    this.held?.card.judgeAgain();
  }

  /** Other ways may be tried: a reader that is held on none of them is given back. */
  changeWays(): void {
    if (this.held !== undefined && !this.parts.ways().includes(this.held.found.way)) this.held.letGo.abort();
  }

  /** See {@link ShopCard.enterPin}. */
  async enterPin(pin: string, confirmed?: ConfirmedTries): Promise<PinOutcome> {
    return (await this.held?.card.enterPin(pin, confirmed)) ?? { kind: 'not ready' };
  }

  /** See {@link ShopCard.sign}. */
  async sign(digestInfo: Buffer): Promise<Result<Buffer, SignFault>> {
    return (await this.held?.card.sign(digestInfo)) ?? failed({ kind: 'not ready' });
  }

  private get isKnown(): boolean {
    return this.hasLooked && this.current.kind !== 'reading';
  }

  private async follow(): Promise<void> {
    const { signal } = this.stopping;
    do {
      const opened = await this.openFirst();
      if (signal.aborted) {
        if (opened.ok) await opened.value.reader.close();
        return;
      }
      if (opened.ok) await this.hold(opened.value.found, opened.value.reader);
      else this.show({ kind: 'no reader', loss: opened.error });
    } while (await this.parts.clock.sleep(LOOK_INTERVAL, signal));
  }

  /** Until the reader is gone, or does not work any more. */
  private async hold(found: FoundReader, reader: CardReader): Promise<void> {
    const gone = new AbortController();
    const stop = AbortSignal.any([gone.signal, this.stopping.signal]);
    const loss = reader.gone.then((why) => {
      gone.abort();
      return why;
    });
    const card = new ShopCard({ reader, rules: this.parts.rules, changed: (state) => this.show(state) });
    this.held = { found, card, letGo: gone };
    this.parts.log('card.reader', { reader: found.name, way: found.way });
    // What is in it at the moment, nobody says by himself.
    this.show(card.state);
    void card.refresh();
    while (await this.parts.clock.sleep(CHECK_INTERVAL, stop)) {
      // A reader that does not answer is given back, and taken anew.
      if (card.state.kind === 'no reader') break;
    }
    this.held = undefined;
    await card.close();
    const why = await loss;
    this.show({ kind: 'no reader', loss: this.parts.ways().length === 0 ? 'off' : why });
  }

  /** The first reader that can be opened; else the loss that says most. */
  private async openFirst(): Promise<Result<{ found: FoundReader; reader: CardReader }, CardLoss>> {
    const losses: CardLoss[] = [];
    const ways = this.parts.ways();
    if (ways.length === 0) return failed('off');
    for (const name of ways) {
      const way = this.parts[name];
      const readers = await way.find();
      if (!readers.ok) losses.push(readers.error);
      for (const found of readers.ok ? readers.value : []) {
        const reader = await way.open(found.id);
        if (reader.ok) return ok({ found, reader: reader.value });
        losses.push(reader.error);
      }
    }
    return failed(TELLING.find((one) => losses.includes(one)) ?? losses[0] ?? 'no reader');
  }

  private rowsOf(found: Result<readonly FoundReader[], CardLoss>): Result<readonly ReaderRow[], CardLoss> {
    if (!found.ok) return found;
    const isOurs = ({ id, way }: FoundReader): boolean => this.held?.found.id === id && this.held.found.way === way;
    return ok(found.value.map((reader) => ({ ...reader, isOurs: isOurs(reader) })));
  }

  private show(state: CardState): void {
    this.current = state;
    this.hasLooked = true;
    if (this.isKnown) for (const wake of this.waiting.splice(0)) wake();
    const label = labelOf(state);
    const text = Object.values(label).join(': ');
    if (text !== this.logged) this.parts.log('card.state', label);
    else if (state.kind === 'no reader') return;
    this.logged = text;
    for (const listener of this.listeners) listener(state);
  }
}

/** A state for the log: no names, no numbers. */
function labelOf(state: CardState): Record<string, string> {
  switch (state.kind) {
    case 'no reader':
    case 'mute':
      return { state: state.kind, loss: state.loss };
    case 'stranger':
      return { state: state.kind, standing: state.standing };
    case 'ready':
      return { state: state.kind, pin: state.pin };
    case 'unknown card':
      return { state: state.kind, fault: state.fault.kind };
    case 'no card':
    case 'reading':
      return { state: state.kind };
  }
}
