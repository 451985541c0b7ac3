import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a printer that only answers queued status proves by that',
  async (stage) => {
    const first = await stage.sold();
    await stage.become(first.uuid, 'printed');
    assert.is((await stage.printer()).proof, 'queued-status');
    assert.equal(await stage.papers(), ['1']);
  },
  { printer: { answers: { status: false, queuedStatus: true, processId: false } } },
);
