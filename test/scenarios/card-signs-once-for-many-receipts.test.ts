import * as assert from 'uvu/assert';
import { cardScene } from './cardDesk.js';

cardScene(
  'the card signs the first handshake with a V-PFR, and the receipts after it resume its session',
  async (stage, desk) => {
    for (let number = 0; number < 10; number += 1) await stage.sold({ cashier: `Мира ${number}` });

    assert.is(stage.signed.length, 10);
    assert.is(desk.signatures, 1);
    assert.equal((await stage.status())['problems'], []);
  },
);
