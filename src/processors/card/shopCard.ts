import { type Clock, failed, ok, type Result, TaskQueue } from '../../base/index.js';
import type { CardFault } from './applets/fault.js';
import { isPin } from './applets/statusWords.js';
import { type CardSession, hasKey, keyOf, limited, LIMITS } from './cardSession.js';
import { type CardState, isSameState, type PinOutcome, type SignFault } from './cardState.js';
import type { CardLoss, CardReader } from './link.js';
import { type CardHere, CardPin, NO_KEEP, type PinKeep, type PinOfPerson } from './pin/cardPin.js';
import { readCard, readCounts } from './readCard.js';
import { cardOf, isNamesake, assessCard, type ShopRules, type CardStanding } from './standing.js';

interface ShopCardDeps {
  readonly reader: CardReader;
  /** Called for each card. */
  readonly rules: () => ShopRules;
  /** Called after each change of the state. */
  readonly changed: (state: CardState) => void;
  /** Default: nothing is stored over a restart. */
  readonly keep?: PinKeep | undefined;
  readonly clock: Pick<Clock, 'sleep'>;
}

/** Number of power-ups of one card before it counts as mute. */
const ATTEMPTS = 2;
/** How often a link may end by itself before the card counts as mute, until a person acts. */
const MAX_RETURNS = 3;

/** Losses of the reader itself, which can no longer be asked. */
const OF_READER: readonly CardLoss[] = ['no reader', 'reader gone', 'closed', 'off'];
/** Losses that may pass without action at the reader: another program releases the card. */
const PASSING: readonly CardLoss[] = ['busy', 'denied', 'driver'];

/** The card in one reader, followed through insertions and removals; all work with it goes through one queue. */
export class ShopCard {
  private readonly queue = new TaskQueue();
  private session: CardSession | undefined;
  private readonly keep: PinKeep;
  private readonly pin: CardPin;
  private current: CardState = { kind: 'reading' };
  private returns = 0;
  private drops = 0;
  private isLookWaiting = false;
  private isPinWaiting = false;
  private loss: CardLoss | undefined;
  private hasGivenUp = false;

  constructor(private readonly deps: ShopCardDeps) {
    const { reader } = deps;
    this.keep = deps.keep ?? NO_KEEP;
    this.pin = new CardPin({
      keep: this.keep,
      isIn: (card) => this.session === card,
      isOurs: (card) => this.session === card && this.standingOf(this.session) === 'accepted',
      onTries: (card, triesLeft) => this.noteTries(card, triesLeft),
      onChange: () => {
        if (this.pin.state === 'accepted') this.returns = 0;
        this.showCard();
      },
    });
    reader.onChange(() => this.onChange());
    void reader.gone.then((loss) => this.onGone(loss));
    this.lookSoon();
  }

  get state(): CardState {
    return this.current;
  }

  /** Reads the card if it was not read; otherwise reads only the changing values, tries left and amounts. */
  refresh(): Promise<void> {
    this.returns = 0;
    return this.queue.run(() => this.renew());
  }

  /** Retries a card that was inaccessible for a reason that may have passed. */
  tryAgain(): void {
    if (this.current.kind === 'mute' && (PASSING.includes(this.current.loss) || this.hasGivenUp)) this.lookSoon();
  }

  /** Evaluates the card again: a person has confirmed it, or company or environment were changed. */
  judgeAgain(): void {
    this.showCard();
    void this.queue.run(async () => {
      await this.unlock();
    });
  }

  /** Tries once the PIN that a person has entered. */
  async enterPin({ fingerprint, ...entry }: PinOfPerson): Promise<PinOutcome> {
    if (!isPin(entry.pin)) return { kind: 'form' };
    // A person who does not wait for a slow card would otherwise have two PINs tried.
    if (this.isPinWaiting) return { kind: 'busy' };
    this.isPinWaiting = true;
    try {
      return await this.queue.run(async () => {
        const session = this.readySession();
        if (session === undefined) return { kind: 'not ready' };
        // The cards of one shop may have different PINs.
        const isShown = fingerprint === undefined || fingerprint === session.card.identity.fingerprint;
        if (!isShown) return { kind: 'other card' };
        return hasKey(session) ? this.inTime(session, this.pin.enter(session, entry)) : { kind: 'no key' };
      });
    } finally {
      this.isPinWaiting = false;
    }
  }

  /** Stores the PIN that the card has accepted, if there is one, because the owner has enabled storing. */
  keepPin(): Promise<void> {
    return this.queue.run(async () => {
      const session = this.readySession();
      if (session !== undefined) await this.pin.keepNow(session);
    });
  }

  /**
   * Signs a DigestInfo with the key for TLS (RSA, PKCS #1 v1.5), using the PIN that this card has accepted. Does
   * nothing if `unwanted` is aborted when its turn comes.
   */
  sign(digestInfo: Buffer, unwanted?: AbortSignal): Promise<Result<Buffer, SignFault>> {
    return this.queue.run(async (): Promise<Result<Buffer, SignFault>> => {
      const session = this.readySession();
      if (session === undefined || unwanted?.aborted === true) return failed({ kind: 'not ready' });
      return this.inTime(session, this.pin.sign(session, digestInfo));
    });
  }

  private async inTime<T>({ link }: CardSession, work: Promise<T>): Promise<T> {
    return (await limited({ clock: this.deps.clock, link, ms: LIMITS.pin }, work)).outcome;
  }

  /** Closes the reader; the PIN is forgotten. */
  async close(): Promise<void> {
    this.deps.reader.onChange(undefined);
    this.onGone('closed');
    // At once, because it ends a hanging task at the head of the queue.
    const closed = this.deps.reader.close();
    await this.queue.run(() => closed);
  }

  /** A PIN in progress belongs to the previous session. */
  private onChange(): void {
    this.returns = 0;
    this.hasGivenUp = false;
    this.drop();
    this.lookSoon();
  }

  /** At most one look-up waits, however often a loose contact reports a card. */
  private lookSoon(): void {
    if (this.isLookWaiting) return;
    this.isLookWaiting = true;
    void this.queue.run(() => {
      this.isLookWaiting = false;
      return this.look();
    });
  }

  private onGone(loss: CardLoss): void {
    this.loss ??= loss;
    this.drop();
    this.show({ kind: 'no reader', loss: this.loss });
  }

  private onEnded(session: CardSession, loss: CardLoss): void {
    if (this.session !== session) return;
    this.hear(loss);
    this.drop();
    this.returns += 1;
    if (this.returns > MAX_RETURNS) this.show({ kind: 'mute', loss });
    else this.lookSoon();
  }

  private drop(): void {
    this.drops += 1;
    this.session = undefined;
    this.pin.note({ kind: 'gone' });
    // Users of the card are notified before the reader is checked.
    if (this.current.kind === 'ready' || this.current.kind === 'stranger') this.show({ kind: 'reading' });
  }

  /** Updates the state to what is in the reader; a live session is not changed. */
  private async look(): Promise<void> {
    let last: CardLoss | CardFault = 'mute';
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      if (this.loss !== undefined || this.session !== undefined) return;
      const hasCard = await this.deps.reader.hasCard();
      if (!hasCard.ok || !hasCard.value) {
        this.show(hasCard.ok ? { kind: 'no card' } : { kind: 'no reader', loss: hasCard.error });
        return;
      }
      if (this.current.kind !== 'mute') this.show({ kind: 'reading' });
      const found = await this.powerUp();
      if (found.ok) return;
      last = found.error;
      // A card of another kind does not change by retrying.
      if (typeof last !== 'string' && last.kind === 'foreign') break;
    }
    if (typeof last !== 'string') this.show({ kind: 'unknown card', fault: last });
    else if (OF_READER.includes(last)) this.show({ kind: 'no reader', loss: last });
    else if (last === 'no card') this.show({ kind: 'no card' });
    else await this.showMute(last);
  }

  /** A silent card may have been removed meanwhile. */
  private async showMute(loss: CardLoss): Promise<void> {
    const hasCard = await this.deps.reader.hasCard();
    this.show(hasCard.ok && !hasCard.value ? { kind: 'no card' } : { kind: 'mute', loss });
  }

  /** Powers the card up and reads it; after an error another power-up may help. */
  private async powerUp(): Promise<Result<void, CardLoss | CardFault>> {
    const { drops } = this;
    const link = await this.deps.reader.connect();
    if (!link.ok) return failed(this.hear(link.error));
    const limit = { clock: this.deps.clock, link: link.value, ms: LIMITS.reading };
    const { outcome: card, isLate } = await limited(limit, readCard(link.value));
    if (isLate) return failed(this.hear('late'));
    // The card that was read may not be the one in the reader now.
    if (this.drops !== drops) return failed('removed');
    if (card.ok) {
      this.hasGivenUp = false;
      const session: CardSession = { link: link.value, key: keyOf(card.value), card: card.value };
      this.session = session;
      this.pin.note({ kind: 'tries', card: session.key, triesLeft: card.value.triesLeft.pki });
      void link.value.ended.then((loss) => this.onEnded(session, loss));
      // First the stored PIN, so that no person is asked for it.
      await this.unlock();
      this.showCard();
      return ok(undefined);
    }
    await link.value.close();
    if (card.error.kind === 'lost') return failed(this.hear(card.error.loss));
    return failed(card.error);
  }

  /**
   * pcscd continues a command whose answer the box has given up; then the other program that uses the card is the box
   * itself.
   */
  private hear(loss: CardLoss): CardLoss {
    if (loss === 'late') this.hasGivenUp = true;
    return loss === 'busy' && this.hasGivenUp ? 'late' : loss;
  }

  private async unlock(): Promise<void> {
    if (this.session !== undefined && hasKey(this.session)) await this.pin.unlock(this.session);
  }

  private async renew(): Promise<void> {
    const { session } = this;
    if (session === undefined) return this.look();
    const counts = await readCounts(session.link);
    if (!counts.ok || this.session !== session) return;
    session.card = { ...session.card, ...counts.value };
    this.noteTries(session, counts.value.triesLeft.pki);
  }

  /** The session, if its card is this shop's. */
  private readySession(): CardSession | undefined {
    return this.state.kind === 'ready' ? this.session : undefined;
  }

  private noteTries(from: CardHere, pki: number | null): void {
    const { session } = this;
    if (session === undefined || session !== from) return;
    session.card = { ...session.card, triesLeft: { ...session.card.triesLeft, pki } };
    this.pin.note({ kind: 'tries', card: session.key, triesLeft: pki });
    this.showCard();
  }

  private standingOf({ card }: CardSession): CardStanding {
    return assessCard(cardOf(card.identity), this.deps.rules());
  }

  private showCard(): void {
    if (this.session === undefined) return;
    const { card, key } = this.session;
    const standing = this.standingOf(this.session);
    if (standing === 'accepted') {
      this.show({ kind: 'ready', card, pin: this.pin.state, isKept: this.keep.holds(key) });
    } else {
      this.pin.note({ kind: 'gone' });
      const isOneOfTheName = isNamesake(cardOf(card.identity), this.deps.rules());
      this.show({ kind: 'stranger', card, standing, isNamesake: isOneOfTheName });
    }
  }

  /** After the reader is removed no other state is possible. */
  private show(state: CardState): void {
    if (this.loss !== undefined && state.kind !== 'no reader') return;
    const isSame = isSameState(this.current, state);
    this.current = state;
    if (!isSame) this.deps.changed(state);
  }
}
