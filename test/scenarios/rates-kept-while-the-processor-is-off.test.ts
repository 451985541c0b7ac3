import * as assert from 'uvu/assert';
import { read } from '../kit/client.js';
import { scene } from './stage.js';

scene('the rates are known after a restart although the processor is off; nothing is sold by them', async (stage) => {
  await stage.sold();
  await stage.pfr.stop();
  await stage.restart();

  const { taxLabels } = read('TaxLabelList', 200, await stage.client.get('/tax-labels'));
  assert.is(taxLabels.find(({ label }) => label === 'Ђ')?.rate, 20);
  assert.match(await stage.refused(), 'на подешеној адреси не одговара');
});
