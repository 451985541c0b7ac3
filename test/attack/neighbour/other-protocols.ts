import type { Attack } from '../kit/attack.js';
import { head } from '../kit/target.js';

export const attack: Attack = {
  name: 'upgrades, tunnels and interim answers',
  async run(target) {
    const wires = [
      head('GET /', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: AAAA'),
      head('CONNECT localhost:443'),
      head('PRI *'),
      head('POST /api/v1/invoices', 'Expect: 100-continue', 'Content-Length: 10'),
      head('GET /', 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'),
    ];
    await target.repeat(10, async (round) => {
      const socket = await target.tls();
      await target.ask(socket, wires[round % wires.length] ?? '');
      socket?.destroy();
    });
  },
};
