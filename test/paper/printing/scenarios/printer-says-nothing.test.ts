import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a slip on a printer that says nothing is unconfirmed, and a second one says that it is a repeat',
  async (stage) => {
    const { uuid } = await stage.sold();
    await stage.become(uuid, 'unconfirmed');
    // The printer confirms nothing, so the last bytes may still be on their way.
    await stage.until('the paper is there', async () => (await stage.papers()).includes('1'));

    assert.ok((await stage.again(uuid)).repeat);
    await stage.become(uuid, 'unconfirmed', 'unconfirmed');
    await stage.until('the second paper is there', async () => (await stage.papers()).includes('1 again'));
    assert.equal(await stage.papers(), ['1', '1 again']);
  },
  { printer: { answers: { status: false, queuedStatus: false, processId: false } } },
);
