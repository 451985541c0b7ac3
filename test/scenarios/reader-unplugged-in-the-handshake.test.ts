import * as assert from 'uvu/assert';
import { cardScene } from './cardDesk.js';

cardScene(
  'a reader that is unplugged while its card signs the handshake has certainly signed no receipt',
  async (stage, desk) => {
    // The first command of a signature by the key for TLS (MANAGE SECURITY ENVIRONMENT).
    desk.way.reader.interrupt = (command) => {
      if (command[1] !== 0x22) return undefined;
      desk.way.unplug();
      return { loss: 'reader gone', seen: false };
    };

    const message = await stage.refused({}, 'prodaja-1');

    assert.match(message, 'Читач картице није прикључен.');
    assert.is(stage.unsettled.length, 0);
    assert.not(stage.asked.includes('invoice'));
    await desk.shows('no reader');
    desk.way.plug();
    await desk.insert();
    assert.is(await desk.enterPin(), 'accepted');
    await stage.sold({}, 'prodaja-1');
  },
);
