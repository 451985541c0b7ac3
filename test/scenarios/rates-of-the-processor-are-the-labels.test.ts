import * as assert from 'uvu/assert';
import { read, readError } from '../kit/client.js';
import { line } from '../sales/invoicing/bodies.js';
import { scene } from './stage.js';

scene('the labels are those of the processor, whatever the settings say', async (stage) => {
  await stage.until('they have come', async () => (await stage.status()).ready);

  const { taxLabels } = read('TaxLabelList', 200, await stage.client.get('/tax-labels'));
  assert.equal(
    taxLabels.map(({ label }) => label).sort(),
    ['А', 'Г', 'Е', 'Ђ'].sort(),
    'А is not active in the settings',
  );
  await stage.sold({ items: [line({ label: 'А' })] });
  assert.is(readError(422, await stage.sell({ items: [line({ label: 'Ж' })] })).code, 'validation');
  assert.is(stage.signed.length, 1);
});
