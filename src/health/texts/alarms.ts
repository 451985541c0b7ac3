import type { UtcMs } from '../../base/fiscal.js';
import { receiptTime } from '../../base/time.js';

/** The texts of alarms. They go to the owner, and are in Serbian alone. */
export const ALARM_TEXTS = {
  on: (isFailure: boolean, found: string): string => `${isFailure ? 'КВАР' : 'УПОЗОРЕЊЕ'}: ${found}`,
  action: (action: string): string => `Шта учинити: ${action}`,
  over: (found: string): string => `ПРОШЛО: ${found}`,
  /** It was over before it could be told. */
  was: (since: UtcMs, found: string): string => `ПРОШЛО, а почело ${receiptTime(since)}: ${found}`,
  /** Nothing more is known, such as after a restart. */
  nameless: (check: string): string => `провера „${check}”.`,
} as const;
