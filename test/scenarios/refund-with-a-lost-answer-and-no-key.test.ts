import * as assert from 'uvu/assert';
import { read } from '../kit/client.js';
import { refusalOf, scene } from './stage.js';

scene('a refund without a key that was found meanwhile is the answer to its repeat', async (stage) => {
  const sold = await stage.sold({ buyerId: '10:100000049' });
  stage.pfr.faults.add({ fault: 'drop', signs: true }, { fault: 'drop', signs: false, on: 'find', standing: true });
  refusalOf(await stage.follow(sold.uuid, 'refund'), 'pfr.outcome-unknown');
  stage.pfr.faults.clear();
  await stage.settled();

  const refund = read('Invoice', 200, await stage.follow(sold.uuid, 'refund'));

  assert.equal(stage.signed, [sold.pfr.invoiceNumber, refund.pfr.invoiceNumber]);
});
