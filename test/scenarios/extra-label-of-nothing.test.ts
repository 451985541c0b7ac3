import * as assert from 'uvu/assert';
import { scene } from './stage.js';

const TAXES = [
  { categoryType: 0, label: 'Ђ', categoryName: 'О-ПДВ', rate: 20, amount: 50 },
  { categoryType: 0, label: 'Г', categoryName: 'Без ПДВ', rate: 0, amount: 0 },
];

scene('a tax of 0 for a label that no item has does not make a signed receipt a lost one', async (stage) => {
  stage.pfr.faults.add({ fault: 'alter', fields: { taxItems: TAXES } });

  const sold = await stage.sold({}, 'prodaja-1');

  assert.equal(stage.signed, [sold.pfr.invoiceNumber]);
  assert.not(stage.asked.includes('find'), 'nothing was lost');
  assert.is(stage.logged('pfr.quirk')[0]?.['quirk'], 'extraLabel');
  assert.equal(
    sold.taxItems.map(({ label }) => label),
    ['Ђ'],
  );
});
