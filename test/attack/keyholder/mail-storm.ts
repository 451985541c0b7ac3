import type { Attack } from '../kit/attack.js';

/** There is no server for mail here: each call ends in an error. */
export const attack: Attack = {
  name: 'mails to many addresses',
  async run(target) {
    const uuid = await target.aReceipt();
    await target.repeat(4, (round) => {
      const to = `kupac${round}@primer.rs`;
      return target.call(`POST /api/v1/invoices/${uuid}/email`, JSON.stringify({ to }));
    });
  },
};
