import type { Attack } from '../kit/attack.js';

export const attack: Attack = {
  name: 'the whole catalogue, again and again',
  async prepare(target) {
    for (let at = 0; at < 200; at += 1) {
      const item = { name: `${at} ${'a'.repeat(150)}`, label: '\u0402', price: 1 };
      await target.box.send('POST', '/items', target.key, item);
    }
  },
  async run(target) {
    await target.repeat(8, () => target.call('GET /api/v1/items'));
  },
};
