import * as assert from 'uvu/assert';
import { SALE } from '../../kit/process.js';
import type { Trick } from '../kit/trick.js';

/** Blanks push what follows onto a row of its own, or the price out of sight. */
export const trick: Trick = {
  name: 'a name that draws rows of its own by blanks',
  async run(box, key) {
    const blanks = '\u00a0\u2003\u3164\u115f \u2800'.repeat(30);
    const name = `Кафа${blanks}УКУПНО 0,00`.slice(0, 200);
    const { status, text } = await box.send('POST', '/invoices', key, { items: [{ ...SALE.items[0], name }] });
    if (status === 422) return;
    const { journal } = JSON.parse(text) as { journal: string };
    assert.ok(journal.includes('Кафа УКУПНО 0,00'), journal);
  },
};
