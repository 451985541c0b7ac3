import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'the same sale without a key is lost twice, and both are found in one go: both numbers are named',
  async (stage) => {
    stage.pfr.faults.add({ fault: 'drop', signs: true }, { fault: 'drop', signs: true });
    stage.pfr.faults.add({ fault: 'answer', signs: false, status: 500, body: '', on: 'find', standing: true });
    await stage.refused();
    await stage.until('it is a new sale', async () => {
      await stage.refused();
      return stage.unsettled.length === 2;
    });

    stage.pfr.faults.clear();
    await stage.settled();
    const [first, second] = stage.signed;
    const named = stage.logged('sale.twice').map((line) => [line['first'], line['second']].sort());
    assert.equal(named, [[first, second]]);
  },
  { pfr: { kept: 4 } },
);
