import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Fault } from './server.js';

/** Between two bytes of a server that drips, ms: no client takes that for silence. */
const DRIP = 10;
const CHUNK = `250-${'x'.repeat(76)}\r\n`.repeat(100);

/** Does on a connection what a broken or hostile server does there. */
export function misbehave(socket: Socket, fault: Fault): void {
  switch (fault) {
    case 'silence':
      return;
    case 'drop':
      if (socket instanceof TLSSocket) socket.end();
      else socket.destroy();
      return;
    case 'garbage':
      socket.write(Buffer.from('00ff80c3280d0a53534820\r\n0d0a0a', 'hex'));
      socket.write('HTTP/1.1 400 Bad Request\r\n\r\n<html>\r\n');
      return;
    case 'endless':
      pour(socket);
      return;
    case 'drip': {
      const timer = setInterval(() => socket.write('2'), DRIP);
      socket.once('close', () => clearInterval(timer));
      return;
    }
    default:
      socket.write(`${fault.reply}\r\n`);
  }
}

/** A reply of lines without end, as fast as they are taken. */
function pour(socket: Socket): void {
  if (socket.destroyed || !socket.writable) return;
  if (socket.write(CHUNK)) setImmediate(pour, socket);
  else socket.once('drain', () => pour(socket));
}
