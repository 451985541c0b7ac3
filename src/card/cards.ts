import { type Clock, failed, type Log, ok, type Result } from '../base/index.js';
import { type CardClient, CardClients } from './cardClient.js';
import type { CardState, PinOutcome, SignFault } from './cardState.js';
import { waitAtMost } from '../devices/index.js';
import type { CardLoss, CardReader, FoundReader, ReaderWay } from './link.js';
import type { PinKeep } from './pin/keep.js';
import type { ConfirmedTries } from './pin/rules.js';
import { ShopCard } from './shopCard.js';
import type { ShopRules } from './standing.js';

export interface CardsParts {
  readonly usb: ReaderWay;
  readonly pcsc: ReaderWay;
  /** Ways that may be tried now, in their order; asked at each look. */
  readonly ways: () => readonly FoundReader['way'][];
  readonly rules: () => ShopRules;
  /** No PIN is kept over a restart when left out. */
  readonly keep?: PinKeep;
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

/** How often it is looked whether a reader that is held may be held still, ms; mostly somebody says so before. */
const CHECK_INTERVAL = 30_000;

/** The longest that is waited for what changes in a card, ms. */
const REFRESHING = 3000;
/** The longest that is waited for a card to be read, ms. */
const SETTLING = 10_000;

/** Losses in the order in which a person should hear of them: the first says most. */
const TELLING: readonly CardLoss[] = ['busy', 'denied', 'unsupported', 'driver'];

const NO_READER: CardState = { kind: 'no reader', loss: 'no reader' };

/** The one reader that the box holds, found again whenever it was unplugged, and the card in it. */
export class Cards {
  private held: { readonly found: FoundReader; readonly card: ShopCard } | undefined;
  private current: CardState = NO_READER;
  /** How it was logged last. */
  private logged = 'no reader: no reader';
  private isStopping = false;
  /** Ends a pause; renewed after each time. */
  private wake = new AbortController();
  private running: Promise<void> | undefined;
  private readonly listeners: ((state: CardState) => void)[] = [];
  private readonly clients = new CardClients((digestInfo, unwanted) => this.sign(digestInfo, unwanted));
  private hasLooked = false;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly parts: CardsParts) {}

  get state(): CardState {
    return this.current;
  }

  /** For a V-PFR: the card of this shop, once its PIN was accepted. */
  get client(): CardClient | undefined {
    return this.clients.current;
  }

  /** Calls `listener` after each change of the state. */
  onChange(listener: (state: CardState) => void): void {
    this.listeners.push(listener);
  }

  /** Does it look for a reader, as in a running service? */
  get isFollowed(): boolean {
    return this.running !== undefined;
  }

  /** Begins to look for a reader, in a running service: it may use a PIN that was kept. */
  start(): void {
    this.parts.keep?.begin();
    this.begin();
    // Somebody may have asked for the card before.
    this.judgeAgain();
  }

  /** Begins to look if nobody has, and waits until it is known how it stands, 10 seconds at most. */
  async settled(): Promise<CardState> {
    this.begin();
    if (!this.isKnown && !this.isStopping) {
      const known = new Promise<void>((resolve) => this.waiting.push(resolve));
      await Promise.race([known, this.parts.clock.sleep(SETTLING)]);
    }
    return this.state;
  }

  /** Gives the reader back, and forgets the PIN. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.wake.abort();
    await this.running;
    this.tellWaiting();
  }

  /** The ways that may be tried were set: gives back a reader that may not be held any more, and looks at once. */
  changeWays(): void {
    this.wake.abort();
  }

  /** The readers that are plugged in, on both ways. */
  async readers(): Promise<ReaderLook> {
    const [usb, pcsc] = await Promise.all([this.parts.usb.find(), this.parts.pcsc.find()]);
    return { usb: this.rowsOf(usb), pcsc: this.rowsOf(pcsc) };
  }

  /** Asks the card anew for what changes; reads it if it was not read. One that hangs is waited for 3 seconds. */
  async refresh(): Promise<void> {
    const { held } = this;
    if (held !== undefined) await waitAtMost(this.parts.clock, REFRESHING, held.card.refresh());
  }

  /** Company, environment or known cards were set. */
  judgeAgain(): void {
    this.held?.card.judgeAgain();
  }

  /** See {@link ShopCard.enterPin}. */
  async enterPin(pin: string, confirmed?: ConfirmedTries, gone?: AbortSignal): Promise<PinOutcome> {
    return (await this.held?.card.enterPin(pin, confirmed, gone)) ?? { kind: 'not ready' };
  }

  /** See {@link ShopCard.keepPin}. */
  async keepPin(): Promise<void> {
    await this.held?.card.keepPin();
  }

  /** See {@link ShopCard.sign}. */
  async sign(digestInfo: Buffer, unwanted?: AbortSignal): Promise<Result<Buffer, SignFault>> {
    return (await this.held?.card.sign(digestInfo, unwanted)) ?? failed({ kind: 'not ready' });
  }

  private begin(): void {
    this.running ??= this.follow();
  }

  private get isKnown(): boolean {
    return this.hasLooked && this.current.kind !== 'reading';
  }

  private async follow(): Promise<void> {
    do {
      const opened = await this.openFirst();
      if (!opened.ok) {
        this.show({ kind: 'no reader', loss: opened.error });
        await this.pause(LOOK_INTERVAL);
      } else if (this.isStopping) {
        await opened.value.reader.close();
      } else {
        await this.hold(opened.value.found, opened.value.reader);
      }
    } while (!this.isStopping);
  }

  /** Until the reader is gone or does not answer, may not be held any more, or all is stopped. */
  private async hold(found: FoundReader, reader: CardReader): Promise<void> {
    const isLost = (): boolean => card.state.kind === 'no reader';
    const changed = (state: CardState): void => {
      if (this.held?.card !== card) return;
      this.show(state);
      if (isLost()) this.wake.abort();
    };
    const card = new ShopCard({ reader, rules: this.parts.rules, changed, keep: this.parts.keep });
    this.held = { found, card };
    this.parts.log('card.reader', { reader: found.name, way: found.way });
    this.show(card.state);
    while (!isLost() && !this.isStopping && this.parts.ways().includes(found.way)) {
      await this.pause(CHECK_INTERVAL);
      card.tryAgain();
    }
    this.held = undefined;
    const wasLost = isLost();
    // Before another program may take it, what it has lost is known.
    if (!wasLost) this.show({ kind: 'no reader', loss: this.parts.ways().length === 0 ? 'off' : 'closed' });
    await card.close();
    if (wasLost) await this.pause(LOOK_INTERVAL);
  }

  /** Until the time has come, or there is something to look at. */
  private async pause(ms: number): Promise<void> {
    await this.parts.clock.sleep(ms, this.wake.signal);
    if (this.wake.signal.aborted) this.wake = new AbortController();
  }

  /** The first reader that can be opened; else the loss that says most. */
  private async openFirst(): Promise<Result<{ found: FoundReader; reader: CardReader }, CardLoss>> {
    const losses: CardLoss[] = [];
    const ways = this.parts.ways();
    if (ways.length === 0) return failed('off');
    for (const name of ways) {
      const way = this.parts[name];
      const readers = await way.find();
      // That pcscd does not run is a fault only where nothing else may be used.
      if (!readers.ok && (name === 'usb' || ways.length === 1 || readers.error !== 'driver'))
        losses.push(readers.error);
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
    this.clients.follow(state);
    if (this.isKnown) this.tellWaiting();
    const label = labelOf(state);
    const text = Object.values(label).join(': ');
    const isSame = text === this.logged;
    if (isSame && state.kind === 'no reader') return;
    // What comes of reading is told, and not that it was read.
    if (!isSame && state.kind !== 'reading') {
      this.parts.log('card.state', label);
      this.logged = text;
    }
    for (const listener of this.listeners) listener(state);
  }

  private tellWaiting(): void {
    for (const tell of this.waiting.splice(0)) tell();
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
