import { connect } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from '../../../src/base/clock.js';
import { housekeeping } from '../../../src/programs/box/serviceParts.js';
import { TestBox } from '../../kit/box.js';
import { HandClock, settled } from '../../kit/handClock.js';

const MINUTE = 60_000;
const YEAR = 366 * 86_400_000;

/** Fingerprint of the certificate that a new connection is shown. */
function shownBy(origin: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    // The time of the box is another one than that of this process.
    const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().fingerprint256);
      socket.destroy();
    });
    socket.on('error', reject);
  });
}

test('a certificate that ends is renewed within a minute, and the running server shows the new one', () => {
  const minutes = new HandClock();
  // Only what waits for a minute waits for the test.
  const sleep: typeof systemClock.sleep = (ms, signal) => (ms === MINUTE ? minutes : systemClock).sleep(ms, signal);
  return TestBox.during(
    async (box) => {
      const first = await shownBy(box.origin);
      minutes.pass(MINUTE);
      await settled();
      assert.is(await shownBy(box.origin), first, 'it is not due');
      box.clockOffset += YEAR;
      const issued = (): number => box.log.filter(({ event }) => event === 'tls.issued').length;
      const before = issued();
      while (issued() === before) {
        minutes.pass(MINUTE);
        await settled();
      }
      assert.is.not(await shownBy(box.origin), first);
    },
    { passing: { ...systemClock, sleep } },
  );
});

test('each minute the use of keys is noted and the certificate looked at, and a stop waits for what is under way', async () => {
  const clock = new HandClock();
  const steps: string[] = [];
  let end = (): void => undefined;
  const identity = { key: 'key', cert: 'cert', notAfter: 0 };
  const part = housekeeping({
    clock,
    keys: {
      saveLastUse: () => {
        steps.push('keys');
        return new Promise<void>((resolve) => (end = resolve));
      },
    },
    certificate: { renewWhenDue: () => Promise.resolve(steps.push('certificate') === 2 ? identity : undefined) },
    useCertificate: (given) => void steps.push(given.cert),
  });
  await part.start?.();
  clock.pass(MINUTE - 1);
  await settled();
  assert.equal(steps, []);
  clock.pass(1);
  await settled();
  assert.equal(steps, ['keys']);
  end();
  await settled();
  assert.equal(steps.splice(0), ['keys', 'certificate', 'cert']);
  clock.pass(MINUTE);
  await settled();
  let hasStopped = false;
  const stopped = Promise.resolve(part.drain?.()).then(() => (hasStopped = true));
  await settled();
  assert.is(hasStopped, false);
  end();
  await stopped;
  assert.is(clock.sleeping, 0);
});

test.run();
