import type { UtcMs } from '../base/fiscal.js';
import { failureWords, type NotifyFailure } from '../delivery/notify/failure.js';
import type { OutboxReport } from '../delivery/notify/outbox.js';
import type { Settings } from '../settings/settings.js';
import type { Check, HealthParts } from './checks.js';
import { NOTIFY_TEXTS } from './texts/notify.js';
import { good, warning } from './verdicts.js';

interface Parts extends Pick<HealthParts, 'now' | 'notify'> {
  readonly settings: Pick<Settings, 'now'>;
}

/** What is tried again by itself is worth a warning when nothing went out for so long, ms. */
const PATIENCE = 15 * 60_000;
/** So long is said that receipts were passed over, ms. */
const REMEMBERED = 24 * 60 * 60_000;

/** Messages to the owner, where they are wanted. Never a failure: a sale needs none. */
export function checkNotify({ settings, now, notify }: Parts): Check[] {
  const setting = settings.now.notify;
  if (setting === null) return [];
  const report = notify();
  if (report === undefined) return [good('notify', NOTIFY_TEXTS.resting())];
  const { failure, passedOver } = report;
  if (failure !== null) {
    const { found, action } = failureWords(failure.reason, setting.kind);
    const proof = proofOf(failure.reason);
    const isLasting = failure.reason.kind === 'refused' || now() - oldest(failure.since, report) >= PATIENCE;
    if (isLasting) return [warning('notify', NOTIFY_TEXTS.failing(found, failure.since), action, proof)];
    return [good('notify', NOTIFY_TEXTS.retrying(found), proof)];
  }
  if (passedOver !== null && now() - passedOver.at < REMEMBERED) {
    return [warning('notify', NOTIFY_TEXTS.passedOver(passedOver.count), NOTIFY_TEXTS.lookThemUp())];
  }
  return [good('notify', NOTIFY_TEXTS.good())];
}

function oldest(since: UtcMs, { waitingSince }: OutboxReport): UtcMs {
  return Math.min(since, waitingSince ?? since);
}

/** `refused; status 401`. */
function proofOf({ kind, status, cause }: NotifyFailure): string {
  return [kind, ...(status === null ? [] : [`status ${status}`]), ...(cause === null ? [] : [cause])].join('; ');
}
