import * as assert from 'uvu/assert';
import { read } from '../kit/client.js';
import { refusalOf, scene } from './stage.js';

scene(
  'a copy whose answer was lost keeps no other copy back, not even of the same receipt',
  async (stage) => {
    const sold = await stage.sold();
    stage.pfr.faults.add({ fault: 'drop', signs: true }, { fault: 'drop', signs: false, on: 'find', standing: true });
    refusalOf(await stage.follow(sold.uuid, 'copy', {}, 'kopija-1'));

    const copy = read('Invoice', 201, await stage.follow(sold.uuid, 'copy', {}, 'kopija-2'));
    assert.is(copy.pfr.invoiceCounter, '2/3КП');

    stage.pfr.faults.clear();
    await stage.settled();
    const found = read('Invoice', 200, await stage.follow(sold.uuid, 'copy', {}, 'kopija-1'));
    assert.is(found.pfr.invoiceCounter, '1/2КП');
  },
  { pfr: { kept: 3 } },
);
