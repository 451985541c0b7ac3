import { type Bilingual, failed, ok, type Result, startCommand, type Message } from '../../../base/index.js';
import type { PinOutcome } from '../../../processors/card/index.js';
import { integer, nullable, optional, text } from '../fields.js';
import { type AdminDeps, operation } from '../operation.js';
import { settledCard } from './info.js';
import { type Keeping, noService, PIN_OUTCOMES, STILL_READ } from './pinTexts.js';

/** Outcome of a PIN entry. */
export interface CardPinAnswer {
  readonly kind: PinOutcome['kind'];
  /** Remaining tries; null when the card does not report them, or was not asked. */
  readonly triesLeft: number | null;
  readonly words: Bilingual;
}

/**
 * Tries the PIN of the card, once. `confirmed`: the remaining tries as shown to the person (null: the card does not
 * report them). It is required when few tries remain, and when the number has changed. `fingerprint`: of the card that
 * was shown to the person.
 */
export const enterCardPin = operation({
  permission: 'processor',
  input: { pin: text, confirmed: optional(nullable(integer)), fingerprint: optional(text) },
  async run(
    { cards, settings, folder }: Pick<AdminDeps, 'cards' | 'settings' | 'folder'>,
    { pin, confirmed: given, fingerprint },
    onProgress,
    signal,
  ): Promise<Result<CardPinAnswer, Message>> {
    if (!cards.isFollowed) return failed(noService(startCommand(folder)));
    // A card that hangs would block the PIN and the person for a long time.
    if ((await settledCard(cards, onProgress)).kind === 'reading')
      return ok({ kind: 'not ready', triesLeft: null, words: STILL_READ });
    const confirmed = given === null ? 'unknown' : given;
    const outcome = await cards.enterPin({ pin, confirmed, fingerprint, signal });
    const { state } = cards;
    // A correct PIN restores all tries of the card.
    if (outcome.kind === 'accepted') void cards.refresh();
    const triesLeft = 'triesLeft' in outcome ? outcome.triesLeft : null;
    const isKept = state.kind === 'ready' && state.isKept;
    const keeping: Keeping = settings.now.cardPin === 'ask' ? 'off' : isKept ? 'kept' : 'not kept';
    return ok({ kind: outcome.kind, triesLeft, words: PIN_OUTCOMES[outcome.kind](triesLeft, keeping) });
  },
});
