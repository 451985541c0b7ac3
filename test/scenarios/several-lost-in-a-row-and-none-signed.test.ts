import * as assert from 'uvu/assert';
import { scene } from './stage.js';

const KEYS = ['prodaja-1', 'prodaja-2', 'prodaja-3', 'prodaja-4'];

scene(
  'several orders lost in a row that were never read: the next receipt frees all their keys',
  async (stage) => {
    await stage.sellsOn();
    for (const key of KEYS) {
      stage.pfr.faults.add({ fault: 'drop', signs: false });
      await stage.refused({}, key);
    }
    assert.is(stage.unsettled.length, KEYS.length);

    await stage.sellsOn();
    await stage.settled();

    for (const key of KEYS) await stage.sold({}, key);
    assert.is(stage.signed.length, KEYS.length + 2);
  },
  { pfr: { kind: 'vpfr' } },
);
