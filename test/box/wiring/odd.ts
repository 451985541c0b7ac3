import { connect } from 'node:tls';
import { livenessOf } from '../../../src/box/liveness.js';
import { longestSale } from '../../../src/invoicing/issue/saleTimer.js';
import { Shop } from '../../bench/shop.js';
import { Machine } from '../../kit/machine.js';
import { FakePfrServer } from '../../kit/pfr/server.js';
import type { Trace } from './trace.js';
import { LOOKS, TracedBox } from './tracedBox.js';

const DAY = 86_400_000;
const MINUTE = 60_000;

/** Nothing vouches for the time; later the certificate is due. */
export const guessesTheTime = (trace: Trace): Promise<void> =>
  TracedBox.during(
    trace,
    async (box) => {
      trace.add(`the clock is ${box.box.parts.clock.isTrusted() ? '' : 'not '}trusted`);
      await box.sell();
      await box.get('/status');
      for (const look of LOOKS) await box.look(look);
      const before = await shownBy(box.box.origin);
      box.clock.wallError = 800 * DAY;
      await box.pass(MINUTE, MINUTE);
      while ((await shownBy(box.box.origin)) === before) await box.pass(MINUTE);
      trace.add('the server shows the renewed certificate');
    },
    { machine: { root: new Machine().root, buildTime: Date.now() - DAY } },
  );

function shownBy(origin: string): Promise<string> {
  const { hostname: host, port } = new URL(origin);
  return new Promise((done, fail) => {
    const socket = connect({ host, port: Number(port), rejectUnauthorized: false }, () => {
      done(socket.getPeerCertificate().fingerprint256);
      socket.destroy();
    });
    socket.on('error', fail);
  });
}

/** A processor of the shop signs, and then hangs: a sale that lasts longer than any may is told to the watchdog. */
export async function hangs(trace: Trace): Promise<void> {
  const fake = await FakePfrServer.start();
  try {
    await TracedBox.during(trace, async (box) => {
      const { parts } = box.box;
      await box.box.set('environment', 'sandbox');
      await box.box.set('pfr.sandbox', { mode: 'lpfr', url: fake.url });
      await box.sell();
      const liveness = livenessOf(parts, { watchdogTimeout: undefined });
      const told = (): string => liveness.map(({ check }) => (check() === undefined ? 'well' : 'hangs')).join(', ');
      trace.add(`before: ${told()}`);
      fake.faults.add({ fault: 'hang', signs: 'never' });
      const hanging = box.client.post('/invoices', new Shop(2).next()).catch(() => undefined);
      await box.until(() => fake.hangingCalls > 0, 1);
      box.clock.pass(longestSale(parts.settings.now) + 1000);
      trace.add(`while a sale hangs: ${told()}`);
      fake.release();
      await hanging;
    });
  } finally {
    await fake.stop();
  }
}
