import { failed, ok, type Result, defineMessages, type Message } from '../../../base/index.js';
import { type AdminParts, operation } from '../operation.js';
import { settledCard } from './info.js';

const MESSAGES = defineMessages('cardCertificate', {
  noCard: {
    en: 'There is no card of the tax authority in the reader. See: kasirbox card info',
    sr: 'У читачу нема картице Пореске управе. Погледајте: kasirbox card info',
    srOnPage: 'У читачу нема картице Пореске управе.',
  },
});

/** Certificates of a card, PEM, without any secret. */
interface CardCertificates {
  /** Certificate of the secure element, which signs receipts. */
  readonly element: string;
  /** Certificate of the key for TLS with a V-PFR; null when it cannot be read. */
  readonly key: string | null;
}

/** The certificates on the card in the reader. */
export const showCardCertificate = operation({
  permission: 'processor',
  isReadOnly: true,
  ask: {},
  async run({ cards }: Pick<AdminParts, 'cards'>, _ask, tell): Promise<Result<CardCertificates, Message>> {
    const state = await settledCard(cards, tell);
    if (!('card' in state)) return failed(MESSAGES.noCard);
    const { certificate, client } = state.card;
    return ok({ element: certificate.toString(), key: client.ok ? client.value.toString() : null });
  },
});
