import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a wrong PIN is tried once and never again',
  async (stage) => {
    assert.match(await stage.enterPin('9999'), 'The PIN is wrong.');
    assert.match(await stage.refused(), 'Унесите ПИН картице (дугме „Унеси ПИН картице”)');
    await stage.restart();
    await stage.until('it is looked at', async () => (await stage.status()).problems.join().includes('ПИН'));

    assert.is(stage.asked.filter((call) => call === 'pin').length, 1);
    assert.is(await stage.enterPin('1234'), '');
    await stage.sold();
  },
  { isOpen: false },
);
