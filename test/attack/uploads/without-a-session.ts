import * as assert from 'uvu/assert';
import type { Attack } from '../kit/attack.js';
import { head } from '../kit/target.js';

const PATHS = [
  '/web/items/csv',
  '/web/operations/certificate.upload',
  '/web/operations/print.logo',
  '/web/operations/items.import',
  '/web/tablet',
  '/web/qr',
  '/web/till/drawer',
  '/web/v1/invoices',
];

/** What is read and thrown away of an answered request, and what kernels and TLS hold of it on its way. */
const MAX_TAKEN = 16 * 1024 * 1024;
const PIECE = Buffer.alloc(64 * 1024, 0x20);

const told: string[] = [];
let most = 0;

export const attack: Attack = {
  name: 'uploads of who is not signed in',
  async run(target) {
    await target.repeat(PATHS.length, async (round) => {
      const path = PATHS[round % PATHS.length] ?? '';
      const socket = await target.tls();
      if (socket === undefined) return;
      // The answer comes before any of the body was sent.
      const lines = ['Origin: https://localhost', 'Content-Length: 1000000000'];
      const answer = await target.ask(socket, head(`POST ${path}`, ...lines));
      if (answer !== '') told.push(`${path}: ${answer.slice(9, 12)}`);
      await target.flood(socket, PIECE);
      most = Math.max(most, socket.bytesWritten);
      socket.destroy();
    });
  },
  check() {
    assert.equal([...new Set(told)].sort(), PATHS.map((path) => `${path}: 401`).sort());
    assert.ok(most <= MAX_TAKEN, `${most} bytes were taken`);
  },
};
