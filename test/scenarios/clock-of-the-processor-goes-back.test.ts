import * as assert from 'uvu/assert';
import { STYLES } from '../kit/pfr/styles.js';
import { scene } from './stage.js';

scene(
  'a processor whose clock went back refuses by a code of its own, and signs again when it is right',
  async (stage) => {
    await stage.sold();
    stage.pfr.pfr.change({ clock: -3_600_000 });

    assert.match(await stage.refused({}, 'prodaja-2'), '90200');
    assert.is(stage.unsettled.length, 0);

    stage.pfr.pfr.change({ clock: 0 });
    await stage.sold({}, 'prodaja-2');
  },
  { pfr: { style: STYLES.cv } },
);
