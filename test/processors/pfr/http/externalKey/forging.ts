import { connect, createServer, type Server } from 'node:net';

const HANDSHAKE = 22;

/** Passes everything on, but for the first record of the server that begins with a handshake message of this kind. */
export function forging(port: number, kind: number, change: (content: Buffer) => Buffer): Server {
  return createServer((inner) => {
    const outer = connect(port, '127.0.0.1').on('error', () => undefined);
    let isForged = false;
    inner
      .on('error', () => undefined)
      .on('close', () => outer.destroy())
      .pipe(outer);
    outer
      .on('close', () => inner.destroy())
      .on('data', (bytes: Buffer) => {
        for (let at = 0; !isForged && at + 9 < bytes.length; at += 5 + bytes.readUInt16BE(at + 3)) {
          if (bytes[at] !== HANDSHAKE || bytes[at + 5] !== kind) continue;
          isForged = true;
          const end = at + 5 + bytes.readUInt16BE(at + 3);
          const content = change(bytes.subarray(at + 5, end));
          bytes.writeUInt16BE(content.length, at + 3);
          inner.write(Buffer.concat([bytes.subarray(0, at + 5), content, bytes.subarray(end)]));
          return;
        }
        inner.write(bytes);
      });
  });
}
