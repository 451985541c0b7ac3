import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'an empty answer is remembered over a restart: that nothing is known of the receipt proves nothing',
  async (stage) => {
    const before = await stage.sold();
    stage.tell({ lastInvoiceNumber: before.pfr.invoiceNumber });
    stage.pfr.faults.add({ fault: 'answer', signs: true, status: 200, body: '', after: ['forget'] });
    await stage.refused({}, 'prodaja-2');

    await stage.restart();
    await stage.refused({}, 'prodaja-2');
    await stage.sellsOnUntil('its number is missing', () => stage.unsettled[0]?.state === 'notHeld');

    const lost = stage.signed[1];
    assert.is(await stage.signedButMissing(), lost);
    await stage.findOnPortal(lost);
    const replayed = await stage.replayed({}, 'prodaja-2');
    assert.is(replayed.pfr.invoiceNumber, lost);
  },
);
