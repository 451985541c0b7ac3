import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'only receipts of the set types are printed by themselves, others on request',
  async (stage) => {
    const normal = await stage.sold();
    const training = await stage.sold({ invoiceType: 'Training' });
    const asked = await stage.sold({ print: true });
    await stage.become(training.uuid, 'printed');
    await stage.become(asked.uuid, 'printed');

    assert.equal(await stage.jobsOf(normal.uuid), []);
    assert.equal(await stage.papers(), ['2', '3']);
  },
  { setting: { autoPrint: ['Training', 'ProForma'] } },
);
