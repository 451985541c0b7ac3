import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:https';
import type { ServerResponse } from 'node:http';
import type { Credentials } from '../pfr/certificates.js';

/** The address of this machine, as its guests have it. */
export const HOST = '10.0.2.2';

/** A server of one file that breaks each answer off behind one tenth of the file, until the last. */
export class CuttingServer {
  /** Where each answer began, bytes. */
  readonly begun: number[] = [];

  private constructor(
    private readonly server: Server,
    private readonly file: Buffer,
  ) {}

  static async start(path: string, { certificate, key }: Credentials): Promise<CuttingServer> {
    const server = createServer({ cert: certificate, key });
    const cutting = new CuttingServer(server, readFileSync(path));
    server.on('request', ({ headers }, response) => cutting.answer(headers.range, response));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    // It ends with the process.
    server.unref();
    return cutting;
  }

  /** Where a guest of this machine finds the file. */
  get url(): string {
    return `https://${HOST}:${(this.server.address() as AddressInfo).port}/update.raucb`;
  }

  private answer(range: string | undefined, response: ServerResponse): void {
    const { length } = this.file;
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    this.begun.push(from);
    const rest = from > 0 && { 'Content-Range': `bytes ${from}-${length - 1}/${length}` };
    response.writeHead(from > 0 ? 206 : 200, { 'Content-Length': length - from, ETag: '"one"', ...rest });
    const tenth = Math.ceil(length / 10);
    const to = Math.min(length, from + tenth);
    response.write(this.file.subarray(from, to), () => {
      if (to === length) response.end();
      else setTimeout(() => response.destroy(), 200);
    });
  }
}
