// proof: model
// time limit: 500 s
import { test } from 'uvu';
import { MISTAKES } from './mistakes.js';
import { QUEUE_MISTAKES } from './queueMistakes.js';
import { type Draw, drawAny, drawWithQueue, testMistakes, wrongIn } from './seen.js';

/** Worlds in which a processor signs later than it is waited for. The box is right there, and can do nothing about it. */
const drawTooLate: Draw = (from) => {
  const plan = drawAny(from);
  const events = plan.events.map((event) =>
    event.kind === 'exchange' && event.fault === 'signed late'
      ? ({ ...event, fault: 'signed too late' } as const)
      : event,
  );
  return { ...plan, events };
};

testMistakes([
  ...wrongIn(MISTAKES, drawAny),
  ...wrongIn(QUEUE_MISTAKES, drawWithQueue),
  { name: 'a processor is too late', make: () => () => undefined, draw: drawTooLate },
]);

test.run();
