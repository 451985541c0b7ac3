import type { Bilingual, UtcMs } from '../../../base/index.js';
import type { Environment } from '../../../contract/index.js';
import type { BoxEvent, Ledger } from '../../../platform/ledger/index.js';
import { type CheckFinding, defineCheck, warning } from '../check.js';

interface Deps {
  readonly ledger: Pick<Ledger, 'main' | 'invoicesByReferent'>;
  readonly now: () => UtcMs;
}

type SoldTwice = Extract<BoxEvent, { kind: 'sold-twice' }>;

/** How long it is reported, unless one of the two is refunded, ms. */
const TOLD_FOR = 30 * 24 * 3_600_000;

/** Sales without a key that were signed although their answer was lost, and were issued again before that was known. */
export const possibleDuplicatesCheck = defineCheck({
  name: 'sold-twice',
  consequence: 'receipts',
  alarmAfterPolls: 2,
  guide: {
    symptom: {
      sr: 'Можда су издата два рачуна за исту робу',
      en: 'Two receipts may have been issued for the same goods',
    },
    cause: { sr: 'поновљена продаја после изгубљеног одговора', en: 'a sale was repeated after a lost response' },
    command: 'kasirbox pfr settle',
  },
  async run({ ledger, now }: Deps) {
    const findings: CheckFinding[] = [];
    for (const event of ledger.main.events) {
      if (event.kind !== 'sold-twice' || now() - event.at > TOLD_FOR) continue;
      if (!(await isReturned(ledger, event))) findings.push(warning(TEXTS.both(event), TEXTS.refund(event)));
    }
    return findings;
  },
});

async function isReturned(ledger: Deps['ledger'], { environment, first, second }: SoldTwice): Promise<boolean> {
  for (const number of [first, second]) {
    if (await isRefunded(ledger, environment, number)) return true;
  }
  return false;
}

async function isRefunded(ledger: Deps['ledger'], environment: Environment, number: string): Promise<boolean> {
  for (const invoiceType of ['Normal', 'Advance'] as const) {
    const refunds = await ledger.invoicesByReferent({ environment, number, invoiceType, transactionType: 'Refund' });
    if (refunds.length > 0) return true;
  }
  return false;
}

const TEXTS = {
  both: ({ first, second }: SoldTwice): Bilingual => ({
    sr: `За исту продају су можда издата два рачуна: ${first} и ${second}.`,
    en: `Two receipts may have been issued for the same sale: ${first} and ${second}.`,
  }),
  refund: ({ first }: SoldTwice): Bilingual => ({
    sr: `Ако то нису биле две продаје, рефундирајте један од њих, на пример ${first}.`,
    en: `If these were not two sales, refund one of them, for example ${first}.`,
  }),
} as const;
