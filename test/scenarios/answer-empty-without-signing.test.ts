import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  '200 with nothing in it may hide a receipt, although the processor knows of none: the number of the next one tells',
  async (stage) => {
    stage.pfr.faults.add({ fault: 'answer', signs: false, status: 200, body: '' });

    await stage.refused({}, 'prodaja-1');
    assert.is(stage.unsettled[0]?.state, 'asking', 'what the processor says of itself is not believed');
    await stage.sellsOn();
    await stage.settled();

    await stage.sold({}, 'prodaja-1');
    assert.is(stage.signed.length, 2);
  },
);
