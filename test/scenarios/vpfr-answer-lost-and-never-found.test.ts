import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a V-PFR tells no last number: what it does not know by its id, a person decides',
  async (stage) => {
    stage.pfr.faults.add({ fault: 'drop', signs: false });
    await stage.refused({}, 'prodaja-1');
    await stage.doubted();
    assert.match((await stage.status()).problems.join(), 'Потражите рачун на порталу Пореске управе');
    await stage.refused({}, 'prodaja-2');

    assert.ok((await stage.decide({ signed: false, reason: 'нема га на порталу' })).ok);

    await stage.sold({}, 'prodaja-1');
    assert.is(stage.signed.length, 1);
  },
  { pfr: { kind: 'vpfr' } },
);
