import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('while one end is unknown no other receipt is sent; after it both are in the ledger', async (stage) => {
  stage.pfr.faults.add({ fault: 'drop', signs: true }, { fault: 'drop', signs: false, on: 'find', standing: true });
  await stage.refused({}, 'prodaja-1');

  assert.match(await stage.refused({}, 'prodaja-2'), 'Исход претходног рачуна још није познат');
  assert.is(stage.signed.length, 1);

  stage.pfr.faults.clear();
  await stage.settled();
  const second = await stage.sold({}, 'prodaja-2');
  assert.equal(await stage.numbers(), ['FAKE7PFR-FAKE7PFR-2', 'FAKE7PFR-FAKE7PFR-1']);
  assert.is(second.pfr.invoiceNumber, 'FAKE7PFR-FAKE7PFR-2');
});
