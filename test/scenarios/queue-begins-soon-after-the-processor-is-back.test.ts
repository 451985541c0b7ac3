import * as assert from 'uvu/assert';
import { HandClock } from '../kit/handClock.js';
import { allowQueue, drained, queued } from './queueing.js';
import { scene } from './stage.js';

const SECOND = 1000;
const handClock = new HandClock();

scene(
  'the queue begins within 5 s after the processor is back, however long it was away',
  async (stage) => {
    await allowQueue(stage);
    await stage.pfr.stop();
    const asleep = handClock.sleeping;
    for (const key of ['prodaja-1', 'prodaja-2']) await queued(stage, key);
    for (let passed = 0; passed < 310; passed += 1) {
      handClock.pass(SECOND);
      await stage.until('the queue waits again', () => handClock.sleeping > asleep);
    }

    await stage.pfr.up();
    handClock.pass(5 * SECOND);
    await drained(stage);

    assert.is(stage.signed.length, 3);
  },
  { handClock },
);
