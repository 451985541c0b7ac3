import type { Attack } from '../kit/attack.js';
import { fillPage, largeReceipt } from '../kit/goods.js';

export const attack: Attack = {
  name: 'copies of large receipts',
  prepare: fillPage,
  async run(target) {
    const uuid = await largeReceipt(target);
    await target.repeat(4, () => target.call(`POST /api/v1/invoices/${uuid}/copy`, ''));
  },
};
