import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'the numbers of receipts from before a restart are counted with those from after it',
  async (stage) => {
    await stage.sold();
    stage.pfr.faults.add({ fault: 'drop', signs: false });
    await stage.refused({}, 'prodaja-1');
    await stage.sellsOn();
    await stage.sellsOn();
    assert.is(stage.unsettled.length, 1);

    await stage.restart();
    await stage.sellsOnUntil('it is proven', () => stage.unsettled.length === 0);

    await stage.sold({}, 'prodaja-1');
    assert.equal([stage.logged('pfr.doubt'), stage.logged('pfr.not-held')], [[], []]);
  },
  { pfr: { kind: 'vpfr' }, setting: { signingLimit: 30 } },
);
