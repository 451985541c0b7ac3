import * as assert from 'uvu/assert';
import { STYLES } from '../kit/pfr/styles.js';
import { scene } from './stage.js';

scene(
  'a product that writes Message and ModelState, numbers for codes, and no picture at all',
  async (stage) => {
    assert.match(await stage.refused(), 'ПИН');
    assert.is(await stage.enterPin('1234'), '');
    stage.pfr.faults.add({ fault: 'none' }, { fault: 'drop', signs: true }, { fault: 'drop', signs: false });

    const sold = await stage.sold({ buyerId: '10:100000049' });
    assert.is(sold.buyerId, '10:100000049');
    assert.is(sold.pfr.verificationQRCode, null);
    await stage.sold();
    await stage.refused({}, 'prodaja-3');
    await stage.settled();
    stage.pfr.pfr.change('card-out');
    assert.match(await stage.refused(), 'није у читачу');

    assert.is(stage.signed.length, 2);
  },
  { isOpen: false, pfr: { style: STYLES.pascal } },
);
