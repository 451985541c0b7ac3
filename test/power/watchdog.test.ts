import { english } from '../../src/base/index.js';
// proof: watchdog
// time limit: 240 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { EventName } from '../../src/base/log.js';
import { cleanUp, kasirbox, SALE } from '../kit/process.js';
import { seededRandom } from '../kit/random.js';
import { Supervised, type SupervisedOptions } from '../kit/systemd/supervised.js';
import { Turns } from '../kit/turns.js';
import { Observer } from '../kit/observer/observer.js';

/**
 * The built box under a program that does what systemd does, with the real systemd-notify. Each fault is really made: the
 * box is restarted, the reason is in the ledger, and everything that was answered is there.
 */
const WATCHDOG = 3000;

const random = seededRandom();
const unavailable = Supervised.unavailable();
if (unavailable !== undefined) process.stdout.write(`skipped: ${unavailable}\n`);
test.after(cleanUp);

/** Each waits for a real watchdog or for several starts of a box. */
const turns = new Turns(5);

function supervised(name: string, options: Partial<SupervisedOptions>, work: (of: Supervised) => Promise<void>): void {
  const tried = async (): Promise<void> => {
    const service = await Supervised.start({ watchdog: WATCHDOG, ...options });
    await work(service);
    const { code, stderr } = await service.box.stop();
    assert.is(code, 0, stderr);
    const verified = await kasirbox(['ledger', 'verify', '--data', service.folder]);
    assert.is(verified.code, 0, verified.stdout + verified.stderr);
  };
  turns.test(name, unavailable === undefined ? tried : undefined);
}

/** What `doctor` says under a name; undefined when it says nothing of it. */
async function checked({ box }: Supervised, name: string): Promise<string | undefined> {
  const reply = await box.ask('doctor', {});
  if (reply?.ok !== true) throw new Error(reply === undefined ? 'no answer' : english(reply.error));
  const check = reply.value.find((candidate) => candidate.name === name);
  return check && `${check.state}: ${check.found.en} ${check.action?.en ?? ''}`.trim();
}

function countOf({ box }: Supervised, event: EventName): number {
  return box.log.split(`"event":"${event}"`).length - 1;
}

const FAULTS: readonly (Partial<SupervisedOptions> & { what: string; end: RegExp; why: RegExp })[] = [
  { fault: 'loop', what: 'a blocked loop', end: /^watchdog killed ABRT$/, why: /the service hung/ },
  { fault: 'flush', what: 'a disk that does not answer', end: /^signal killed KILL$/, why: /the disk did not respond/ },
  {
    ...{ fault: 'heap', what: 'a heap that fills up', end: /^exit-code exited 75$/, why: /memory ran out/ },
    node: '--max-old-space-size=80',
  },
];

for (const { what, end, why, ...options } of FAULTS) {
  supervised(`${what}: the box is restarted, says why, and has all that it answered`, options, async (service) => {
    const { box } = service;
    const observer = await Observer.of(box, random);
    const load = observer.load(box);
    await Promise.race([load, observer.moment()]);
    service.fault();
    await service.restarted();
    await load;
    assert.match(service.end ?? '', end);
    await observer.compare(box);
    await observer.settle(box);
    assert.match((await checked(service, 'restarts')) ?? '', why);
    assert.is(countOf(service, 'box.restarted'), 1);
    assert.ok(observer.receipts.answered > 0, 'there was load');
    assert.equal(service.told.slice(0, 2), ['READY', 'WATCHDOG']);
  });
}

supervised('three crashes: the box sells on in safe mode, until it is told to leave it', {}, async (service) => {
  const { box } = service;
  const [key = ''] = await box.keys(1);
  for (const signal of ['SIGSEGV', 'SIGKILL'] as const) await service.kill(signal);
  assert.is(await checked(service, 'safe-mode'), undefined);
  await service.kill('SIGABRT');
  assert.match(
    (await checked(service, 'safe-mode')) ?? '',
    /^warning: The program crashed repeatedly .*so since .* it has been in safe mode.*kasirbox safe-mode leave\./,
  );
  await box.issue(key);
  const status = async (): Promise<Record<string, unknown>> =>
    JSON.parse((await box.send('GET', '/status', key)).text) as Record<string, unknown>;
  const { ready, safeMode } = await status();
  assert.equal([ready, safeMode], [true, true]);
  await service.kill('SIGKILL');
  assert.match(
    (await box.command(['safe-mode', 'status'])).stdout,
    /^Safe mode has been on since .*: 3 crashes in 10 min/,
  );
  const left = await box.command(['safe-mode', 'leave']);
  assert.equal([left.code, left.stdout.slice(0, 16)], [0, 'Safe mode is off']);
  assert.is((await status())['safeMode'], undefined);
  assert.is((await box.send('POST', '/invoices', key, SALE)).status, 201);
  assert.is(countOf(service, 'safe_mode.changed'), 2);
});

supervised('a stop that was asked for is no restart, and a power cut is no crash', {}, async (service) => {
  process.kill(service.pid, 'SIGTERM');
  await service.restarted();
  assert.is(service.end, 'success exited 0');
  assert.ok(service.told.includes('STOPPING'));
  assert.is(await checked(service, 'restarts'), undefined);
  assert.is(countOf(service, 'box.restarted'), 0);
  for (const cut of [1, 2, 3]) {
    await service.cutPower();
    assert.match((await checked(service, 'restarts')) ?? '', /^ok: .*the power failed\.$/, `cut ${cut}`);
  }
  assert.is(await checked(service, 'safe-mode'), undefined);
});

test.run();
