import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a sale is signed by the L-PFR, and the answer holds what it signed', async (stage) => {
  const sold = await stage.sold({ cashier: 'Ана' }, 'prodaja-1');

  assert.is(sold.pfr.mode, 'lpfr');
  assert.is(sold.pfr.environment, 'sandbox');
  assert.not(sold.pfr.fiscal || sold.pfr.demo);
  assert.is(sold.pfr.invoiceNumber, 'FAKE7PFR-FAKE7PFR-1');
  assert.is(sold.pfr.invoiceCounter, '1/1ПП');
  assert.match(sold.pfr.verificationUrl, 'https://sandbox.suf.purs.gov.rs/v/?vl=A');
  assert.match(sold.pfr.verificationQRCode ?? '', /^R0lGOD/, 'a GIF');
  assert.match(sold.journal, 'FAKE7PFR-FAKE7PFR-1');
  assert.equal(stage.signed, [sold.pfr.invoiceNumber]);
  assert.equal(sold.taxItems, [{ label: 'Ђ', categoryName: 'О-ПДВ', rate: 20, amount: 50, total: 300 }]);

  const status = await stage.status();
  assert.ok(status.ready && status.pfr.ok);
  assert.is(status.pfr.uid, 'FAKE7PFR');
});
