import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a processor that is off has signed nothing: the key is free, and the next try is issued', async (stage) => {
  await stage.sold();
  await stage.pfr.stop();

  assert.match(await stage.refused({}, 'prodaja-2'), 'на подешеној адреси не одговара');
  assert.is(stage.unsettled.length, 0);

  await stage.pfr.up();
  await stage.sold({}, 'prodaja-2');
  assert.is(stage.signed.length, 2);
});
