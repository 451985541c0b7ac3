import { failed, ok, type Result } from '../../base/index.js';
import { type CardFault, lost } from '../applets/fault.js';
import type { PinAnswer } from '../applets/pinAnswer.js';
import { PkiApplet } from '../applets/pki.js';
import type { PinOutcome, SignFault } from '../cardState.js';
import type { CardLink } from '../link.js';
import type { PinKeep } from './keep.js';
import { afterPinEvent, type ConfirmedTries, hasAllTries, knownPin, mayTry, NO_PIN, type PinEvent } from './rules.js';
import type { PinState } from './rules.js';

/** A card under power. */
export interface CardHere {
  readonly link: CardLink;
  /** Tells it from all others, also from one that was made anew with the same name. */
  readonly key: string;
}

export interface CardPinParts {
  readonly keep: PinKeep;
  /** Is this card still in the reader? */
  readonly isIn: (card: CardHere) => boolean;
  /** And is it this shop's? */
  readonly isOurs: (card: CardHere) => boolean;
  /** The card has told its tries that are left; null: it does not tell. */
  readonly onTries: (card: CardHere, triesLeft: number | null) => void;
  /** The card has answered a PIN, or it is kept now. */
  readonly onChange: () => void;
}

/** What a person says with a PIN. */
export interface PinEntry {
  readonly pin: string;
  /** The tries left, as the person was shown them. */
  readonly confirmed?: ConfirmedTries | undefined;
  /** Aborted when nobody waits for the outcome any more. */
  readonly gone?: AbortSignal | undefined;
}

/** The same with the card that the person was shown, by its certificate; undefined: whichever is in the reader. */
export interface PinOfPerson extends PinEntry {
  readonly fingerprint?: string | undefined;
}

/** What is known of the PIN of the card in a reader, and the one place from which a PIN goes to a card. Its work is done one at a time. */
export class CardPin {
  private current = NO_PIN;

  constructor(private readonly parts: CardPinParts) {}

  get state(): PinState['kind'] {
    return this.current.kind;
  }

  note(event: PinEvent): void {
    this.current = afterPinEvent(this.current, event);
  }

  /** Tries the PIN that a person has entered, once. */
  async enter(card: CardHere, { pin, confirmed, gone }: PinEntry): Promise<PinOutcome> {
    const applet = await PkiApplet.select(card.link);
    if (!applet.ok) return { kind: 'failed', fault: applet.error };
    const tries = await applet.value.tries();
    if (!tries.ok) return { kind: 'failed', fault: tries.error };
    const triesLeft = tries.value.left;
    this.parts.onTries(card, triesLeft);
    const may = mayTry(triesLeft, confirmed);
    if (may === 'blocked') return { kind: 'blocked' };
    if (may === 'confirm') return { kind: 'confirm', triesLeft };
    // While the tries were asked, the card may have been pulled, or be another shop's now.
    if (!this.parts.isOurs(card)) return { kind: 'not ready' };
    // Somebody who does not know what became of it would enter it again.
    if (gone?.aborted === true) return { kind: 'gone' };
    const answer = await this.verify(card, applet.value, pin);
    if (!answer.ok) return { kind: 'failed', fault: answer.error };
    if (answer.value.kind !== 'right') return answer.value;
    await this.store(card, pin);
    return { kind: 'accepted' };
  }

  /** Signs a DigestInfo with the key for TLS, after the PIN that the card has accepted. */
  async sign(card: CardHere, digestInfo: Buffer): Promise<Result<Buffer, SignFault>> {
    const applet = await PkiApplet.select(card.link);
    if (!applet.ok) return applet;
    const repeated = await this.repeat(card, applet.value);
    if (!repeated.ok) return repeated;
    const signature = await applet.value.sign(digestInfo);
    if (!signature.ok) await this.doubt(card);
    return signature;
  }

  /** Gives the card once more the PIN that it has accepted: selecting may have cleared that, which no card tells. */
  private async repeat(card: CardHere, applet: PkiApplet): Promise<Result<void, SignFault>> {
    const pin = knownPin(this.current, card.key);
    if (pin === undefined) return failed({ kind: this.current.kind === 'blocked' ? 'blocked' : 'pin needed' });
    const answer = await this.verify(card, applet, pin);
    if (!answer.ok) return answer;
    if (answer.value.kind === 'right') return ok(undefined);
    return failed({ kind: answer.value.kind === 'blocked' ? 'blocked' : 'pin needed' });
  }

  /** A card that does not sign after its PIN may not mean its 9000. */
  private async doubt(card: CardHere): Promise<void> {
    const pin = knownPin(this.current, card.key);
    if (pin !== undefined) this.noteAnswer(card, pin, 'unclear');
    await this.forget(card);
  }

  /** Gives the card the PIN that was kept for it, if there is one: only while all its tries are left, and once. */
  async unlock(card: CardHere): Promise<void> {
    const { keep, isOurs } = this.parts;
    if (this.current.kind !== 'needed' || !keep.awaits(card.key) || !isOurs(card)) return;
    const applet = await PkiApplet.select(card.link);
    if (!applet.ok) return;
    const tries = await applet.value.tries();
    if (!tries.ok || !hasAllTries(tries.value)) return;
    const pin = await keep.take(card.key);
    if (pin === undefined) return;
    // The card never saw it: it may be tried after the next start.
    if (!isOurs(card)) {
      await keep.store(card.key, pin);
      return;
    }
    const answer = await this.verify(card, applet.value, pin);
    if (answer.ok && answer.value.kind === 'right') await this.store(card, pin);
  }

  /** Keeps the PIN that this card has accepted: the owner wants it from now on. */
  async keepNow(card: CardHere): Promise<void> {
    const pin = knownPin(this.current, card.key);
    if (pin !== undefined) await this.store(card, pin);
  }

  private async store(card: CardHere, pin: string): Promise<void> {
    if (await this.parts.keep.store(card.key, pin)) this.parts.onChange();
  }

  private async forget(card: CardHere): Promise<void> {
    await this.parts.keep.forget(card.key);
    this.parts.onChange();
  }

  /** Whatever the answer is, it is noted. */
  private async verify(card: CardHere, applet: PkiApplet, pin: string): Promise<Result<PinAnswer, CardFault>> {
    const answer = await applet.verify(pin);
    const kind = answer.ok ? answer.value.kind : 'unclear';
    const isIn = this.parts.isIn(card);
    if (isIn) {
      this.noteAnswer(card, pin, kind);
      if (answer.ok && answer.value.kind === 'wrong') this.parts.onTries(card, answer.value.triesLeft);
      if (kind === 'blocked') this.parts.onTries(card, 0);
    }
    if (kind !== 'right') await this.forget(card);
    return isIn ? answer : lost('removed');
  }

  private noteAnswer(card: CardHere, pin: string, answer: PinAnswer['kind'] | 'unclear'): void {
    if (!this.parts.isIn(card)) return;
    this.note({ kind: 'answered', card: card.key, pin, answer });
    this.parts.onChange();
  }
}
