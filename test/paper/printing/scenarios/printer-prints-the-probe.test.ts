import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a printer that takes the probe for text prints it once, above its first slip',
  async (stage) => {
    const first = await stage.sold();
    await stage.become(first.uuid, 'printed');
    assert.is((await stage.printer()).proof, 'queued-status');
    const second = await stage.sold();
    await stage.become(second.uuid, 'printed');

    assert.is((await stage.papers()).at(-1), '2');
  },
  { printer: { answers: { status: true, queuedStatus: true, processId: false }, printsUnknownGsH: true }, tears: true },
);
