import * as assert from 'uvu/assert';
import { RATE_GROUPS } from '../kit/pfr/rates.js';
import { read } from '../kit/client.js';
import { scene } from './stage.js';

const HOUR = 3_600_000;
const groups = RATE_GROUPS.map((group, index) => (index === 0 ? group : { ...group, validFrom: Date.now() + HOUR }));

scene(
  'announced rates hold from their hour on, also while the processor is off',
  async (stage) => {
    const rate = async () => {
      const { taxLabels } = read('TaxLabelList', 200, await stage.client.get('/tax-labels'));
      return taxLabels.find(({ label }) => label === 'Ђ')?.rate;
    };
    assert.is((await stage.sold()).taxItems[0]?.rate, 20);
    await stage.pfr.stop();
    assert.is(await rate(), 20);

    stage.box.clockOffset = 2 * HOUR;
    assert.is(await rate(), 22);

    await stage.pfr.up();
    assert.is((await stage.sold()).taxItems[0]?.rate, 22);
  },
  { pfr: { groups } },
);
