import * as assert from 'uvu/assert';
import { line } from '../sales/invoicing/bodies.js';
import { scene } from './stage.js';

const ADVANCE = { invoiceType: 'Advance', items: [line({ name: '10: Аванс (Ђ)', quantity: 1, unitPrice: 500 })] };

scene(
  'a gap that two lost orders of two types explain: each is named by its own number',
  async (stage) => {
    await stage.sold();
    stage.pfr.faults.add({ fault: 'drop', signs: true }, { fault: 'cut' });
    await stage.refused({}, 'prodaja-1');
    await stage.refused(ADVANCE, 'avans-01');

    await stage.sold(ADVANCE, 'avans-02');
    await stage.sellsOn();
    const numbers = (): readonly (string | null)[] => stage.unsettled.map(({ number }) => number);
    const [, sale, advance] = stage.signed;
    await stage.until('both are named', () => numbers().join() === `${sale},${advance}`);

    await stage.findOnPortal(sale);
    await stage.findOnPortal(advance);
    assert.is((await stage.replayed({}, 'prodaja-1')).pfr.invoiceNumber, sale);
    assert.is((await stage.replayed(ADVANCE, 'avans-01')).pfr.invoiceCounter, '1/3АП');
  },
  { pfr: { kind: 'vpfr', kept: 0 } },
);
