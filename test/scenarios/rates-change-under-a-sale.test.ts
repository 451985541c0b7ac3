import * as assert from 'uvu/assert';
import { RATE_GROUPS } from '../kit/pfr/rates.js';
import { read, readError } from '../kit/client.js';
import { line } from '../sales/invoicing/bodies.js';
import { scene } from './stage.js';

const [now, next] = RATE_GROUPS;
const groups = [
  { groupId: 1, validFrom: 0, rates: now?.rates ?? [] },
  { groupId: 2, validFrom: next?.validFrom ?? 0, rates: (next?.rates ?? []).filter(({ label }) => label !== 'Е') },
];

scene(
  'rates that changed are refused once with 2310, and the new ones hold without a restart',
  async (stage) => {
    await stage.sold({ items: [line({ label: 'Е' })] });
    stage.pfr.faults.add({ fault: 'none', before: ['next-rates'] });

    const refused = await stage.sell({ items: [line({ label: 'Е' })] }, 'prodaja-2');
    const { message, rule } = readError(409, refused);
    assert.match(message, '(2310)');
    assert.is(rule, 'pfr.refused-receipt');

    const sold = await stage.sold({}, 'prodaja-2');
    assert.is(sold.taxItems[0]?.rate, 22);
    const { taxLabels } = read('TaxLabelList', 200, await stage.client.get('/tax-labels'));
    assert.not(taxLabels.some(({ label }) => label === 'Е'));
    readError(422, await stage.sell({ items: [line({ label: 'Е' })] }));
  },
  { pfr: { groups } },
);
