import { ENVIRONMENTS } from '../base/fiscal.js';
import { localTime } from '../base/time.js';
import type { QueuedOrder } from '../ledger/queued.js';
import type { Check, HealthParts } from './checks.js';
import { QUEUE_CHECK_TEXTS as TEXTS } from './texts/queue.js';
import { good, warning } from './verdicts.js';

/** A queue so full, or an order so near its age limit, is worth a warning: nine tenths and a half. */
const NEARLY_FULL = 0.9;
const HALF_WAY = 0.5;
const HOUR = 3_600_000;

/**
 * The offline queue, of both environments; nothing where it is off and empty. Never a failure: what stands in the way of a
 * sale is told of the processor itself.
 */
export function checkQueue({ ledger, settings, now }: Pick<HealthParts, 'ledger' | 'settings' | 'now'>): Check[] {
  const orders = ENVIRONMENTS.flatMap((environment) => [...ledger.main.queue.orders(environment)]);
  const { enabled, maxCount, maxAgeHours } = settings.now.offlineQueue;
  if (orders.length === 0) return enabled ? [good('queue', TEXTS.empty())] : [];
  const refused = orders.filter(({ state }) => state === 'refused');
  const waiting = orders.filter(({ state }) => state === 'queued');
  const isFull = orders.length >= maxCount * NEARLY_FULL;
  const isOld = (order: QueuedOrder): boolean => now() - order.queuedAt > maxAgeHours * HOUR * HALF_WAY;
  return [...refusedCheck(refused), ...waitingCheck(waiting, isFull || waiting.some(isOld))];
}

function refusedCheck(refused: readonly QueuedOrder[]): Check[] {
  const [first] = refused;
  if (first === undefined) return [];
  const found = TEXTS.refused(refused.length, first.number, first.reason ?? '');
  return [warning('queue', found, TEXTS.lookAtRefused())];
}

function waitingCheck(waiting: readonly QueuedOrder[], isUrgent: boolean): Check[] {
  if (waiting.length === 0) return [];
  const oldest = Math.min(...waiting.map(({ queuedAt }) => queuedAt));
  const found = TEXTS.waiting(waiting.length, localTime(oldest));
  return [isUrgent ? warning('queue', found, TEXTS.bringBack()) : good('queue', found)];
}
