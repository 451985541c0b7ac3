import * as assert from 'uvu/assert';
import { read } from '../kit/client.js';
import { refusalOf, scene } from './stage.js';

scene('a refund whose answer is lost is issued once, however often it is asked for', async (stage) => {
  const sold = await stage.sold({ buyerId: '10:100000049' });
  stage.pfr.faults.add({ fault: 'drop', signs: true }, { fault: 'drop', signs: false, on: 'find', standing: true });
  refusalOf(await stage.follow(sold.uuid, 'refund', {}, 'povrat-1'), 'pfr.outcome-unknown');
  refusalOf(await stage.follow(sold.uuid, 'refund', {}, 'povrat-1'), 'pfr.outcome-unknown');

  stage.pfr.faults.clear();
  await stage.settled();
  const refund = read('Invoice', 200, await stage.follow(sold.uuid, 'refund', {}, 'povrat-1'));

  assert.is(refund.transactionType, 'Refund');
  assert.is(refund.referentDocumentNumber, sold.pfr.invoiceNumber);
  assert.equal(stage.signed, [sold.pfr.invoiceNumber, refund.pfr.invoiceNumber]);
});
