import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a status that hangs holds up nobody, and no sale waits for it', async (stage) => {
  await stage.sold();
  stage.pfr.faults.add({ fault: 'hang', signs: 'never', on: 'status', standing: true });
  await stage.hanging();

  assert.is((await stage.status()).pfr.mode, 'lpfr');
  await stage.sold();

  assert.is(stage.signed.length, 2);
});
