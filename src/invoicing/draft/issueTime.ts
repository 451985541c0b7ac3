import { instantOf, type LocalTime, localTime, type UtcMs } from '../../base/index.js';
import { refusals } from './refusals/refusals.js';
import type { ValidationError } from './refusals/sentence.js';

/** How far the clock of a caller may be ahead of that of the box, ms. */
const SKEW = 5 * 60_000;

/** The first year of electronic fiscalisation for all shops. */
const FIRST_YEAR = '2022';

/**
 * What is wrong with an ESIR time (`dateAndTimeOfIssue`): no clock in Belgrade has shown it, since clocks went from 2 to 3 o'clock;
 * it lies in the future; or no box was there to issue anything. `now` is the clock of the box.
 */
export function issueTimeError(time: LocalTime, now: UtcMs): ValidationError | undefined {
  const at = instantOf(time);
  if (localTime(at) !== time) return refusals.issueTimeSkipped();
  if (at > now + SKEW) return refusals.issueTimeInFuture(SKEW / 60_000);
  return time < FIRST_YEAR ? refusals.issueTimeTooEarly(FIRST_YEAR) : undefined;
}
