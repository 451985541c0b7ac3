import type { Attack } from '../kit/attack.js';
import { fillPage } from '../kit/goods.js';

/** A page is 53 MB. */
export const attack: Attack = {
  name: 'six lists of large receipts at once',
  prepare: fillPage,
  async run(target) {
    await target.repeat(6, () => target.call('GET /api/v1/invoices'));
  },
};
