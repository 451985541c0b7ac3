import type { Attack } from '../kit/attack.js';

/** A device that takes many addresses is many peers. */
export const attack: Attack = {
  name: 'idle connections from sixty addresses',
  async run(target) {
    const addresses = Array.from({ length: 60 }, (_, at) => `127.0.1.${at + 1}`);
    await Promise.all(addresses.map((address) => target.many(10, address)));
    await target.wait();
  },
};
