import { type Bilingual, localTime, receiptTimeOfLocal, type UtcMs } from '../../../base/index.js';
import { describeWebhookFailure, proofOf, type WebhookReport } from '../../../outward/delivery/index.js';
import type { Settings } from '../../../shop/settings/index.js';
import { type CheckFinding, defineCheck, good, warning } from '../check.js';

interface Deps {
  readonly settings: Pick<Settings, 'now'>;
  readonly service:
    | {
        /** State of each webhook; undefined while nothing is sent, for example in safe mode. */
        readonly webhooks: () => readonly WebhookReport[] | undefined;
      }
    | undefined;
  readonly now: () => UtcMs;
}

/** A failure that may pass by itself becomes a warning when an event has waited for this long, ms. */
const PATIENCE = 15 * 60_000;

/** Programs that receive events. Never a failure: a sale does not need them. */
export const webhooksCheck = defineCheck({
  name: 'webhooks',
  consequence: 'notifications',
  alarmAfterPolls: 60,
  guide: {
    symptom: { sr: 'Други програм не добија догађаје', en: 'Another program receives no events' },
    cause: { sr: 'подешавање webhooks није тачно', en: 'the setting webhooks is wrong' },
    command: 'kasirbox webhooks test NAME',
  },
  run({ settings, now, service }: Deps) {
    if (settings.now.webhooks.length === 0) return [];
    const reports = service?.webhooks();
    if (reports === undefined) return [good(TEXTS.resting())];
    return reports.map((report) => judge(report, now()));
  },
});

function judge({ name, failure, waitingSince, isPaused }: WebhookReport, now: UtcMs): CheckFinding {
  if (failure === null) return good(TEXTS.good(name));
  const { reason } = failure;
  const proof = proofOf(reason);
  if (isPaused) return warning(TEXTS.paused(name), TEXTS.setAgain(), proof);
  const { found, action } = describeWebhookFailure(reason);
  const since = Math.min(failure.since, waitingSince ?? failure.since);
  const isLasting = reason.kind === 'refused' || now - since >= PATIENCE;
  if (!isLasting) return good(TEXTS.retrying(name, found), proof);
  return warning(TEXTS.failing(name, since, found), action, proof);
}

const TEXTS = {
  good: (name: string): Bilingual => ({
    sr: `Програм ${name} добија догађаје.`,
    en: `The webhook ${name} receives events.`,
  }),
  resting: (): Bilingual => ({
    sr: 'Догађаји се сада не шаљу другим програмима: сервис не ради, или је у безбедном режиму.',
    en: 'No events are sent to webhooks now: the service is not running, or it is in safe mode.',
  }),
  retrying: (name: string, cause: Bilingual): Bilingual => ({
    sr: `Догађај за програм ${name} чека. ${cause.sr}`,
    en: `An event for the webhook ${name} is waiting. ${cause.en}`,
  }),
  failing: (name: string, since: UtcMs, cause: Bilingual): Bilingual => ({
    sr: `Програм ${name} не добија догађаје од ${receiptTimeOfLocal(localTime(since))}. ${cause.sr}`,
    en: `The webhook ${name} has received no events since ${localTime(since)}. ${cause.en}`,
  }),
  paused: (name: string): Bilingual => ({
    sr: `Програм ${name} више не прима догађаје (410), па му се не шаљу.`,
    en: `The webhook ${name} no longer accepts events (410), so none are sent.`,
  }),
  setAgain: (): Bilingual => ({
    sr: 'Уклоните га из подешавања webhooks; ако треба да се настави, поново сачувајте то подешавање.',
    en: 'Remove it from the setting webhooks; to resume sending, save that setting again.',
  }),
} as const;
