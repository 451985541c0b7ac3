import type { Attack } from '../kit/attack.js';

export const attack: Attack = {
  name: 'numbers of a hundred thousand digits',
  async run(target) {
    const long = '9'.repeat(100_000);
    const items = Array.from({ length: 4 }, () => {
      return `{"name":"a","quantity":${long},"unitPrice":1e${long},"label":"a"}`;
    });
    await target.repeat(4, () => target.call('POST /api/v1/invoices', `{"items":[${items.join()}]}`));
  },
};
