import type { Bilingual } from '../../../base/index.js';
import { defineCheck, inBoth, warning } from '../check.js';

interface Gap {
  readonly jid: string;
  /** The numbers between these two are missing. */
  readonly before: number;
  readonly after: number;
}

interface Parts {
  /** Numbers that are missing in the ledger; undefined when none are. */
  readonly gap: () => Gap | undefined;
}

/** Another till uses the card or certificate, or receipts were signed that the box does not know. */
export const numbersCheck = defineCheck({
  name: 'numbers',
  consequence: 'receipts',
  alarmAfterPolls: 2,
  run({ gap }: Parts) {
    const found = gap();
    if (found === undefined) return [];
    const proof = inBoth(`${found.jid}: ${found.before}, ${found.after}`);
    return [warning(TEXTS.missing(found), TEXTS.search(), proof)];
  },
});

const TEXTS = {
  missing: ({ jid, before, after }: { jid: string; before: number; after: number }): Bilingual => ({
    sr: `Под ознаком ${jid} је после рачуна ${before} издат рачун ${after}: рачуни између њих нису у овом уређају.`,
    en: `For ${jid} number ${after} was signed after ${before}: what lies between is not in this box.`,
  }),
  search: (): Bilingual => ({
    sr: 'Ако картицу или сертификат не користи ниједна друга каса, потражите те рачуне на порталу Пореске управе.',
    en: 'If no other till uses the card or certificate, look for these receipts on the portal of the tax authority. Gone after a restart.',
  }),
} as const;
