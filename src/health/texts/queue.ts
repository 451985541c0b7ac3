import type { LocalTime } from '../../base/fiscal.js';
import { receiptTimeOfLocal } from '../../base/time.js';
import type { Words } from '../../base/words.js';

/** What the check of the offline queue says. */
export const QUEUE_CHECK_TEXTS = {
  empty: (): Words => ({ sr: 'У реду чекања нема захтева.', en: 'No request waits in the queue.' }),
  waiting: (count: number, since: LocalTime): Words => ({
    sr: `Захтеви у реду чекања: ${count}; најстарији чека од ${receiptTimeOfLocal(since)}.`,
    en: `Requests in the queue: ${count}; the oldest waits since ${since}.`,
  }),
  refused: (count: number, number: number, reason: string): Words => ({
    sr: `Одбијени захтеви у реду чекања: ${count}. Број ${number}: ${reason}`,
    en: `Refused requests in the queue: ${count}. Number ${number}: ${reason}`,
  }),
  bringBack: (): Words => ({
    sr: 'Рачуни се издају сами кад процесор проради; проверите процесор.',
    en: 'They are issued when the processor is back: look at kasirbox pfr status',
  }),
  lookAtRefused: (): Words => ({
    sr: 'Ако рачун није издат, издајте га поново. Затим захтев уклоните из реда.',
    en: 'Issue each receipt again that was not issued, and take the request out: kasirbox queue list, kasirbox queue remove ID',
  }),
};
