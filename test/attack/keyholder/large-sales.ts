import type { Attack } from '../kit/attack.js';
import { largeSale, randomName } from '../kit/goods.js';

export const attack: Attack = {
  name: 'sales of 500 long names by chance',
  async run(target) {
    const bodies = Array.from({ length: 8 }, () => largeSale(() => randomName()));
    await target.repeat(4, (round) => target.call('POST /api/v1/invoices', bodies[round % bodies.length]));
  },
};
