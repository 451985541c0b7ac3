import * as assert from 'uvu/assert';
import { scene } from './stage.js';

const SAME_SALE = 'Исти рачун је послат малопре и његов исход још није познат, па се рачун не издаје поново';

scene(
  'the same sale without a key is refused plainly while its first is open, with its number when that is known, and answered with it when it is found',
  async (stage) => {
    stage.pfr.faults.add({ fault: 'drop', signs: true }, { fault: 'drop', signs: false, on: 'find', standing: true });
    await stage.refused();

    assert.match(await stage.refused(), SAME_SALE);
    await stage.sellsOn();
    const number = await stage.signedButMissing();
    assert.ok((await stage.refused()).includes(number));
    stage.pfr.faults.clear();
    await stage.settled();

    const found = await stage.replayed();
    assert.is(found.pfr.invoiceNumber, stage.signed[0]);
    assert.is(stage.signed.length, 2);
    await stage.sold();
  },
  { pfr: { kept: 3 } },
);
