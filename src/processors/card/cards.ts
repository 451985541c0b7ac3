import { type Clock, failed, type Log, ok, type Result } from '../../base/index.js';
import { waitAtMost } from '../../platform/devices/index.js';
import { type CardClient, CardClients } from './cardClient.js';
import { CardLog } from './cardLog.js';
import type { CardState, PinOutcome, SignFault } from './cardState.js';
import { OpenReaders } from './openReaders.js';
import type { CardLoss, FoundReader, ReaderBackend } from './link.js';
import type { PinKeep, PinOfPerson } from './pin/cardPin.js';
import type { ShopRules } from './standing.js';

export interface CardsDeps {
  readonly usb: ReaderBackend;
  readonly pcsc: ReaderBackend;
  /** Backends that may be used now, in their order, or why none may; called at each look-up of readers. */
  readonly backends: () => Promise<Result<readonly FoundReader['way'][], CardLoss>>;
  readonly rules: () => ShopRules;
  /** Default: no PIN is stored over a restart. */
  readonly keep?: PinKeep;
  readonly clock: Clock;
  readonly log: Log;
}

/** A connected reader. */
interface ReaderRow extends FoundReader {
  /** True when the box has opened it. */
  readonly isOurs: boolean;
  /** True when its card is the one in use. */
  readonly isUsed: boolean;
}

/** The readers of each backend, or why it cannot be used. */
export type ReadersByBackend = Readonly<Record<FoundReader['way'], Result<readonly ReaderRow[], CardLoss>>>;

/** How often readers are searched while no reader with a card of the shop is open, ms. */
const LOOK_INTERVAL = 3000;
/** How often a card is retried that another program may have released, ms. */
const AGAIN_INTERVAL = 30_000;

/** Maximum wait for a card's changing values, ms. */
const REFRESHING = 3000;
/** Maximum wait for a card to be read, ms. */
const SETTLING = 10_000;

/** Losses in the order in which they are reported; the first is the most informative. */
const REPORTED: readonly CardLoss[] = ['busy', 'denied', 'unsupported', 'driver'];

/**
 * The card of the shop, in any reader. Readers are opened one by one until one has the card, and the others are then
 * closed, so that other programs can use them.
 */
export class Cards {
  private readonly held: OpenReaders;
  private readonly clients = new CardClients((digestInfo, unwanted) => this.sign(digestInfo, unwanted));
  private readonly stateLog: CardLog;
  /** Why no reader is open, while none is. */
  private loss: CardLoss = 'no reader';
  /** True when every backend was searched since the backends were set. */
  private hasLooked = false;
  private areWaysNew = false;
  private isStopping = false;
  /** Interrupts a pause; replaced after each use. */
  private wake = new AbortController();
  private running: Promise<void> | undefined;
  private againAt = 0;
  private readonly waiting = new Set<{ readonly is: () => boolean; readonly notify: () => void }>();

  constructor(private readonly deps: CardsDeps) {
    this.stateLog = new CardLog(deps.log);
    const { rules, keep, clock } = deps;
    this.held = new OpenReaders({ rules, keep, clock, changed: () => this.onCard() });
  }

  get state(): CardState {
    return this.held.used?.card.state ?? { kind: 'no reader', loss: this.loss };
  }

  /** For a V-PFR: the card of this shop, after its PIN was accepted. */
  get client(): CardClient | undefined {
    return this.clients.current;
  }

  /** True when it searches for readers, as in a running service. */
  get isFollowed(): boolean {
    return this.running !== undefined;
  }

  /** Starts searching for a reader in a running service; a stored PIN may be used. */
  start(): void {
    this.deps.keep?.begin();
    this.begin();
    // The card may have been requested before.
    this.judgeAgain();
  }

  /** Starts searching if not started yet, and waits until the state is known, 10 seconds at most. */
  async settled(): Promise<CardState> {
    this.begin();
    await this.until(() => this.isStopping || (this.hasLooked && (this.held.isFound || !this.held.isReading)));
    return this.state;
  }

  /** Closes the readers and forgets the PIN. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.rouse();
    await this.running;
  }

  /** Called when the allowed backends were changed: closes a reader that is no longer allowed, and searches at once. */
  changeWays(): void {
    this.areWaysNew = true;
    this.hasLooked = false;
    this.rouse();
  }

  /** See {@link CardsDeps.backends}. */
  backends(): ReturnType<CardsDeps['backends']> {
    return this.deps.backends();
  }

  /** The connected readers of both backends. */
  async readers(): Promise<ReadersByBackend> {
    const [usb, pcsc] = await Promise.all([this.deps.usb.find(), this.deps.pcsc.find()]);
    return { usb: this.rowsOf(usb), pcsc: this.rowsOf(pcsc) };
  }

  /**
   * Reads the card's changing values again, or the whole card if it was not read. Waits 3 seconds at most for a hanging
   * card.
   */
  async refresh(): Promise<void> {
    const asked = this.held.cards.map((card) => card.refresh());
    await waitAtMost(this.deps.clock, REFRESHING, Promise.all(asked));
  }

  /** Called when company, environment or known cards were changed. */
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
      // A reader that fails as soon as it is used is opened again only after a pause.
      if (!hadLost) await this.look();
      await this.pause(LOOK_INTERVAL);
      this.tryAgain();
    } while (!this.isStopping);
    await this.giveBack();
  }

  /**
   * Closes readers that are lost, no longer allowed, or not needed besides a card of the shop. True when any was lost.
   */
  private async giveBack(): Promise<boolean> {
    const backends = await this.deps.backends();
    const { hasSpare, used } = this.held;
    const mayHold = ({ way: backend }: FoundReader): boolean =>
      !this.isStopping && backends.ok && backends.value.includes(backend);
    const taken = this.held.take((one) => !mayHold(one.found) || (hasSpare && one !== used));
    const [lost] = taken.flatMap(({ card: { state } }) => (state.kind === 'no reader' ? [state.loss] : []));
    if (taken.length > 0) this.loss = lost ?? (backends.ok ? 'closed' : backends.error);
    // The loss is shown before another program can take the reader.
    this.show();
    for (const { card } of taken) await card.close();
    return lost !== undefined;
  }

  private async look(): Promise<void> {
    const losses = await this.search();
    this.loss = REPORTED.find((one) => losses.includes(one)) ?? losses[0] ?? 'no reader';
    this.hasLooked = !this.areWaysNew;
    this.show();
  }

  /** Opens readers one by one until one has the card of the shop. Returns why others cannot be opened. */
  private async search(): Promise<readonly CardLoss[]> {
    const backends = await this.deps.backends();
    if (!backends.ok) return [backends.error];
    let losses: CardLoss[] = [];
    for (const name of backends.value) {
      // A query may start pcscd, which opens all readers that it finds. It is therefore asked only after the readers
      // that the box can open by itself.
      if (!(await this.isMoreWanted())) break;
      const backend = this.deps[name];
      const readers = await backend.find();
      // A pcscd that does not run is a fault only if no other backend is allowed.
      if (!readers.ok && (name === 'usb' || backends.value.length === 1 || readers.error !== 'driver'))
        losses.push(readers.error);
      // A reader that pcscd has open needs no permission for USB.
      if (name === 'pcsc' && readers.ok && readers.value.length > 0) losses = losses.filter((one) => one !== 'denied');
      for (const found of readers.ok ? readers.value : []) {
        if (!(await this.isMoreWanted())) break;
        if (this.held.has(found)) continue;
        const reader = await backend.open(found.id);
        if (!reader.ok) losses.push(reader.error);
        else if (this.isStopping) await reader.value.close();
        else this.held.add(found, reader.value);
      }
    }
    return losses;
  }

  /** Waits until the cards being read are known; true when another reader should be opened. */
  private async isMoreWanted(): Promise<boolean> {
    const isEnough = (): boolean => this.isStopping || this.areWaysNew || this.held.isFound;
    await this.until(() => isEnough() || !this.held.isReading);
    return !isEnough() && !this.held.isFull;
  }

  private tryAgain(): void {
    const now = this.deps.clock.monotonic();
    if (now < this.againAt) return;
    this.againAt = now + AGAIN_INTERVAL;
    for (const card of this.held.cards) card.tryAgain();
  }

  private onCard(): void {
    this.show();
    // Lost or unneeded readers are closed at once.
    if (this.held.hasLost || this.held.hasSpare) this.rouse();
  }

  private show(): void {
    const { state } = this;
    this.clients.follow(state);
    this.stateLog.note(this.held.used?.found, state);
    this.notifyWaiting();
  }

  /** Waits until the condition is true, 10 seconds at most. */
  private async until(is: () => boolean): Promise<void> {
    if (is()) return;
    let notify = (): void => undefined;
    const notified = new Promise<void>((resolve) => (notify = resolve));
    const one = { is, notify };
    this.waiting.add(one);
    await waitAtMost(this.deps.clock, SETTLING, notified);
    this.waiting.delete(one);
  }

  private notifyWaiting(): void {
    for (const { is, notify } of this.waiting) if (is()) notify();
  }

  private rouse(): void {
    this.wake.abort();
    this.notifyWaiting();
  }

  /** Waits until the time has passed or a change occurs. */
  private async pause(ms: number): Promise<void> {
    await this.deps.clock.sleep(ms, this.wake.signal);
    if (this.wake.signal.aborted) this.wake = new AbortController();
  }

  private rowsOf(found: Result<readonly FoundReader[], CardLoss>): Result<readonly ReaderRow[], CardLoss> {
    if (!found.ok) return found;
    const { used } = this.held;
    const isUsed = ({ id, way: backend }: FoundReader): boolean => used?.found.id === id && used.found.way === backend;
    return ok(found.value.map((one) => ({ ...one, isOurs: this.held.has(one), isUsed: isUsed(one) })));
  }
}
