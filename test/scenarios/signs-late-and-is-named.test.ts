import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'what is signed only after the next buyer was served, and cannot be had, is named by its number',
  async (stage) => {
    stage.pfr.faults.add({ fault: 'hang', signs: 'late' });
    await stage.refused({}, 'prodaja-1');
    const next = await stage.sellsOn();

    stage.pfr.release();
    await stage.until('it is signed', () => stage.signed.length === 2);
    await stage.sellsOnUntil('it is named', () => stage.unsettled[0]?.state === 'notHeld');

    const late = stage.signed[1];
    assert.is(await stage.signedButMissing(), late);
    assert.match(await stage.refused({}, 'prodaja-1'), `издат под бројем ${late}`);
    assert.is.not(late, next.pfr.invoiceNumber);
    await stage.findOnPortal(late);
    await stage.replayed({}, 'prodaja-1');
  },
  { pfr: { kind: 'vpfr', kept: 0 }, setting: { signingLimit: 60 } },
);
