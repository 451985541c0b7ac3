import type { UtcMs } from '../../base/fiscal.js';
import { localTime, receiptTimeOfLocal } from '../../base/time.js';
import type { Words } from '../../base/words.js';

/** What the check of the messages to the owner says. */
export const NOTIFY_TEXTS = {
  good: (): Words => ({ sr: 'Поруке власнику се шаљу.', en: 'Messages to the owner go out.' }),
  resting: (): Words => ({
    sr: 'Поруке власнику се сада не шаљу: програм не ради, или после падова ради без слања порука.',
    en: 'Messages to the owner do not go out now: the service does not run, or it is in safe mode.',
  }),
  failing: (cause: Words, since: UtcMs): Words => ({
    sr: `Поруке власнику не пролазе од ${receiptTimeOfLocal(localTime(since))}. ${cause.sr}`,
    en: `Messages to the owner have not gone out since ${localTime(since)}. ${cause.en}`,
  }),
  retrying: (cause: Words): Words => ({
    sr: `Порука власнику чека. ${cause.sr}`,
    en: `A message to the owner waits. ${cause.en}`,
  }),
  passedOver: (count: number): Words => ({
    sr: `Власнику није јављено за рачуне који су предуго чекали: ${count}.`,
    en: `Receipts that waited too long and were not told to the owner: ${count}.`,
  }),
  lookThemUp: (): Words => ({
    sr: 'Погледајте их у списку рачуна; више времена даје maxAgeHours у подешавању notify.',
    en: 'They are in the list of receipts; maxAgeHours in the setting notify gives more time.',
  }),
} as const;
