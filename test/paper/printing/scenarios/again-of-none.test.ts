import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'the first paper of a receipt is no repeat, and of two that are requested at once the second is',
  async (stage) => {
    const { uuid } = await stage.sold({ print: false });

    const asked = await Promise.all([stage.again(uuid), stage.again(uuid, 'kasa')]);
    await stage.become(uuid, 'printed', 'printed');

    assert.equal(asked.map(({ repeat }) => repeat).sort(), [false, true]);
    assert.equal(await stage.papers(), ['1', '1 again']);
  },
  { repeats: true },
);
