import { failed, ok, type Result, defineMessages, type Message } from '../../../base/index.js';
import { cardOf } from '../../../processors/card/index.js';
import { MAX_CARDS } from '../../../shop/settings/index.js';
import { optional, text } from '../fields.js';
import { type AdminParts, operation } from '../operation.js';
import { type CardInfo, cardInfo, settledCard } from './info.js';

const MESSAGES = defineMessages('acceptCard', {
  notInReader: {
    en: 'There is no card {uid} in the reader. See: kasirbox card info',
    sr: 'У читачу није картица {uid}. Погледајте: kasirbox card info',
    srOnPage: 'У читачу није картица {uid}. Погледајте која је.',
  },
  otherInReader: {
    en: 'Another card {uid} is in the reader now than was shown. See: kasirbox card info',
    sr: 'У читачу је сада друга картица {uid}, а не она која је приказана. Погледајте: kasirbox card info',
    srOnPage: 'У читачу је сада друга картица {uid}, а не она која је приказана. Погледајте је поново.',
  },
  enough: {
    en: '{MAX_CARDS} cards are known. Leave out one that is no more: kasirbox settings set cards -',
    sr: 'Већ је потврђено {MAX_CARDS} картица. Изоставите ону која се више не користи: kasirbox settings set cards -',
    srOnPage:
      'Већ је потврђено {MAX_CARDS} картица. Уклоните ону која се више не користи: у „Подешавања”, страница „Напредно”, подешавање cards.',
  },
  notOfShop: {
    en: "The card {uid} is not this shop's. See: kasirbox card info",
    sr: 'Картица {uid} није ове радње. Погледајте: kasirbox card info',
    srOnPage: 'Картица {uid} није ове радње.',
  },
});

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
  ): Promise<Result<CardInfo, Message>> {
    const uid = given.toUpperCase();
    const state = await settledCard(cards, tell);
    const shown = (): Result<CardInfo, Message> => ok(cardInfo(cards.state, settings.now, { now, health }));
    if (!('card' in state) || state.card.identity.jid !== uid) {
      return failed(MESSAGES.notInReader({ uid }));
    }
    if (fingerprint !== undefined && state.card.identity.fingerprint !== fingerprint) {
      return failed(MESSAGES.otherInReader({ uid }));
    }
    if (state.kind === 'ready') return shown();
    if (state.standing !== 'needs confirmation') return failed(MESSAGES.notOfShop({ uid }));
    const card = cardOf(state.card.identity);
    if (settings.now.cards.filter((one) => one.uid !== uid).length >= MAX_CARDS)
      return failed(MESSAGES.enough({ MAX_CARDS }));
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
