import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('an answer that is lost after signing is looked up, and the caller notices nothing', async (stage) => {
  stage.pfr.faults.add({ fault: 'drop', signs: true });

  const sold = await stage.sold();

  assert.equal(stage.signed, [sold.pfr.invoiceNumber]);
  assert.equal(
    stage.asked.filter((call) => call === 'invoice'),
    ['invoice'],
    'it is never sent again',
  );
  assert.is(stage.logged('invoice.unknown').length, 1);
  assert.is(stage.logged('pfr.settled').length, 1);
});
