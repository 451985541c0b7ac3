import {
  assertNever,
  type Bilingual,
  formatMoney,
  localTime,
  receiptTimeOfLocal,
  type UtcMs,
} from '../../../base/index.js';
import type { UnresolvedIntent } from '../../../sales/invoicing/index.js';
import type { Intent } from '../../../platform/ledger/index.js';
import { type CheckFinding, defineCheck, good, inBoth, warning } from '../check.js';

interface LostAnswersDeps {
  /** Receipts of the active environment that were sent and whose outcome is not known, oldest first. */
  readonly unresolved: () => readonly UnresolvedIntent[];
  /** Receipts of the active environment whose answer is overdue and still awaited, oldest first. */
  readonly awaited: () => readonly UnresolvedIntent[];
  /** Maximum time until the outcome is known, ms; undefined when it depends on the next buyer. */
  readonly timeToOutcome: (intent: Intent) => number | undefined;
  readonly now: () => UtcMs;
}

/** Most lost answers are found sooner, ms. Until then the check reports them without a warning. */
const LOOK_UP_TIME = 60_000;

/**
 * Receipts whose answer was lost, and whose outcome the box determines by itself, at the latest with the next receipt.
 */
export const lostAnswersCheck = defineCheck({
  name: 'lost-answers',
  consequence: 'receipts',
  guide: {
    symptom: { sr: 'Продаја чека исход', en: 'The outcome of a sale is pending' },
    cause: { sr: 'одговор процесора је изгубљен', en: 'a response of the processor was lost' },
    command: 'kasirbox pfr settle',
  },
  // Half a day: overnight there is no next receipt.
  alarmAfterPolls: 12 * 60,
  run({ unresolved: unsettled, awaited, timeToOutcome, now }: LostAnswersDeps) {
    const lost = unsettled().filter(({ state }) => state === 'asking');
    // The absolute age, because a clock that was set back must not hide a receipt for ever.
    const isOld = ({ intent }: UnresolvedIntent): boolean => Math.abs(now() - intent.createdAt) >= LOOK_UP_TIME;
    const old = lost.filter(isOld).map(wordsOfOpen);
    const recent = [...awaited(), ...lost.filter((open) => !isOld(open))];
    return [
      ...old.map((words) => warning(LOST_ANSWERS_TEXTS.asking(words), LOST_ANSWERS_TEXTS.wait(), words.proof)),
      ...recent.map((open) => {
        const words = wordsOfOpen(open);
        return good(LOST_ANSWERS_TEXTS.waits(words, timeToOutcome(open.intent)), words.proof);
      }),
    ];
  },
});

const LOST_ANSWERS_TEXTS = {
  waits({ sr, en }: OpenReceiptWords, time: number | undefined): Bilingual {
    if (time === undefined) {
      return {
        sr: `Рачун ${sr} чека исход; најкасније ће га показати број следећег рачуна.`,
        en: `The outcome of the receipt ${en} is pending; at the latest, the number of the next receipt will show it.`,
      };
    }
    const seconds = Math.ceil(time / 1000);
    return {
      sr: `Рачун ${sr} чека исход: најдуже још ${seconds} с.`,
      en: `The outcome of the receipt ${en} is pending: at most ${seconds} s more.`,
    };
  },
  asking: ({ sr, en }: OpenReceiptWords): Bilingual => ({
    sr: `Рачун ${sr} је послат, а исход још није познат.`,
    en: `The receipt ${en} was sent, but its outcome is not known yet.`,
  }),
  wait: (): Bilingual => ({
    sr:
      'Сачекајте, или поново пошаљите исти захтев; не куцајте продају испочетка. Остали рачуни се издају. Уређај сам ' +
      'проверава да ли је рачун издат; најкасније ће то показати број следећег рачуна. Ако потраје, проверите везу са процесором (kasirbox pfr settle).',
    en:
      'Wait, or repeat the same request; do not enter the sale anew. Others are issued. The box finds out by itself, at the ' +
      'latest by the number of the next receipt. See: kasirbox pfr settle',
  }),
} as const;

interface Gap {
  readonly jid: string;
  /** The numbers between these two are missing. */
  readonly before: number;
  readonly after: number;
}

interface NumbersDeps {
  /** Numbers that are missing in the ledger; undefined when none are. */
  readonly gap: () => Gap | undefined;
}

/** Another till uses the card or certificate, or receipts were signed that the box does not know. */
export const numbersCheck = defineCheck({
  name: 'numbers',
  consequence: 'receipts',
  alarmAfterPolls: 2,
  guide: {
    symptom: { sr: 'Недостају редни бројеви рачуна', en: 'Receipt numbers are missing' },
    cause: {
      sr: 'уређај је враћен из копије, или друга каса користи картицу',
      en: 'the box was restored from a backup, or another till uses the card',
    },
    command: 'kasirbox pfr status',
  },
  run({ gap }: NumbersDeps) {
    const found = gap();
    if (found === undefined) return [];
    const proof = inBoth(`${found.jid}: ${found.before}, ${found.after}`);
    return [warning(NUMBERS_TEXTS.missing(found), NUMBERS_TEXTS.search(), proof)];
  },
});

const NUMBERS_TEXTS = {
  missing: ({ jid, before, after }: { jid: string; before: number; after: number }): Bilingual => ({
    sr: `Под ознаком ${jid} је после рачуна ${before} издат рачун ${after}: рачуни између њих нису у овом уређају.`,
    en: `For ${jid}, receipt ${after} was issued after receipt ${before}: the receipts between them are not in this box.`,
  }),
  search: (): Bilingual => ({
    sr: 'Ако картицу или сертификат не користи ниједна друга каса, потражите те рачуне на порталу Пореске управе.',
    en: "If no other till uses the card or certificate, look for these receipts on the tax authority's portal.",
  }),
} as const;

interface ReconciliationDeps {
  /** Receipts of the active environment that were sent and whose outcome is not known, oldest first. */
  readonly unresolved: () => readonly UnresolvedIntent[];
}

/** Receipts whose outcome or content a person must determine. Each blocks only itself, so this is never a failure. */
export const reconciliationCheck = defineCheck({
  name: 'settling',
  consequence: 'receipts',
  alarmAfterPolls: 5,
  guide: {
    symptom: { sr: 'Један рачун нема познат исход', en: 'One receipt has an unknown outcome' },
    cause: { sr: 'веза је прекинута у току издавања', en: 'the connection broke while it was being issued' },
    command: 'kasirbox pfr settle',
  },
  run: ({ unresolved: unsettled }: ReconciliationDeps) => unsettled().flatMap((open) => finding(open) ?? []),
});

function finding(open: UnresolvedIntent): CheckFinding | undefined {
  const words = wordsOfOpen(open);
  switch (open.state) {
    case 'asking':
      return undefined;
    case 'doubt':
      return warning(RECONCILIATION_TEXTS.doubt(words), RECONCILIATION_TEXTS.decide(), words.proof);
    case 'notHeld':
      return warning(RECONCILIATION_TEXTS.notHeld(words), RECONCILIATION_TEXTS.addLink(), words.proof);
    default:
      return assertNever(open.state);
  }
}

const RECONCILIATION_TEXTS = {
  doubt: ({ sr, en }: OpenReceiptWords): Bilingual => ({
    sr: `Није могуће утврдити да ли је издат рачун ${sr}.`,
    en: `It cannot be determined whether the receipt ${en} was issued.`,
  }),
  decide: (): Bilingual => ({
    sr: 'Потражите рачун на порталу Пореске управе, па унесите одлуку у „Стање” (у терминалу: kasirbox pfr settle). Остали рачуни се издају.',
    en: "Look for the receipt on the tax authority's portal, then enter your decision on the page Status (in a terminal: kasirbox pfr settle). Other receipts are issued.",
  }),
  notHeld: ({ sr, en }: OpenReceiptWords): Bilingual => ({
    sr: `Рачун ${sr} је издат, како показују бројеви рачуна, али уређај нема његов садржај.`,
    en: `The receipt numbers show that the receipt ${en} was issued, but the box does not have its content.`,
  }),
  addLink: (): Bilingual => ({
    sr:
      'Не издајте га поново. Пронађите га на порталу Пореске управе, па унесите његову везу у „Стање” ' +
      '(у терминалу: kasirbox pfr settle). Остали рачуни се издају.',
    en: "Do not issue it again. Find it on the tax authority's portal, then enter its link on the page Status (in a terminal: kasirbox pfr settle). Other receipts are issued.",
  }),
} as const;

/**
 * How people identify a receipt that is not in the ledger: by its number if known, the time it was sent, and its
 * amount.
 */
interface OpenReceiptWords {
  readonly sr: string;
  readonly en: string;
  /** For a technician. */
  readonly proof: Bilingual;
}

function wordsOfOpen({ intent, number }: UnresolvedIntent): OpenReceiptWords {
  const time = localTime(intent.createdAt);
  const total = formatMoney(intent.draft.total);
  const named = number === null ? '' : `${number} `;
  return {
    sr: `${named}од ${receiptTimeOfLocal(time)} на ${total} РСД`,
    en: `${named}of ${time} for ${total} RSD`,
    proof: { sr: `захтев ${intent.requestId}`, en: `request ${intent.requestId}` },
  };
}
