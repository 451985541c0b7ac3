import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a V-PFR tells no last number: the number of the next receipt proves that the lost order was not signed',
  async (stage) => {
    await stage.sold();
    stage.pfr.faults.add({ fault: 'drop', signs: false });
    await stage.refused({}, 'prodaja-1');
    assert.is(stage.unsettled[0]?.state, 'asking');

    await stage.sellsOn();
    await stage.settled();

    await stage.sold({}, 'prodaja-1');
    assert.is(stage.signed.length, 3);
    assert.equal(stage.logged('pfr.doubt'), [], 'nobody had to decide');
  },
  { pfr: { kind: 'vpfr' } },
);
