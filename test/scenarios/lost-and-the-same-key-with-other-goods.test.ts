import * as assert from 'uvu/assert';
import { readError } from '../kit/client.js';
import { scene } from './stage.js';

scene('a key that stands for an open receipt is taken for nothing else', async (stage) => {
  stage.pfr.faults.add({ fault: 'drop', signs: true }, { fault: 'drop', signs: false, on: 'find', standing: true });
  await stage.refused({}, 'prodaja-1');

  const { code } = readError(422, await stage.sell({ cashier: 'Мира' }, 'prodaja-1'));
  assert.is(code, 'validation');

  stage.pfr.faults.clear();
  await stage.settled();
  assert.is(stage.signed.length, 1);
});
