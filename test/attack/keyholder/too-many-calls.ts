import * as assert from 'uvu/assert';
import type { Attack } from '../kit/attack.js';
import { bearer, head } from '../kit/target.js';

/** Each was a line of the log. */
export const attack: Attack = {
  name: 'calls above the limit of a key, as many as are answered',
  async run(target) {
    const wire = head('GET /api/v1/me', bearer(target.key));
    await target.repeat(10, async () => {
      const socket = await target.tls();
      for (let asked = 0; asked < 200 && socket?.destroyed === false; asked += 1) await target.ask(socket, wire);
      socket?.destroy();
    });
  },
  async check(target) {
    const lines = target.box.log.match(/"status":429/g) ?? [];
    assert.ok(lines.length < 300, `${lines.length} lines of the log`);
  },
};
