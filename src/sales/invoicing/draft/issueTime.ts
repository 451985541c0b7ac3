import { instantOf, type LocalTime, localTime, type UtcMs } from '../../../base/index.js';
import { refusals } from './refusals/refusals.js';
import type { ValidationError } from './refusals/sentence.js';

/** Maximum time that a caller's clock may be ahead of the clock of the box, ms. */
const SKEW = 5 * 60_000;

/** First year of electronic fiscalization for all shops. */
const FIRST_YEAR = '2022';

/**
 * Checks an ESIR time (`dateAndTimeOfIssue`). It is an error when the time never occurred in Belgrade (clocks went from
 * 2 to 3 o'clock), is in the future, or is before any box could issue receipts. `now` is the clock of the box.
 */
export function issueTimeError(time: LocalTime, now: UtcMs): ValidationError | undefined {
  const at = instantOf(time);
  if (localTime(at) !== time) return refusals.issueTimeSkipped();
  if (at > now + SKEW) return refusals.issueTimeInFuture(SKEW / 60_000);
  return time < FIRST_YEAR ? refusals.issueTimeTooEarly(FIRST_YEAR) : undefined;
}
