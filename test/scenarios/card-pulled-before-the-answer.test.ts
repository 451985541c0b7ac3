import * as assert from 'uvu/assert';
import { cardScene } from './cardDesk.js';

cardScene(
  'a card that is pulled before the answer leaves the receipt open, and it is found once the card is back',
  async (stage, desk) => {
    await stage.sold();
    stage.pfr.faults.add({ fault: 'hang', signs: 'now' });
    const asked = stage.sell({}, 'prodaja-1');
    await stage.hanging();
    desk.way.reader.remove();

    assert.is((await asked).status, 409);
    // At once, and not when the time of the answer is over.
    assert.equal(
      stage.logged('pfr.unclear').map(({ cause }) => cause),
      ['certificate KEY_GONE'],
    );
    assert.is(stage.unsettled.length, 1);
    stage.pfr.release();

    await desk.insert();
    assert.is(await desk.enterPin(), 'accepted');
    await stage.settled();
    await stage.replayed({}, 'prodaja-1');
    assert.is(stage.signed.length, 2);
  },
  { setting: { timeout: 30 } },
);
