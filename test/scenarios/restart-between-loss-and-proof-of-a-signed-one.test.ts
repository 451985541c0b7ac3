import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'the one number that is missing among those from before and after a restart is that of the lost order',
  async (stage) => {
    await stage.sold();
    stage.pfr.faults.add({ fault: 'drop', signs: true });
    await stage.refused({}, 'prodaja-1');
    await stage.sellsOn();

    await stage.restart();
    await stage.sellsOnUntil('it is proven', () => stage.unsettled[0]?.state === 'notHeld');

    const number = await stage.signedButMissing();
    assert.is(number, stage.signed[1]);
    await stage.findOnPortal(number);
    assert.is((await stage.replayed({}, 'prodaja-1')).pfr.invoiceNumber, number);
  },
  { pfr: { kind: 'vpfr', kept: 0 }, setting: { signingLimit: 30 } },
);
