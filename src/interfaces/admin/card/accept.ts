import { failed, ok, type Result } from '../../../base/index.js';
import { cardOf } from '../../../processors/card/index.js';
import { MAX_CARDS } from '../../../shop/settings/index.js';
import { optional, text } from '../fields.js';
import { type AdminParts, operation } from '../operation.js';
import { type CardInfo, cardInfo, settledCard } from './info.js';

/**
 * Records that the card in the reader with the given UID is this shop's. `fingerprint`: of the certificate that was
 * shown to the person, because cards can have the same name.
 */
export const acceptCard = operation({
  permission: 'processor',
  ask: { uid: text, fingerprint: optional(text) },
  async run(
    { cards, settings, now, health }: Pick<AdminParts, 'cards' | 'settings' | 'now' | 'health'>,
    { uid: given, fingerprint },
    tell,
  ): Promise<Result<CardInfo, string>> {
    const uid = given.toUpperCase();
    const state = await settledCard(cards, tell);
    const shown = (): Result<CardInfo, string> => ok(cardInfo(cards.state, settings.now, { now, health }));
    if (!('card' in state) || state.card.identity.jid !== uid) {
      return failed(`There is no card ${uid} in the reader. See: kasirbox card info`);
    }
    if (fingerprint !== undefined && state.card.identity.fingerprint !== fingerprint) {
      return failed(`Another card ${uid} is in the reader now than was shown. See: kasirbox card info`);
    }
    if (state.kind === 'ready') return shown();
    if (state.standing !== 'needs confirmation')
      return failed(`The card ${uid} is not this shop's. See: kasirbox card info`);
    const card = cardOf(state.card.identity);
    if (settings.now.cards.filter((one) => one.uid !== uid).length >= MAX_CARDS)
      return failed(`${MAX_CARDS} cards are known. Leave out one that is no more: kasirbox settings set cards -`);
    const { isCompared } = cardInfo(state, settings.now, { now, health });
    const stored = await settings.change('cards', ({ cards: known }) =>
      ok([...known.filter((one) => one.uid !== uid), card]),
    );
    // From now on the TIN of this card can be compared with those of later cards.
    return stored.ok
      ? ok({ ...cardInfo(cards.state, settings.now, { now, health }), isCompared })
      : failed(stored.error);
  },
});
