import { connect } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from '../../../src/base/clock.js';
import { housekeeping, Lifecycle, type Part } from '../../../src/programs/box/serviceParts.js';
import { TestBox } from '../../kit/box.js';
import { HandClock, settled } from '../../kit/handClock.js';
import { verbatim } from '../../../src/base/index.js';
import { failed, ok } from '../../../src/base/result.js';
import { inEnglish } from '../../kit/inEnglish.js';

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

/** A part that notes its steps under its name. */
function part(name: string, steps: string[], steer: Partial<Record<'start' | 'drain', () => unknown>> = {}): Part {
  return {
    start: async () => {
      steps.push(`start ${name}`);
      const error = await steer.start?.();
      return typeof error === 'string' ? failed(verbatim(error)) : ok(undefined);
    },
    drain: async () => {
      steps.push(`drain ${name}`);
      await steer.drain?.();
      steps.push(`drained ${name}`);
    },
    stop: () => steps.push(`stop ${name}`),
  };
}

test('parts start in their order, are all asked to drain at once, and stop in the reverse order', async () => {
  const steps: string[] = [];
  const lifecycle = new Lifecycle(['a', 'b'].map((name) => part(name, steps)));
  assert.ok((await lifecycle.start()).ok);
  assert.equal(steps.splice(0), ['start a', 'start b']);
  await lifecycle.stop();
  assert.equal(steps, ['drain b', 'drain a', 'drained b', 'drained a', 'stop b', 'stop a']);
});

test('a part is stopped only when those started after it have drained and stopped', async () => {
  const steps: string[] = [];
  let finish = (): void => undefined;
  const slow = new Promise<void>((resolve) => (finish = resolve));
  const lifecycle = new Lifecycle([part('below', steps), part('above', steps, { drain: () => slow })]);
  await lifecycle.start();
  const stopped = lifecycle.stop();
  await Promise.resolve();
  assert.not(steps.includes('stop below'));
  finish();
  await stopped;
  assert.equal(steps.slice(-2), ['stop above', 'stop below']);
});

test('when a start fails, what was begun is stopped, what was not is left alone, and the error is given', async () => {
  const steps: string[] = [];
  const lifecycle = new Lifecycle([
    part('a', steps),
    part('b', steps, { start: () => 'the port is taken' }),
    part('c', steps),
  ]);
  assert.equal(inEnglish(await lifecycle.start()), failed('the port is taken'));
  assert.equal(
    steps.filter((step) => step.startsWith('stop')),
    ['stop b', 'stop a'],
  );
  assert.not(steps.some((step) => step.endsWith(' c')));
});

test('when a start throws, what was begun is stopped, and the exception is passed on', async () => {
  const steps: string[] = [];
  const broken = (): never => {
    throw new Error('a bug');
  };
  const lifecycle = new Lifecycle([part('a', steps), part('b', steps, { start: broken })]);
  try {
    await lifecycle.start();
    assert.unreachable();
  } catch (error) {
    assert.is((error as Error).message, 'a bug');
  }
  assert.ok(steps.includes('stop a'));
});

test('a part that cannot end keeps no other from ending, and its exception is passed on', async () => {
  const steps: string[] = [];
  const broken = async (): Promise<never> => {
    throw new Error('a bug');
  };
  const lifecycle = new Lifecycle([part('a', steps), part('b', steps, { drain: broken }), part('c', steps)]);
  await lifecycle.start();
  try {
    await lifecycle.stop();
    assert.unreachable();
  } catch (error) {
    assert.is((error as Error).message, 'a bug');
  }
  assert.equal(
    steps.filter((step) => step.startsWith('stop')),
    ['stop c', 'stop b', 'stop a'],
  );
});

test('a second stop waits for the first and stops nothing again', async () => {
  const steps: string[] = [];
  const lifecycle = new Lifecycle([part('a', steps)]);
  await lifecycle.start();
  await Promise.all([lifecycle.stop(), lifecycle.stop()]);
  assert.is(steps.filter((step) => step === 'stop a').length, 1);
});

test.run();
