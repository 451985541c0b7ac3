import type { Attack } from '../kit/attack.js';

export const attack: Attack = {
  name: 'reports over all years',
  async run(target) {
    await target.repeat(8, () => target.call('GET /api/v1/reports/summary?from=2000-01-01&to=2099-12-31'));
  },
};
