import * as assert from 'uvu/assert';
import { type CardDesk, cardScene } from './cardDesk.js';

const WAYS: Readonly<Record<string, (desk: CardDesk) => Promise<void>>> = {
  'a card that is pulled': async (desk) => {
    desk.way.reader.remove();
    await desk.shows('no card');
  },
  'a reader that is unplugged': async (desk) => {
    desk.way.unplug();
    await desk.shows('no reader');
    desk.way.plug();
  },
};

for (const [what, takeAway] of Object.entries(WAYS)) {
  cardScene(
    `${what} before the answer leaves the receipt open, and it is found once the card is back`,
    async (stage, desk) => {
      await stage.sold();
      stage.pfr.faults.add({ fault: 'hang', signs: 'now' });
      const asked = stage.sell({}, 'prodaja-1');
      await stage.hanging();
      await takeAway(desk);

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
}
