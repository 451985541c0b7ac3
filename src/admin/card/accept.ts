import { failed, ok, type Result } from '../../base/index.js';
import { cardOf } from '../../card/index.js';
import { optional, text } from '../fields.js';
import { type AdminParts, operation } from '../operation.js';
import { type CardInfo, cardInfo, settledCard } from './info.js';

/**
 * Notes that the card in the reader, whose UID a person gives, is this shop's. `fingerprint`: of the certificate that the person was
 * shown; cards can have the same name.
 */
export const acceptCard = operation({
  permission: 'processor',
  ask: { uid: text, fingerprint: optional(text) },
  async run(
    { cards, settings, now }: Pick<AdminParts, 'cards' | 'settings' | 'now'>,
    { uid, fingerprint },
    tell,
  ): Promise<Result<CardInfo, string>> {
    const state = await settledCard(cards, tell);
    const shown = (): Result<CardInfo, string> => ok(cardInfo(cards.state, now(), settings.now));
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
    const stored = await settings.change('cards', ({ cards: known }) =>
      ok([...known.filter((one) => one.uid !== uid), card]),
    );
    return stored.ok ? shown() : failed(stored.error);
  },
});
