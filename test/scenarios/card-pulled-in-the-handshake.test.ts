import * as assert from 'uvu/assert';
import { cardScene } from './cardDesk.js';

cardScene('a card that is pulled while it signs the handshake has certainly signed no receipt', async (stage, desk) => {
  const { reader } = desk.way;
  // The first command of a signature by the key for TLS (MANAGE SECURITY ENVIRONMENT).
  reader.interrupt = (command) => (command[1] === 0x22 ? { loss: 'removed', seen: false } : undefined);

  const message = await stage.refused({}, 'prodaja-1');

  assert.match(message, /картиц/);
  assert.is(stage.unsettled.length, 0);
  assert.not(stage.asked.includes('invoice'));
  reader.interrupt = undefined;
  await desk.insert();
  assert.is(await desk.enterPin(), 'accepted');
  await stage.sold({}, 'prodaja-1');
});
