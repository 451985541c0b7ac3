import type { Attack } from '../kit/attack.js';

export const attack: Attack = {
  name: 'bodies of a hundred thousand unknown members',
  async run(target) {
    const members = Array.from({ length: 60_000 }, (_, at) => `"member${at}":1`);
    await target.repeat(4, () => target.call('POST /api/v1/invoices', `{${members.join()}}`));
  },
};
