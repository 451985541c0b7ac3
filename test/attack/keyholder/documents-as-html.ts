import type { Attack } from '../kit/attack.js';
import { fillPage, largeReceipt } from '../kit/goods.js';

export const attack: Attack = {
  name: 'HTML documents of large receipts',
  prepare: fillPage,
  async run(target) {
    const uuid = await largeReceipt(target);
    await target.repeat(8, () => target.call(`GET /api/v1/invoices/${uuid}/document`));
  },
};
