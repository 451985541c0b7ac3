import { type Bilingual, localTime, receiptTimeOfLocal, type UtcMs } from '../../../base/index.js';
import { describeStreamFailure, proofOf, type StreamReport } from '../../../outward/delivery/index.js';
import type { Settings } from '../../../shop/settings/index.js';
import { type CheckFinding, defineCheck, good, warning } from '../check.js';

interface Deps {
  readonly settings: Pick<Settings, 'now'>;
  readonly service:
    | {
        /** State of the stream; undefined while nothing is sent, for example in safe mode. */
        readonly stream: () => StreamReport | undefined;
      }
    | undefined;
  readonly now: () => UtcMs;
}

/** A failure that may pass by itself becomes a warning when it has lasted for this long, ms. */
const PATIENCE = 15 * 60_000;

/** The owner's server that receives the ledger events. Never a failure: a sale does not need it. */
export const streamCheck = defineCheck({
  name: 'stream',
  consequence: 'notifications',
  alarmAfterPolls: 60,
  guide: {
    symptom: { sr: 'Власник не види овај уређај', en: 'The owner does not see this box' },
    cause: { sr: 'сервер власника није доступан', en: "the owner\'s server cannot be reached" },
    command: 'kasirbox doctor',
  },
  run({ settings, now, service }: Deps) {
    if (settings.now.stream === null) return [];
    const report = service?.stream();
    return [report === undefined ? good(TEXTS.resting()) : judge(report, now())];
  },
});

function judge({ failure, behind, upToDateAt }: StreamReport, now: UtcMs): CheckFinding {
  if (failure === null) return good(upToDateAt === null || behind > 0 ? TEXTS.catchingUp(behind) : TEXTS.good());
  const { reason, since } = failure;
  const { found, action } = describeStreamFailure(reason);
  const isLasting = reason.kind === 'refused' || now - since >= PATIENCE;
  if (!isLasting) return good(TEXTS.retrying(behind, found), proofOf(reason));
  return warning(TEXTS.failing(behind, since, found), action, proofOf(reason));
}

const TEXTS = {
  good: (): Bilingual => ({
    sr: 'Сервер власника има све што пише у књизи.',
    en: "The owner's server has everything from the ledger.",
  }),
  catchingUp: (behind: number): Bilingual => ({
    sr: `Подаци се шаљу серверу власника; записа још: ${behind}.`,
    en: `Data is being sent to the owner's server; records remaining: ${behind}.`,
  }),
  resting: (): Bilingual => ({
    sr: 'Серверу власника се сада ништа не шаље: сервис не ради, или је у безбедном режиму.',
    en: "Nothing is being sent to the owner's server: the service is not running, or it is in safe mode.",
  }),
  retrying: (behind: number, cause: Bilingual): Bilingual => ({
    sr: `Подаци за сервер власника чекају (записа: ${behind}). ${cause.sr}`,
    en: `Data for the owner's server is waiting (records: ${behind}). ${cause.en}`,
  }),
  failing: (behind: number, since: UtcMs, cause: Bilingual): Bilingual => ({
    sr: `Сервер власника не добија податке од ${receiptTimeOfLocal(localTime(since))} (записа: ${behind}). ${cause.sr}`,
    en: `The owner's server has received no data since ${localTime(since)} (records: ${behind}). ${cause.en}`,
  }),
} as const;
