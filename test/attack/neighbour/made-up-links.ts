import type { Attack } from '../kit/attack.js';
import { head } from '../kit/target.js';

/** Each link is taken apart and looked for. */
export const attack: Attack = {
  name: 'links of receipts that do not exist',
  async run(target) {
    await target.repeat(10, async (round) => {
      const socket = await target.tls();
      for (let asked = 0; asked < 50 && socket?.destroyed === false; asked += 1) {
        const link = Buffer.alloc(9000, round + asked).toString('base64url');
        await target.ask(socket, head(`GET /v/?vl=${link}`));
      }
      socket?.destroy();
    });
  },
};
