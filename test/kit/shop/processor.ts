import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FakePfr } from '../pfr/core.js';
import type { Remembered } from '../pfr/memory.js';
import { STYLES } from '../pfr/styles.js';

/** A drawn QR code takes longer than all the rest of a sale. */
const UNDRAWN = { ...STYLES.spec, qr: 'null' } as const;

/** What signs for production in a shop. Its memory outlives every power cut of the box, and can be put back to any point. */
export class ShopProcessor {
  pfr: FakePfr;
  /** It does its work, and no caller gets an answer. */
  isMute = false;
  private kept: Remembered[] = [];

  private constructor(
    private readonly server: Server,
    private readonly now: () => number,
  ) {
    this.pfr = this.revived();
  }

  /** A real server on the loopback address. */
  static async start(now: () => number): Promise<ShopProcessor> {
    const server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const { method = '', url: path = '' } = request;
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, [value ?? ''].flat().join()]),
        );
        const reply = processor.pfr.handle({ method, path, headers, body: Buffer.concat(pieces) });
        if (processor.isMute) {
          request.socket.destroy();
          return;
        }
        response.writeHead(reply.status, { ...reply.headers, 'content-length': reply.body.length });
        response.end(reply.body);
      });
    });
    const processor = new ShopProcessor(server, now);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return processor;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** All that it has signed until now. */
  get signed(): readonly Remembered[] {
    return this.kept;
  }

  /** It has signed these receipts and no others. */
  putBack(signed: readonly Remembered[]): void {
    this.kept = [...signed];
    this.pfr = this.revived();
  }

  async stop(): Promise<void> {
    await new Promise<void>((closed) => {
      this.server.close(() => closed());
      this.server.closeAllConnections();
    });
  }

  private revived(): FakePfr {
    const keep = (receipt: Remembered): void => void this.kept.push(receipt);
    return new FakePfr({
      environment: 'production',
      pin: null,
      style: UNDRAWN,
      now: this.now,
      memory: { load: () => [...this.kept], keep },
    });
  }
}
