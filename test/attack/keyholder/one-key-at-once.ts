import type { Attack } from '../kit/attack.js';
import { largeSale } from '../kit/goods.js';
import { bearer, withBody } from '../kit/target.js';

/** Each repeat waits for the first, and none may delay another sale. */
export const attack: Attack = {
  name: 'two hundred repeats of one sale at once',
  async run(target) {
    const body = JSON.stringify({
      ...(JSON.parse(largeSale(() => 'Hleb', 1)) as object),
      clientRequestId: 'isti-racun-1',
    });
    const wire = withBody('POST /api/v1/invoices', body, bearer(target.key));
    const sockets = await target.many(50);
    await target.repeat(1, () => Promise.all(sockets.map((socket) => target.ask(socket, wire))));
  },
};
