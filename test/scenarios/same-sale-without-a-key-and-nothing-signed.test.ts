import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'the same sale without a key is sold as soon as the numbers prove that its first was not signed',
  async (stage) => {
    await stage.sold();
    stage.pfr.faults.add({ fault: 'drop', signs: false });
    await stage.refused();
    assert.match(await stage.refused(), 'Исти рачун је послат малопре');

    await stage.sellsOn();
    await stage.settled();

    await stage.sold();
    assert.is(stage.signed.length, 3);
    assert.equal(stage.logged('sale.twice'), []);
  },
  { pfr: { kind: 'vpfr' } },
);
