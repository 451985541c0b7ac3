import * as assert from 'uvu/assert';
import { scene } from './stage.js';

const DAY = 86_400_000;

scene(
  'a V-PFR whose clock was a day ahead sells on when it is corrected',
  async (stage) => {
    await stage.sold({}, 'prodaja-1');
    stage.pfr.pfr.change({ clock: DAY });
    await stage.sold({}, 'prodaja-2');

    stage.pfr.pfr.change({ clock: 0 });
    await stage.sold({}, 'prodaja-3');
    await stage.sold({}, 'prodaja-4');

    assert.is(stage.signed.length, 4);
    assert.is(stage.unsettled.length, 0);
    assert.not(stage.asked.includes('find'), 'nothing was lost');
  },
  { pfr: { kind: 'vpfr' } },
);
