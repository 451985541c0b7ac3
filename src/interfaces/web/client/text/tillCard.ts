import type { Texts } from './texts.js';

/** Messages of a till about the fiscal card, without which nothing can be sold. Payment cards are unrelated. */
export const TILL_CARD = {
  pin: { sr: 'Фискална картица чека ПИН.', en: 'The fiscal card waits for its PIN.' },
  card: {
    sr: 'У читачу нема фискалне картице која може да се користи.',
    en: 'There is no fiscal card in the reader that can be used.',
  },
  newCard: { sr: 'Фискална картица је закључана.', en: 'The fiscal card is blocked.' },
  look: { sr: 'Фискална картица не може да се користи.', en: 'The fiscal card cannot be used.' },
  noReceipts: { sr: 'Рачуни се не издају док се то не реши.', en: 'No receipts are made until that is settled.' },
  callOwner: { sr: 'Позовите власника или сервисера.', en: 'Call the owner or the technician.' },
  toStatus: { sr: 'Погледај стање', en: 'See the state' },
} satisfies Texts;
