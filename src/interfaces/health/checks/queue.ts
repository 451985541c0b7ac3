import { type Bilingual, localTime, type LocalTime, receiptTimeOfLocal, type UtcMs } from '../../../base/index.js';
import { ENVIRONMENTS } from '../../../contract/index.js';
import type { Ledger, QueuedOrder } from '../../../platform/ledger/index.js';
import type { Settings } from '../../../shop/settings/index.js';
import { type CheckFinding, defineCheck, good, warning } from '../check.js';

interface Deps {
  readonly ledger: Pick<Ledger, 'main'>;
  readonly settings: Pick<Settings, 'now'>;
  readonly now: () => UtcMs;
}

/** Shares of the limits of the queue, in orders and in age, that are a warning. */
const NEARLY_FULL = 0.9;
const NEARLY_OLD = 0.5;
const HOUR = 3_600_000;

/**
 * The offline queue of both environments; no finding when it is off and empty. Never a failure: the check of the
 * processor reports what prevents a sale.
 */
export const queueCheck = defineCheck({
  name: 'queue',
  consequence: 'loss',
  alarmAfterPolls: 2,
  guide: {
    symptom: { sr: 'Продаја се не завршава; купац има листић', en: 'A sale is not completed; the buyer has a slip' },
    cause: {
      sr: 'процесор није доступан, захтев је одбијен, или је продато без рачуна',
      en: 'the processor is unavailable, it refused a request, or a sale has no receipt',
    },
    command: 'kasirbox queue list',
  },
  run({ ledger, settings, now }: Deps) {
    const orders = ENVIRONMENTS.flatMap((environment) => [...ledger.main.queue.orders(environment)]);
    const { enabled, maxCount, maxAgeHours } = settings.now.offlineQueue;
    const sold = checkWithoutReceipt(ledger.main.queue.withoutReceipt());
    if (orders.length === 0) return sold.length === 0 && enabled ? [good(TEXTS.empty())] : sold;
    const refused = orders.filter(({ state }) => state === 'refused');
    const waiting = orders.filter(({ state }) => state === 'queued');
    const isFull = orders.length >= maxCount * NEARLY_FULL;
    const isOld = (order: QueuedOrder): boolean => now() - order.queuedAt > maxAgeHours * HOUR * NEARLY_OLD;
    return [...sold, ...checkRefused(refused), ...checkWaiting(waiting, isFull || waiting.some(isOld))];
  },
});

function checkWithoutReceipt(sold: readonly QueuedOrder[]): CheckFinding[] {
  const [first] = sold;
  if (first === undefined) return [];
  return [warning(TEXTS.withoutReceipt(sold.length, first), TEXTS.settle())];
}

function checkRefused(refused: readonly QueuedOrder[]): CheckFinding[] {
  const [first] = refused;
  if (first === undefined) return [];
  return [warning(TEXTS.refused(refused.length, first.number, first.reason ?? ''), TEXTS.removeRefused())];
}

function checkWaiting(waiting: readonly QueuedOrder[], isUrgent: boolean): CheckFinding[] {
  if (waiting.length === 0) return [];
  const oldest = Math.min(...waiting.map(({ queuedAt }) => queuedAt));
  const found = TEXTS.waiting(waiting.length, localTime(oldest));
  return [isUrgent ? warning(found, TEXTS.checkProcessor()) : good(found)];
}

const TEXTS = {
  empty: (): Bilingual => ({ sr: 'У реду чекања нема захтева.', en: 'No requests are waiting in the queue.' }),
  waiting: (count: number, since: LocalTime): Bilingual => ({
    sr: `Захтеви у реду чекања: ${count}; најстарији чека од ${receiptTimeOfLocal(since)}.`,
    en: `Requests in the queue: ${count}; the oldest has waited since ${since}.`,
  }),
  refused: (count: number, number: number, reason: string): Bilingual => ({
    sr: `Одбијени захтеви у реду чекања: ${count}. Број ${number}: ${reason}`,
    en: `Refused requests in the queue: ${count}. Number ${number}: ${reason}`,
  }),
  withoutReceipt: (count: number, { number, removal }: QueuedOrder): Bilingual => {
    const given = removal?.reason ?? '';
    const reason = given === '' ? '.' : `: ${given.replace(/\.$/, '')}.`;
    return {
      sr: `Продато без рачуна: ${count}. Број ${number}${reason}`,
      en: `Sold without a receipt: ${count}. Number ${number}${reason}`,
    };
  },
  settle: (): Bilingual => ({
    sr: 'За сваку такву продају издајте рачун, унесите број издатог рачуна или забележите да су роба или новац враћени (kasirbox queue unsettled).',
    en: 'For each such sale, issue the receipt, enter the number of the issued receipt, or record that the goods or the money were returned (kasirbox queue unsettled).',
  }),
  checkProcessor: (): Bilingual => ({
    sr: 'Рачуни се издају сами кад процесор проради; проверите процесор (kasirbox pfr status).',
    en: 'Receipts are issued automatically once the processor works again; check the processor (kasirbox pfr status).',
  }),
  removeRefused: (): Bilingual => ({
    sr: 'Ако рачун није издат, издајте га поново. Иначе захтев уклоните из реда и наведите разлог (kasirbox queue list; kasirbox queue remove ID --reason TEXT --by NAME).',
    en: 'If the receipt was not issued, issue it again. Otherwise remove the request from the queue and give the reason (kasirbox queue list; kasirbox queue remove ID --reason TEXT --by NAME).',
  }),
} as const;
