import { type Clock, failed, type Log, ok, type Result } from '../base/index.js';
import { waitAtMost } from '../devices/index.js';
import { type CardClient, CardClients } from './cardClient.js';
import { CardLog } from './cardLog.js';
import type { CardState, PinOutcome, SignFault } from './cardState.js';
import { HeldReaders } from './heldReaders.js';
import type { CardLoss, CardReader, FoundReader, ReaderWay } from './link.js';
import type { PinKeep } from './pin/keep.js';
import type { PinOfPerson } from './pin/cardPin.js';
import type { ShopRules } from './standing.js';

export interface CardsParts {
  readonly usb: ReaderWay;
  readonly pcsc: ReaderWay;
  /** Ways that may be tried now, in their order, or why none may; asked at each look. */
  readonly ways: () => Promise<Result<readonly FoundReader['way'][], CardLoss>>;
  readonly rules: () => ShopRules;
  /** No PIN is kept over a restart when left out. */
  readonly keep?: PinKeep;
  readonly clock: Clock;
  readonly log: Log;
}

/** A reader that is plugged in. */
export interface ReaderRow extends FoundReader {
  /** Does the box hold it? */
  readonly isOurs: boolean;
  /** Is its card the one that counts? */
  readonly isUsed: boolean;
}

/** What a look has found on each way: its readers, or why it cannot be used. */
export type ReaderLook = Readonly<Record<FoundReader['way'], Result<readonly ReaderRow[], CardLoss>>>;

/** How often readers are looked for while the box holds none with a card of the shop, ms. */
const LOOK_INTERVAL = 3000;
/** How often a card is tried again that another program may have let go of, ms. */
const AGAIN_INTERVAL = 30_000;

/** The longest that is waited for what changes in a card, ms. */
const REFRESHING = 3000;
/** The longest that is waited for a card to be read, ms. */
const SETTLING = 10_000;

/** Losses in the order in which a person should hear of them: the first says most. */
const TELLING: readonly CardLoss[] = ['busy', 'denied', 'unsupported', 'driver'];

/**
 * The card of the shop, in whatever reader it lies. Readers are taken one after the other until one has it, and the others are given
 * back then: what nobody needs another program may have.
 */
export class Cards {
  private readonly held: HeldReaders;
  private readonly clients = new CardClients((digestInfo, unwanted) => this.sign(digestInfo, unwanted));
  private readonly told: CardLog;
  /** Why no reader is held, while none is. */
  private loss: CardLoss = 'no reader';
  /** Was every way looked at, since they were set? */
  private hasLooked = false;
  private areWaysNew = false;
  private isStopping = false;
  /** Ends a pause; renewed after each time. */
  private wake = new AbortController();
  private running: Promise<void> | undefined;
  private againAt = 0;
  private readonly waiting = new Set<{ readonly is: () => boolean; readonly tell: () => void }>();

  constructor(private readonly parts: CardsParts) {
    this.told = new CardLog(parts.log);
    const { rules, keep, clock } = parts;
    this.held = new HeldReaders({ rules, keep, clock, changed: () => this.onCard() });
  }

  get state(): CardState {
    return this.held.used?.card.state ?? { kind: 'no reader', loss: this.loss };
  }

  /** For a V-PFR: the card of this shop, once its PIN was accepted. */
  get client(): CardClient | undefined {
    return this.clients.current;
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
    await this.until(() => this.isStopping || (this.hasLooked && (this.held.isFound || !this.held.isReading)));
    return this.state;
  }

  /** Gives the readers back, and forgets the PIN. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.rouse();
    await this.running;
  }

  /** The ways that may be tried were set: gives back a reader that may not be held any more, and looks at once. */
  changeWays(): void {
    this.areWaysNew = true;
    this.hasLooked = false;
    this.rouse();
  }

  /** See {@link CardsParts.ways}. */
  ways(): ReturnType<CardsParts['ways']> {
    return this.parts.ways();
  }

  /** The readers that are plugged in, on both ways. */
  async readers(): Promise<ReaderLook> {
    const [usb, pcsc] = await Promise.all([this.parts.usb.find(), this.parts.pcsc.find()]);
    return { usb: this.rowsOf(usb), pcsc: this.rowsOf(pcsc) };
  }

  /** Asks the card anew for what changes; reads it if it was not read. One that hangs is waited for 3 seconds. */
  async refresh(): Promise<void> {
    const asked = this.held.cards.map((card) => card.refresh());
    await waitAtMost(this.parts.clock, REFRESHING, Promise.all(asked));
  }

  /** Company, environment or known cards were set. */
  judgeAgain(): void {
    for (const card of this.held.cards) card.judgeAgain();
  }

  /** See {@link ShopCard.enterPin}. */
  async enterPin(entry: PinOfPerson): Promise<PinOutcome> {
    return (await this.held.used?.card.enterPin(entry)) ?? { kind: 'not ready' };
  }

  /** See {@link ShopCard.keepPin}. */
  async keepPin(): Promise<void> {
    await this.held.used?.card.keepPin();
  }

  /** See {@link ShopCard.sign}. */
  async sign(digestInfo: Buffer, unwanted?: AbortSignal): Promise<Result<Buffer, SignFault>> {
    return (await this.held.used?.card.sign(digestInfo, unwanted)) ?? failed({ kind: 'not ready' });
  }

  private begin(): void {
    this.running ??= this.follow();
  }

  private async follow(): Promise<void> {
    do {
      this.areWaysNew = false;
      const hadLost = await this.giveBack();
      // One that breaks as soon as it is used is taken again after a pause only.
      if (!hadLost) await this.look();
      await this.pause(LOOK_INTERVAL);
      this.tryAgain();
    } while (!this.isStopping);
    await this.giveBack();
  }

  /** Gives back what is lost, what may not be held any more, and what is not needed beside a card of the shop. Was any lost? */
  private async giveBack(): Promise<boolean> {
    const ways = await this.parts.ways();
    const { hasSpare, used } = this.held;
    const mayHold = ({ way }: FoundReader): boolean => !this.isStopping && ways.ok && ways.value.includes(way);
    const taken = this.held.take((one) => !mayHold(one.found) || (hasSpare && one !== used));
    const [lost] = taken.flatMap(({ card: { state } }) => (state.kind === 'no reader' ? [state.loss] : []));
    if (taken.length > 0) this.loss = lost ?? (ways.ok ? 'closed' : ways.error);
    // Before another program may take it, what it has lost is known.
    this.show();
    for (const { card } of taken) await card.close();
    return lost !== undefined;
  }

  private async look(): Promise<void> {
    const losses = await this.search();
    this.loss = TELLING.find((one) => losses.includes(one)) ?? losses[0] ?? 'no reader';
    this.hasLooked = !this.areWaysNew;
    this.show();
  }

  /** Takes readers one after the other until one has the card of the shop. Gives why others cannot be taken. */
  private async search(): Promise<readonly CardLoss[]> {
    const ways = await this.parts.ways();
    if (!ways.ok) return [ways.error];
    let losses: CardLoss[] = [];
    for (const name of ways.value) {
      // That pcscd is asked may start it, and it takes all that it finds: only after the readers that the box can have by itself.
      if (!(await this.isMoreWanted())) break;
      const way = this.parts[name];
      const readers = await way.find();
      // That pcscd does not run is a fault only where nothing else may be used.
      if (!readers.ok && (name === 'usb' || ways.value.length === 1 || readers.error !== 'driver'))
        losses.push(readers.error);
      // A reader that pcscd has needs no right to USB.
      if (name === 'pcsc' && readers.ok && readers.value.length > 0) losses = losses.filter((one) => one !== 'denied');
      for (const found of readers.ok ? readers.value : []) {
        if (!(await this.isMoreWanted())) break;
        if (this.held.has(found)) continue;
        const reader = await way.open(found.id);
        if (!reader.ok) losses.push(reader.error);
        else if (this.isStopping) await reader.value.close();
        else this.hold(found, reader.value);
      }
    }
    return losses;
  }

  /** Once the cards that are being read are known: is a reader to be taken still? */
  private async isMoreWanted(): Promise<boolean> {
    const isEnough = (): boolean => this.isStopping || this.areWaysNew || this.held.isFound;
    await this.until(() => isEnough() || !this.held.isReading);
    return !isEnough() && !this.held.isFull;
  }

  private hold(found: FoundReader, reader: CardReader): void {
    this.held.add(found, reader);
    this.show();
  }

  private tryAgain(): void {
    const now = this.parts.clock.monotonic();
    if (now < this.againAt) return;
    this.againAt = now + AGAIN_INTERVAL;
    for (const card of this.held.cards) card.tryAgain();
  }

  private onCard(): void {
    this.show();
    // What is lost or not needed any more is given back at once.
    if (this.held.hasLost || this.held.hasSpare) this.rouse();
  }

  private show(): void {
    const { state } = this;
    this.clients.follow(state);
    this.told.note(this.held.used?.found, state);
    this.tellWaiting();
  }

  /** Until it is so, 10 seconds at most. */
  private async until(is: () => boolean): Promise<void> {
    if (is()) return;
    let tell = (): void => undefined;
    const told = new Promise<void>((resolve) => (tell = resolve));
    const one = { is, tell };
    this.waiting.add(one);
    await waitAtMost(this.parts.clock, SETTLING, told);
    this.waiting.delete(one);
  }

  private tellWaiting(): void {
    for (const { is, tell } of this.waiting) if (is()) tell();
  }

  private rouse(): void {
    this.wake.abort();
    this.tellWaiting();
  }

  /** Until the time has come, or there is something to look at. */
  private async pause(ms: number): Promise<void> {
    await this.parts.clock.sleep(ms, this.wake.signal);
    if (this.wake.signal.aborted) this.wake = new AbortController();
  }

  private rowsOf(found: Result<readonly FoundReader[], CardLoss>): Result<readonly ReaderRow[], CardLoss> {
    if (!found.ok) return found;
    const { used } = this.held;
    const isUsed = ({ id, way }: FoundReader): boolean => used?.found.id === id && used.found.way === way;
    return ok(found.value.map((one) => ({ ...one, isOurs: this.held.has(one), isUsed: isUsed(one) })));
  }
}
