import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a processor that has signed for this shop and tells no last number proves nothing by it; the next receipt does',
  async (stage) => {
    await stage.sold();
    stage.tell({ lastInvoiceNumber: '' });
    await stage.restart();
    stage.pfr.faults.add({ fault: 'drop', signs: true, after: ['forget'] });

    await stage.refused({}, 'prodaja-2');
    assert.is(stage.unsettled[0]?.state, 'asking');
    await stage.sellsOn();
    const number = await stage.signedButMissing();

    await stage.findOnPortal(number);
    assert.is((await stage.replayed({}, 'prodaja-2')).pfr.invoiceNumber, number);
    assert.equal([stage.signed[1], stage.signed.length], [number, 3]);
  },
);
