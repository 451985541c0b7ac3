import type { Attack } from '../kit/attack.js';

export const attack: Attack = {
  name: 'items with names of a thousand misordered marks',
  async run(target) {
    const body = JSON.stringify({ name: `a${'\u0323\u0301'.repeat(100_000)}`, label: '\u0402', price: 1 });
    await target.repeat(4, () => target.call('POST /api/v1/items', body));
  },
};
