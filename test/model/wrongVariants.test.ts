// proof: model
// time limit: 500 s
import { test } from 'uvu';
import { MISTAKES } from './mistakes.js';
import { QUEUE_MISTAKES } from './queueMistakes.js';
import { type Draw, drawAny, mustBeSeen, testMistakes } from './seen.js';

testMistakes(MISTAKES);
testMistakes(QUEUE_MISTAKES, true);

test('it would be seen if a processor signed later than it is waited for', async () => {
  const late: Draw = (from) => {
    const plan = drawAny(from);
    const events = plan.events.map((event) =>
      event.kind === 'exchange' && event.fault === 'signed late'
        ? ({ ...event, fault: 'signed too late' } as const)
        : event,
    );
    return { ...plan, events };
  };
  await mustBeSeen('a processor that is too late', late);
});

test.run();
