import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a processor that answers one 503 while it starts closes no shop, and needs no person', async (stage) => {
  await stage.sold();
  stage.pfr.faults.add({ fault: 'answer', signs: false, status: 503, body: '' });
  await stage.refused({}, 'prodaja-1');

  const next = await stage.sold({}, 'prodaja-2');
  assert.is(next.pfr.invoiceNumber, 'FAKE7PFR-FAKE7PFR-2');
  await stage.sellsOnUntil('the key is free', () => stage.unsettled.length === 0);

  await stage.sold({}, 'prodaja-1');
  assert.equal([stage.logged('pfr.doubt'), stage.logged('pfr.not-held')], [[], []]);
});
