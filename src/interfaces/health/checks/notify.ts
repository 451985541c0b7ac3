import { type Bilingual, localTime, receiptTimeOfLocal, type UtcMs } from '../../../base/index.js';
import { describeFailure, type OutboxReport, proofOf } from '../../../outward/delivery/index.js';
import type { Settings } from '../../../shop/settings/index.js';
import { defineCheck, good, warning } from '../check.js';

interface Deps {
  readonly settings: Pick<Settings, 'now'>;
  readonly service:
    | {
        /** State of the messages to the owner; undefined while none are sent, for example in safe mode. */
        readonly notifications: () => OutboxReport | undefined;
      }
    | undefined;
  readonly now: () => UtcMs;
}

/** A failure that may pass by itself becomes a warning when no message was sent for this long, ms. */
const PATIENCE = 15 * 60_000;
/** How long the check reports that receipts were skipped, ms. */
const REMEMBERED = 24 * 60 * 60_000;

/** Messages to the owner, if the owner wants them. Never a failure: a sale needs no message. */
export const notifyCheck = defineCheck({
  name: 'notify',
  consequence: 'notifications',
  alarmAfterPolls: null,
  guide: {
    symptom: { sr: 'Власник не добија поруке', en: 'The owner gets no messages' },
    cause: { sr: 'подешавање notify није тачно', en: 'the setting notify is wrong' },
    command: 'kasirbox notify test',
  },
  run({ settings, now, service }: Deps) {
    const setting = settings.now.notify;
    if (setting === null) return [];
    const report = service?.notifications();
    if (report === undefined) return [good(TEXTS.resting())];
    const { failure, passedOver, refusedAlarms = [] } = report;
    if (failure !== null) {
      const { found, action } = describeFailure(failure.reason, setting.kind);
      const proof = proofOf(failure.reason);
      const isLasting = failure.reason.kind === 'refused' || now() - oldest(failure.since, report) >= PATIENCE;
      if (isLasting) return [warning(TEXTS.failing(found, failure.since), action, proof)];
      return [good(TEXTS.retrying(found), proof)];
    }
    const [refused] = refusedAlarms;
    if (refused !== undefined) {
      const { found, action } = describeFailure(refused.reason, setting.kind);
      const names = refusedAlarms.map(({ check }) => check).join(', ');
      return [warning(TEXTS.refusedAlarms(names, found, refused.since), action, proofOf(refused.reason))];
    }
    if (passedOver !== null && now() - passedOver.at < REMEMBERED) {
      return [warning(TEXTS.passedOver(passedOver.count), TEXTS.readList())];
    }
    return [good(TEXTS.good())];
  },
});

function oldest(since: UtcMs, { waitingSince }: OutboxReport): UtcMs {
  return Math.min(since, waitingSince ?? since);
}

const TEXTS = {
  good: (): Bilingual => ({ sr: 'Поруке власнику се шаљу.', en: 'Messages to the owner are sent.' }),
  resting: (): Bilingual => ({
    sr: 'Поруке власнику се сада не шаљу: сервис не ради, или је у безбедном режиму.',
    en: 'Messages to the owner are not sent now: the service is not running, or it is in safe mode.',
  }),
  failing: (cause: Bilingual, since: UtcMs): Bilingual => ({
    sr: `Поруке власнику не пролазе од ${receiptTimeOfLocal(localTime(since))}. ${cause.sr}`,
    en: `No message has reached the owner since ${localTime(since)}. ${cause.en}`,
  }),
  refusedAlarms: (names: string, cause: Bilingual, since: UtcMs): Bilingual => ({
    sr: `Власнику није јављен квар (${names}), од ${receiptTimeOfLocal(localTime(since))}; остале поруке пролазе. ${cause.sr}`,
    en: `The owner was not notified of a failure (${names}), since ${localTime(since)}; other messages are sent. ${cause.en}`,
  }),
  retrying: (cause: Bilingual): Bilingual => ({
    sr: `Порука власнику чека. ${cause.sr}`,
    en: `A message to the owner is waiting. ${cause.en}`,
  }),
  passedOver: (count: number): Bilingual => ({
    sr: `Власнику није јављено за рачуне који су предуго чекали: ${count}.`,
    en: `Receipts that waited too long and were not reported to the owner: ${count}.`,
  }),
  readList: (): Bilingual => ({
    sr: 'Погледајте их у списку рачуна; више времена даје maxAgeHours у подешавању notify.',
    en: 'See the list of receipts; maxAgeHours in the setting notify allows more time.',
  }),
} as const;
