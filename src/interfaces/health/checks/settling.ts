import { assertNever, type Bilingual } from '../../../base/index.js';
import type { Unsettled } from '../../../sales/invoicing/index.js';
import { type CheckFinding, defineCheck, warning } from '../check.js';
import { type OpenReceiptWords, wordsOfOpen } from '../openReceipt.js';

interface Parts {
  /** Receipts of the active environment that were sent and whose outcome is not known, oldest first. */
  readonly unsettled: () => readonly Unsettled[];
}

/** Receipts whose outcome or content a person must determine. Each blocks only itself, so this is never a failure. */
export const settlingCheck = defineCheck({
  name: 'settling',
  consequence: 'receipts',
  alarmAfterPolls: 5,
  run: ({ unsettled }: Parts) => unsettled().flatMap((open) => finding(open) ?? []),
});

function finding(open: Unsettled): CheckFinding | undefined {
  const words = wordsOfOpen(open);
  switch (open.state) {
    case 'asking':
      return undefined;
    case 'doubt':
      return warning(TEXTS.doubt(words), TEXTS.decide(), words.proof);
    case 'notHeld':
      return warning(TEXTS.notHeld(words), TEXTS.addLink(), words.proof);
    default:
      return assertNever(open.state);
  }
}

const TEXTS = {
  doubt: ({ sr, en }: OpenReceiptWords): Bilingual => ({
    sr: `Није могуће утврдити да ли је издат рачун ${sr}.`,
    en: `Whether the receipt ${en} was signed cannot be known.`,
  }),
  decide: (): Bilingual => ({
    sr: 'Потражите рачун на порталу Пореске управе, па унесите одлуку у „Стање” (у терминалу: kasirbox pfr settle). Остали рачуни се издају.',
    en: 'Look for the receipt on the portal of the tax authority, then run: kasirbox pfr settle. Others are issued.',
  }),
  notHeld: ({ sr, en }: OpenReceiptWords): Bilingual => ({
    sr: `Рачун ${sr} је издат, како показују бројеви рачуна, али уређај нема његов садржај.`,
    en: `The receipt ${en} was signed, by the running numbers, but its content is not held.`,
  }),
  addLink: (): Bilingual => ({
    sr:
      'Не издајте га поново. Пронађите га на порталу Пореске управе, па унесите његову везу у „Стање” ' +
      '(у терминалу: kasirbox pfr settle). Остали рачуни се издају.',
    en: 'Copy its link from the portal of the tax authority, then run: kasirbox pfr settle. Others are issued.',
  }),
} as const;
