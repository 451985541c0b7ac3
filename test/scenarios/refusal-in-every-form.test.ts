import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a refusal is understood as text, in quotes, as a number, and in both error objects', async (stage) => {
  for (const form of ['text', 'quoted', 'number', 'model', 'model-numbers'] as const) {
    stage.pfr.faults.add({ fault: 'refuse', code: '1500', form });
    assert.match(await stage.refused(), 'Потребан је ПИН картице.', form);
  }

  assert.is(stage.unsettled.length, 0);
  await stage.sold();
  assert.is(stage.signed.length, 1);
});
