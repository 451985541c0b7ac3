// proof: model
// time limit: 500 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { shareOf } from '../kit/cases.js';
import { MISTAKES } from './mistakes.js';
import { QUEUE_MISTAKES } from './queueMistakes.js';
import { type Draw, drawAny, drawWithQueue, violationBy, wrongIn } from './seen.js';

/** Not a mistake of the box: a processor that signs later than its limit, which no box can notice in time. */
const TOO_LATE = { 'a processor signs after its limit': () => () => undefined };

const drawTooLate: Draw = (from) => {
  const plan = drawAny(from);
  const events = plan.events.map((event) =>
    event.kind === 'exchange' && event.fault === 'signed late'
      ? ({ ...event, fault: 'signed too late' } as const)
      : event,
  );
  return { ...plan, events };
};

const LOST = /was signed and is not in the ledger/;
const NEVER_SIGNED = /was never signed$/;
const REPEATED = /was signed 2 times, of 1$/;
const STUCK = /^the key of .* is stuck$/;
const STILL_OPEN = /^still open: /;
const OVERTAKEN = /^number \d+ of the queue was issued after \d+$/;
const IN_VAIN = /waited in vain: /;

type Name = keyof typeof MISTAKES | keyof typeof QUEUE_MISTAKES | keyof typeof TOO_LATE;

/** What each mistake must lead to in the end, as the model reports it. */
const VIOLATIONS: Readonly<Record<Name, RegExp>> = {
  'a receipt is answered before it is on the disk': /is answered with [\w-]+, and was with [\w-]+$/,
  'no intent is written': STUCK,
  'the intent is written while the request leaves': LOST,
  'a request whose answer was lost is sent again': LOST,
  'a key is free again while the outcome is unknown': LOST,
  'a request that the processor does not know counts as not signed, whatever its last number': LOST,
  'a foreign receipt under the request id proves that nothing was signed': LOST,
  'a request that cannot be looked up counts as not signed': LOST,
  'the counters are not read again': LOST,
  'absence counts as proof while the processor may still sign': LOST,
  'no request waits for the processor': /^\w+ in (?:sandbox|production) beside another call$/,
  'both processors share a lock': STUCK,
  'any receipt is accepted': NEVER_SIGNED,
  'a receipt that is recorded already is accepted again': NEVER_SIGNED,
  'a receipt that was found late is not recorded': LOST,
  'no unknown outcome is reconciled in the background': STILL_OPEN,
  'the decision of a person is not recorded': STILL_OPEN,
  'a person may decide too early': LOST,
  'a receipt found later is given to no repeated request': REPEATED,
  'a receipt found later is given to several requests': /is answered with the receipt of order \d+/,
  'a refused receipt blocks its key': STILL_OPEN,
  'a snapshot lacks open intents': LOST,
  'a queued order is only in memory': IN_VAIN,
  'an order of unknown outcome is queued as well': OVERTAKEN,
  'the queue issues without the key': REPEATED,
  'a repeat of a queued order is issued at once': OVERTAKEN,
  'a queued order is refused when its processor becomes unreachable again': IN_VAIN,
  'queued orders are refused when the processor requires its PIN': IN_VAIN,
  'the newest queued order is issued first': OVERTAKEN,
  'an order that must wait is overtaken': OVERTAKEN,
  'an issued order stays in the queue': STILL_OPEN,
  'a snapshot lacks queued orders': IN_VAIN,
  'a removed order is queued again after a restart': /was taken out of the queue, and issued$/,
  'no queued order is issued in the background': STILL_OPEN,
  'a processor signs after its limit': LOST,
};

const all = [
  ...wrongIn(MISTAKES, drawAny),
  ...wrongIn(QUEUE_MISTAKES, drawWithQueue),
  ...wrongIn(TOO_LATE, drawTooLate),
];

for (const wrong of shareOf<(typeof all)[number]>(all)) {
  test(`the model sees it if ${wrong.name}`, async () => {
    assert.match((await violationBy(wrong)) ?? 'no violation', VIOLATIONS[wrong.name]);
  });
}

test.run();
