import type { Socket } from 'node:net';

/**
 * Resets a connection. `raw` is what carries `socket`, itself when left out. One whose peer has gone is being shut down: libuv refuses to reset
 * that (uv_tcp_close_reset), Node forgets its handle without closing it, and spins for ever when the process comes to its end.
 */
export function resetConnection(socket: Socket, raw: Socket = socket): void {
  if (socket.writableEnded) socket.destroy();
  else raw.resetAndDestroy();
}
