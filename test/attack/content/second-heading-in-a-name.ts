import * as assert from 'uvu/assert';
import { SALE } from '../../kit/process.js';
import type { Trick } from '../kit/trick.js';

const SENTENCE = 'ОВО НИЈЕ ФИСКАЛНИ РАЧУН';
const COLUMNS = 40;

/** Blanks in a name of 200 characters put the sentence into a row of its own, as a buyer sees who is not to get a receipt. */
export const trick: Trick = {
  name: 'a name that draws a second heading of the processor',
  async run(box, key) {
    for (const blank of [' ', '\u00a0', '\u3000']) {
      const name = `Кафа${blank.repeat(COLUMNS - 4)}${blank.repeat(8)}${SENTENCE}${blank.repeat(9)}крај`;
      const sale = { items: [{ ...SALE.items[0], name }] };
      const { status, text } = await box.send('POST', '/invoices', key, sale);
      assert.is(status, 422, text);
    }
  },
};
