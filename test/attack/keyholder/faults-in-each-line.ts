import type { Attack } from '../kit/attack.js';

export const attack: Attack = {
  name: 'bodies with faults in each of many lines',
  async run(target) {
    const lines = Array.from({ length: 50_000 }, () => '{"name":1}');
    await target.repeat(4, () => target.call('POST /api/v1/invoices', `{"items":[${lines.join()}]}`));
  },
};
