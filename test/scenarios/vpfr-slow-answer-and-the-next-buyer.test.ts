import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a V-PFR that answers one receipt slowly signs others on a second connection, and the slow one is answered in the end',
  async (stage) => {
    await stage.sold();
    stage.pfr.faults.add({ fault: 'hang', signs: 'late' });
    const slow = stage.sold({ cashier: 'Вера' }, 'spora-prodaja');
    slow.catch(() => undefined);
    await stage.hanging();

    await stage.sellsOn();
    await stage.sellsOn();
    assert.is(stage.signed.length, 3, 'the slow one is not signed yet');
    assert.equal(stage.unsettled, [], 'its answer is waited for: nobody is told that it is lost');
    const told = (await stage.admin('doctor', {})).filter(({ name }) => name === 'lost-answers');
    assert.is(told.length, 1);
    assert.match(
      told[0]?.found.en ?? '',
      /^The outcome of the receipt of .* is pending; at the latest, the number of the next receipt will show it\.$/,
    );
    assert.is(told[0]?.state, 'ok');

    stage.pfr.release();
    const { pfr } = await slow;
    assert.is(pfr.invoiceNumber, stage.signed[3]);
    assert.equal(stage.logged('pfr.gap'), []);
    assert.equal(stage.logged('invoice.unknown'), []);
  },
  { isSlow: true, pfr: { kind: 'vpfr' }, setting: { timeout: 60 } },
);
