import * as assert from 'uvu/assert';
import { HandClock } from '../kit/handClock.js';
import { scene } from './stage.js';

scene(
  'a status that hangs holds up nobody, and no sale waits for it',
  async (stage) => {
    // On a busy machine an answer may come, and the next sale be made, later than it would be given up: then the sale itself asks for
    // the status. One that waited for it would now wait for ever.
    stage.waitWithoutEnd();
    await stage.sold();
    stage.pfr.faults.add({ fault: 'hang', signs: 'never', on: 'status', standing: true });
    const asked: Promise<boolean>[] = [];
    await stage.until('a status hangs', () => {
      // Nothing is asked while the sale before still holds the processor.
      asked.push(stage.box.parts.processors.active.refresh());
      return stage.pfr.hangingCalls > 0;
    });

    assert.is((await stage.status()).pfr.mode, 'lpfr');
    await stage.sold();

    assert.is(stage.signed.length, 2);
    await Promise.all(asked);
  },
  // A status that has grown old would be asked for by the sale itself.
  { handClock: new HandClock() },
);
