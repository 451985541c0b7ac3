import { connect } from 'node:tls';
import { livenessProbes } from '../../../../src/programs/box/health.js';
import { longestSale } from '../../../../src/sales/invoicing/issue/saleTimer.js';
import { Shop } from '../../../bench/shop.js';
import { Machine } from '../../../kit/machine.js';
import { FakePfrServer } from '../../../kit/pfr/server.js';
import type { Trace } from './trace.js';
import { LOOKS, TracedBox } from './tracedBox.js';

const DAY = 86_400_000;
const MINUTE = 60_000;

/** Nothing vouches for the time. */
export const guessesTheTime = (trace: Trace): Promise<void> =>
  TracedBox.during(
    trace,
    async (box) => {
      trace.add(`the clock that nothing vouches for is ${trusted(box)}`);
      await box.sell();
      await box.get('/status');
      for (const look of LOOKS) await box.look(look);
    },
    { machine: { root: new Machine().root, buildTime: Date.now() - DAY } },
  );

/** The clock is battery-backed; then a time server sets it, and after years the certificate is due. */
export const keepsTheTime = (trace: Trace): Promise<void> => {
  const machine = new Machine().rtc('1', Date.now());
  return TracedBox.during(
    trace,
    async (box) => {
      trace.add(`the clock that a battery kept is ${trusted(box)}`);
      const before = await shownBy(box.box.origin);
      machine.synchronize();
      await box.pass(10_000);
      box.clock.wallError = 800 * DAY;
      await box.until(() => box.box.log.filter(({ event }) => event === 'tls.issued').length > 1, MINUTE);
      await box.pass(MINUTE);
      trace.add(
        `the server shows ${(await shownBy(box.box.origin)) === before ? 'the old' : 'the renewed'} certificate`,
      );
      await box.get('/status');
    },
    { machine: { root: machine.root, buildTime: Date.now() - DAY } },
  );
};

const trusted = ({ box }: TracedBox): string => (box.parts.clock.isTrusted() ? 'trusted' : 'not trusted');

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

/** A processor of the shop signs, and then hangs: the watchdog is told of a sale that takes too long. */
export async function hangs(trace: Trace): Promise<void> {
  const fake = await FakePfrServer.start();
  try {
    await TracedBox.during(trace, async (box) => {
      const { parts } = box.box;
      await box.box.set('environment', 'sandbox');
      await box.box.set('pfr.sandbox', { mode: 'lpfr', url: fake.url });
      await box.sell();
      const probes = livenessProbes(parts, Infinity);
      const told = (): string =>
        probes.map(({ reason, check }) => `${reason} ${check() === undefined ? 'well' : 'hangs'}`).join(', ');
      trace.add(`before a sale hangs the watchdog hears: ${told()}`);
      fake.faults.add({ fault: 'hang', signs: 'never' });
      const hanging = box.client.post('/invoices', new Shop(2).next()).catch(() => undefined);
      await box.until(() => fake.hangingCalls > 0, 1);
      box.clock.pass(longestSale(parts.settings.now) + 1000);
      trace.add(`while a sale hangs the watchdog hears: ${told()}`);
      fake.release();
      await hanging;
    });
  } finally {
    await fake.stop();
  }
}
