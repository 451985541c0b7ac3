import * as assert from 'uvu/assert';
import { scene } from './stage.js';

/** Look-ups that are made, with their pauses, only long after the signing limit of this scene. */
const LONG = 10;

scene(
  'the number of a receipt from before the signing limit proves nothing, that of one from after it does',
  async (stage) => {
    await stage.sold();
    stage.pfr.faults.add({ fault: 'drop', signs: false });
    await stage.refused({}, 'prodaja-1');

    await stage.sellsOn();
    await stage.until('the limit is over', () => stage.asked.filter((call) => call === 'find').length >= LONG);
    assert.is(stage.unsettled[0]?.state, 'asking');

    await stage.sellsOn();
    await stage.settled();
    await stage.sold({}, 'prodaja-1');
    assert.equal(stage.logged('pfr.doubt'), []);
  },
  { pfr: { kind: 'vpfr' }, setting: { signingLimit: 30 } },
);
