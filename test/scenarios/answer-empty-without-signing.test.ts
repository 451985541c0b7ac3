import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  '200 with nothing in it may hide a receipt, although the processor knows of none: a person decides',
  async (stage) => {
    stage.pfr.faults.add({ fault: 'answer', signs: false, status: 200, body: '' });

    await stage.refused({}, 'prodaja-1');
    await stage.doubted();
    await stage.refused({}, 'prodaja-2');

    assert.equal(stage.signed, []);
    assert.ok((await stage.decide({ signed: false, reason: 'нема га на порталу' })).ok);
    await stage.sold({}, 'prodaja-1');
    assert.is(stage.signed.length, 1);
  },
);
