import * as assert from 'uvu/assert';
import { cardScene } from './cardDesk.js';

cardScene(
  'a card of the sandbox is never shown to the V-PFR of production, though both use the card',
  async (stage) => {
    await stage.sold();
    await stage.box.set('pfr.production', { mode: 'vpfr', key: 'card' });
    const before = stage.asked.length;

    const { processors } = stage.box.parts;
    assert.is(await processors.of('production').refresh(), true);

    assert.match(processors.of('production').status().words.sr, 'Картица у читачу је тестна.');
    assert.is(stage.asked.length, before);
    await stage.sold({ cashier: 'Мира' });
  },
);
