import type { Warning } from '../../../base/index.js';

/** Why a sale was not queued and, in Serbian for the seller, why it is refused later. */
export const QUEUE_TEXTS = {
  off: {
    rule: 'queue.off',
    message: 'Ред чекања није укључен на уређају, па захтев није сачуван.',
    messageEn: 'The queue is switched off on the box, so the request was not kept.',
  },
  full: {
    rule: 'queue.full',
    message: 'Ред чекања је пун, па захтев није сачуван; уклоните из реда одбијене захтеве или сачекајте процесор.',
    messageEn:
      'The queue is full, so the request was not kept; remove refused requests from it, or wait for the processor.',
  },
  /** A warning; `receipt` is the PFR number that the person entered. */
  settledBefore: (receipt: string): Warning => ({
    rule: 'queue.settled-before',
    message: `Ова продаја је уклоњена из реда и већ је измирена рачуном ${receipt}, па за њу сада постоје два рачуна. Ако је то иста продаја, рефундирајте један.`,
    messageEn: `This sale was removed from the queue and settled by receipt ${receipt} before, so it has two receipts now. If it is the same sale, refund one.`,
  }),
  tooOld: (hours: number): string =>
    `Захтев је чекао дуже од дозвољеног (сати: ${hours}), па рачун није издат. Поновите захтев истим кључем или га уклоните из реда.`,
  restored:
    'Уређај је враћен из резервне копије, или је његов дневник поправљен, па је овај рачун можда већ издат. Ако није, поновите захтев истим кључем; ако јесте, уклоните захтев из реда и унесите број издатог рачуна.',
} as const;
