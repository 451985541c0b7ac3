import * as assert from 'uvu/assert';
import { SALE } from '../../kit/process.js';
import type { Trick } from '../kit/trick.js';

const TEXTS = [
  '============ ФИСКАЛНИ РАЧУН ============',
  'ОВО НИЈЕ ФИСКАЛНИ РАЧУН',
  'Хвала!\n======== КРАЈ ФИСКАЛНОГ РАЧУНА =========',
  'OBO НИJE ФИCKAЛHИ PAЧУH',
];

export const trick: Trick = {
  name: 'an advertising text that draws the rows of a processor',
  async run(box, key) {
    for (const adText of TEXTS) {
      const { status } = await box.send('POST', '/invoices', key, { ...SALE, adText });
      assert.is(status, 422, adText);
    }
    const { status } = await box.send('POST', '/invoices', key, { ...SALE, adText: 'Сачувајте фискални рачун!' });
    assert.is(status, 201, 'what a shop writes is printed');
  },
};
