import * as assert from 'uvu/assert';
import { scene, type Stage } from './stage.js';

const act = async (stage: Stage): Promise<void> => {
  await stage.sold();
  stage.pfr.faults.add({ fault: 'hang', signs: 'never', on: 'status', standing: true });
  await stage.hanging();

  assert.is((await stage.status()).pfr.mode, 'lpfr');
  await stage.sold();

  assert.is(stage.signed.length, 2);
};

// In real time: the sale must come before the status is given up, also on a busy machine.
scene('a status that hangs holds up nobody, and no sale waits for it', act, { isSlow: true });
