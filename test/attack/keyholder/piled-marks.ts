import type { Attack } from '../kit/attack.js';
import { largeSale } from '../kit/goods.js';

/** Normalising sorts the marks: 420 names cost 2 s. */
export const attack: Attack = {
  name: 'names of a thousand misordered marks',
  async run(target) {
    const name = `a${'\u0323\u0301'.repeat(599)}`;
    const body = largeSale(() => name, 420);
    await target.repeat(4, () => target.call('POST /api/v1/invoices', body));
  },
};
