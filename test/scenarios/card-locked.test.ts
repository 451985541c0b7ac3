import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a card that locked itself is told apart from a wrong PIN, and no PIN opens it',
  async (stage) => {
    for (let tries = 0; tries < 4; tries += 1) assert.match(await stage.enterPin('9999'), 'The PIN is wrong.');
    assert.match(await stage.enterPin('9999'), 'The card is locked');
    assert.match(await stage.enterPin('1234'), 'The card is locked');

    assert.match(await stage.refused(), 'Картица је закључана');
    assert.match((await stage.status()).problems.join(), 'Обратите се Пореској управи за нови безбедносни елемент.');
  },
  { isOpen: false },
);
