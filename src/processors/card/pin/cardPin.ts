import { failed, ok, type Result } from '../../../base/index.js';
import { type CardFault, lost } from '../applets/fault.js';
import type { PinAnswer } from '../applets/statusWords.js';
import { PkiApplet } from '../applets/pki.js';
import type { PinOutcome, SignFault } from '../cardState.js';
import type { CardLink } from '../link.js';
import {
  afterPinEvent,
  type ConfirmedTries,
  hasAllTries,
  knownPin,
  mayTry,
  NO_PIN,
  type PinEvent,
} from './pinRules.js';
import type { PinState } from './pinRules.js';

/** Stores a PIN over a restart, for owners who enable that. Cards are identified by {@link CardHere.key}. */
export interface PinKeep {
  /** Called when a service starts, which keeps a PIN in memory; a stored PIN may be used from then on. */
  begin(): void;
  /** True when the PIN of this card is stored. */
  holds(card: string): boolean;
  /** True when the PIN stored for this card may be used. */
  awaits(card: string): boolean;
  /**
   * Removes the PIN of this card from the store for one try. When this resolves it is durably deleted, so no failure
   * during the try can lead to a second one. Undefined: it must not be tried.
   */
  take(card: string): Promise<string | undefined>;
  /**
   * Stores a PIN that this card has accepted, if the owner wants that, replacing any other. True when it is stored now.
   */
  store(card: string, pin: string): Promise<boolean>;
  /** The card did not accept it; it is deleted. */
  forget(card: string): Promise<void>;
}

/** Stores nothing. */
export const NO_KEEP: PinKeep = {
  begin: () => undefined,
  holds: () => false,
  awaits: () => false,
  take: async () => undefined,
  store: async () => false,
  forget: async () => undefined,
};

/** A card under power. */
export interface CardHere {
  readonly link: CardLink;
  /** Identifies the card, also against a card issued again with the same name. */
  readonly key: string;
}

interface CardPinDeps {
  readonly keep: PinKeep;
  /** True when this card is still in the reader. */
  readonly isIn: (card: CardHere) => boolean;
  /** True when it is also this shop's. */
  readonly isOurs: (card: CardHere) => boolean;
  /** Called when the card has reported its remaining tries; null: it does not report them. */
  readonly onTries: (card: CardHere, triesLeft: number | null) => void;
  /** Called when the card has answered a PIN, or the PIN was stored. */
  readonly onChange: () => void;
}

/** A PIN entered by a person. */
interface PinEntry {
  readonly pin: string;
  /** The remaining tries that were shown to the person. */
  readonly confirmed?: ConfirmedTries | undefined;
  /** Aborted when the client no longer waits for the outcome. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * As {@link PinEntry}, with the certificate's fingerprint of the card shown to the person; undefined: any card in the
 * reader.
 */
export interface PinOfPerson extends PinEntry {
  readonly fingerprint?: string | undefined;
}

/**
 * The state of the PIN of the card in a reader, and the only place from which a PIN is sent to a card. Its work is done
 * one at a time.
 */
export class CardPin {
  private current = NO_PIN;

  constructor(private readonly deps: CardPinDeps) {}

  get state(): PinState['kind'] {
    return this.current.kind;
  }

  note(event: PinEvent): void {
    this.current = afterPinEvent(this.current, event);
  }

  /** Tries once the PIN that a person has entered. */
  async enter(card: CardHere, { pin, confirmed, signal }: PinEntry): Promise<PinOutcome> {
    const applet = await PkiApplet.select(card.link);
    if (!applet.ok) return { kind: 'failed', fault: applet.error };
    const tries = await applet.value.tries();
    if (!tries.ok) return { kind: 'failed', fault: tries.error };
    const triesLeft = tries.value.left;
    this.deps.onTries(card, triesLeft);
    const may = mayTry(triesLeft, confirmed);
    if (may === 'blocked') return { kind: 'blocked' };
    if (may === 'confirm') return { kind: 'confirm', triesLeft };
    // Meanwhile the card may have been removed, or become another shop's.
    if (!this.deps.isOurs(card)) return { kind: 'not ready' };
    // A person who does not learn the outcome would enter it again.
    if (signal?.aborted === true) return { kind: 'gone' };
    const answer = await this.verify(card, applet.value, pin);
    if (!answer.ok) return { kind: 'failed', fault: answer.error };
    if (answer.value.kind !== 'right') return answer.value;
    await this.store(card, pin);
    return { kind: 'accepted' };
  }

  /** Signs a DigestInfo with the key for TLS, using the PIN that the card has accepted. */
  async sign(card: CardHere, digestInfo: Buffer): Promise<Result<Buffer, SignFault>> {
    const applet = await PkiApplet.select(card.link);
    if (!applet.ok) return applet;
    const repeated = await this.repeat(card, applet.value);
    if (!repeated.ok) return repeated;
    const signature = await applet.value.sign(digestInfo);
    if (!signature.ok) await this.doubt(card);
    return signature;
  }

  /**
   * Sends again the PIN that the card has accepted, because selecting an applet may have cleared the verification, and
   * no card reports that.
   */
  private async repeat(card: CardHere, applet: PkiApplet): Promise<Result<void, SignFault>> {
    const pin = knownPin(this.current, card.key);
    if (pin === undefined) return failed({ kind: this.current.kind === 'blocked' ? 'blocked' : 'pin needed' });
    const answer = await this.verify(card, applet, pin);
    if (!answer.ok) return answer;
    if (answer.value.kind === 'right') return ok(undefined);
    return failed({ kind: answer.value.kind === 'blocked' ? 'blocked' : 'pin needed' });
  }

  /** If a card does not sign after its PIN, its answer 9000 may not have meant that the PIN was accepted. */
  private async doubt(card: CardHere): Promise<void> {
    const pin = knownPin(this.current, card.key);
    if (pin !== undefined) this.noteAnswer(card, pin, 'unclear');
    await this.forget(card);
  }

  /** Sends the card its stored PIN, if there is one: once, and only while all its tries are left. */
  async unlock(card: CardHere): Promise<void> {
    const { keep, isOurs } = this.deps;
    if (this.current.kind !== 'needed' || !keep.awaits(card.key) || !isOurs(card)) return;
    const applet = await PkiApplet.select(card.link);
    if (!applet.ok) return;
    const tries = await applet.value.tries();
    if (!tries.ok || !hasAllTries(tries.value)) return;
    const pin = await keep.take(card.key);
    if (pin === undefined) return;
    // The card never received it; it may be tried after the next start.
    if (!isOurs(card)) {
      await keep.store(card.key, pin);
      return;
    }
    const answer = await this.verify(card, applet.value, pin);
    if (answer.ok && answer.value.kind === 'right') await this.store(card, pin);
  }

  /** Stores the PIN that this card has accepted, because the owner has enabled storing. */
  async keepNow(card: CardHere): Promise<void> {
    const pin = knownPin(this.current, card.key);
    if (pin !== undefined) await this.store(card, pin);
  }

  private async store(card: CardHere, pin: string): Promise<void> {
    if (await this.deps.keep.store(card.key, pin)) this.deps.onChange();
  }

  private async forget(card: CardHere): Promise<void> {
    await this.deps.keep.forget(card.key);
    this.deps.onChange();
  }

  /** Every answer is recorded in the state. */
  private async verify(card: CardHere, applet: PkiApplet, pin: string): Promise<Result<PinAnswer, CardFault>> {
    const answer = await applet.verify(pin);
    const kind = answer.ok ? answer.value.kind : 'unclear';
    const isIn = this.deps.isIn(card);
    if (isIn) {
      this.noteAnswer(card, pin, kind);
      if (answer.ok && answer.value.kind === 'wrong') this.deps.onTries(card, answer.value.triesLeft);
      if (kind === 'blocked') this.deps.onTries(card, 0);
    }
    if (kind !== 'right') await this.forget(card);
    return isIn ? answer : lost('removed');
  }

  private noteAnswer(card: CardHere, pin: string, answer: PinAnswer['kind'] | 'unclear'): void {
    if (!this.deps.isIn(card)) return;
    this.note({ kind: 'answered', card: card.key, pin, answer });
    this.deps.onChange();
  }
}
