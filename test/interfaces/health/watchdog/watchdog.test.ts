import { join } from 'node:path';
import { suite, test } from 'uvu';
import * as assert from 'uvu/assert';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { jsonLog, type LogFields } from '../../../../src/base/log.js';
import { SafeMode } from '../../../../src/interfaces/health/watchdog/safeMode.js';
import { ServiceManager, Watchdog } from '../../../../src/interfaces/health/watchdog/watchdog.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { newFolder } from '../../../kit/folder.js';
import { HandClock, settled } from '../../../kit/handClock.js';
import { FOLDER, openLedger } from '../../../kit/ledger.js';
import { Machine } from '../../../kit/machine.js';

/** A box that starts again and again on one disk, and what it has logged. */
async function boxOn(machine: Machine) {
  const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  const ledger = await openLedger(disk);
  const [clock, runtime, logged] = [new HandClock(Date.now()), newFolder('run'), new Array<LogFields>()];
  const log = (event: string, fields: LogFields = {}): void => {
    if (event === 'box.restarted') logged.push(fields);
  };
  const safeMode = new SafeMode({ ledger, clock, log });
  return {
    start: async (env: NodeJS.ProcessEnv = {}) => {
      const watchdog = new Watchdog({ RUNTIME_DIRECTORY: runtime, ...env }, log);
      await watchdog.begin({ ...{ ledger, safeMode, disk, clock, machine }, folder: FOLDER });
      return watchdog;
    },
    /** The machine starts anew, whatever the reason. */
    restartMachine: () => rmSync(runtime, { recursive: true, force: true }),
    events: () => ledger.main.events.map((event) => ({ ...event, at: 0 })),
    logged,
  };
}

test('a machine that its watchdog has reset is recorded as such, in a form that an earlier release takes for a power cut', async () => {
  const machine = new Machine().write('sys/class/watchdog/watchdog0/bootstatus', '32\n');
  const box = await boxOn(machine);
  await box.start();
  assert.equal(box.events(), []);
  box.restartMachine();
  await box.start();
  assert.equal(box.events(), [{ at: 0, kind: 'restart', reason: 'power', resetBy: 'watchdog' }]);
  assert.equal(box.logged, [{ reason: 'power', resetBy: 'watchdog' }]);
});

test('what the board says of the start of the machine is no cause of a crash of the program', async () => {
  const box = await boxOn(new Machine().write('sys/class/watchdog/watchdog0/bootstatus', '32\n'));
  await box.start();
  await box.start();
  assert.equal(box.events(), [{ at: 0, kind: 'restart', reason: 'killed' }]);
});

test('where the board vouches for nothing it was a power cut', async () => {
  const box = await boxOn(new Machine());
  await box.start();
  box.restartMachine();
  await box.start();
  assert.equal(box.events(), [{ at: 0, kind: 'restart', reason: 'power' }]);
});

test('a box that crashes three times in ten minutes starts in safe mode', async () => {
  const box = await boxOn(new Machine());
  for (let start = 0; start < 3; start += 1) await box.start();
  assert.not(box.events().some(({ kind }) => kind === 'safe-mode'));
  await box.start();
  const [last] = box.events().slice(-1);
  assert.equal(last, { at: 0, kind: 'safe-mode', on: true, reason: '3 crashes in 10 minutes' });
});

test('what has hung is what the next start records', async () => {
  const box = await boxOn(new Machine());
  const watchdog = await box.start({ NOTIFY_SOCKET: '/nowhere', WATCHDOG_USEC: '3000000' });
  const probe = { reason: 'sale', check: () => '400000 ms; limit 380000 ms' } as const;
  const hang = await watchdog.guard([probe], new HandClock(), new Promise(() => undefined));
  assert.equal(hang, { reason: 'sale', found: '400000 ms; limit 380000 ms' });
  await box.start();
  assert.equal(box.events(), [{ at: 0, kind: 'restart', reason: 'sale' }]);
});

const serviceManagerTest = suite('serviceManager');

/**
 * Which notifications are sent, and when. Here a program with the name of `systemd-notify` notes what it is asked to send;
 * test/power/watchdog.test.ts proves that the real one reaches a socket.
 */
const usualPath = process.env['PATH'];
serviceManagerTest.after.each(() => {
  process.env['PATH'] = usualPath;
});

class Notified {
  readonly lines: string[] = [];
  readonly log = jsonLog((line) => this.lines.push(line), Date.now);
  private readonly folder = newFolder('bin');

  /** `script`: the work of the program; undefined for none. */
  constructor(script?: string) {
    mkdirSync(this.folder);
    process.env['PATH'] = `${this.folder}:${usualPath}`;
    if (script === undefined) {
      process.env['PATH'] = this.folder;
      return;
    }
    const program = join(this.folder, 'systemd-notify');
    writeFileSync(program, `#!/bin/sh\n${script}\n`);
    chmodSync(program, 0o755);
  }

  static noting(): Notified {
    return new Notified('echo "$NOTIFY_SOCKET $*" >>"$(dirname "$0")/sent"');
  }

  get sent(): string[] {
    const file = join(this.folder, 'sent');
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  }

  get reasons(): unknown[] {
    return this.lines.map((line) => (JSON.parse(line) as { reason: string }).reason);
  }
}

serviceManagerTest('notifications are sent in their order, one after the other', async () => {
  const notified = Notified.noting();
  const manager = ServiceManager.of({ NOTIFY_SOCKET: '/run/notify' }, notified.log);
  void manager.notify('READY=1', 'STATUS=The box answers.');
  void manager.feed();
  await manager.notify('STOPPING=1');
  assert.equal(notified.sent, [
    '/run/notify READY=1 STATUS=The box answers.',
    '/run/notify WATCHDOG=1',
    '/run/notify STOPPING=1',
  ]);
  assert.equal(notified.lines, []);
});

serviceManagerTest('feeds that come due while one is on its way are one more after it, at once', async () => {
  // The first one is lost.
  const notified = new Notified('echo "$*" >>"$(dirname "$0")/sent"; [ "$(wc -l <"$(dirname "$0")/sent")" != 1 ]');
  const manager = ServiceManager.of({ NOTIFY_SOCKET: '/run/notify' }, notified.log);
  const fed = manager.feed();
  void manager.feed();
  void manager.feed();
  await fed;
  assert.equal(notified.sent, ['WATCHDOG=1', 'WATCHDOG=1']);
  await manager.feed();
  assert.is(notified.sent.length, 3);
});

serviceManagerTest('without a service manager nothing is sent', async () => {
  const notified = Notified.noting();
  const manager = ServiceManager.of({ WATCHDOG_USEC: '30000000' }, notified.log);
  await manager.notify('READY=1');
  await manager.feed();
  assert.equal([manager.watchdogTimeout, notified.sent, notified.lines], [undefined, [], []]);
});

serviceManagerTest('the watchdog timeout is taken only where it is meant for this process and is a number', () => {
  const limit = (env: Record<string, string>): number | undefined =>
    ServiceManager.of({ NOTIFY_SOCKET: '/run/notify', ...env }, () => undefined).watchdogTimeout;
  assert.is(limit({ WATCHDOG_USEC: '30000000' }), 30_000);
  assert.is(limit({ WATCHDOG_USEC: '30000000', WATCHDOG_PID: String(process.pid) }), 30_000);
  assert.is(limit({ WATCHDOG_USEC: '30000000', WATCHDOG_PID: String(process.ppid) }), undefined);
  for (const micros of ['', '0', '-1', '1e6', 'much']) assert.is(limit({ WATCHDOG_USEC: micros }), undefined, micros);
  assert.is(limit({}), undefined);
});

serviceManagerTest('a program that is missing or fails is logged once, and no crash', async () => {
  const missing = new Notified();
  const without = ServiceManager.of({ NOTIFY_SOCKET: '/run/notify' }, missing.log);
  await without.notify('READY=1');
  await without.feed();
  assert.equal(missing.reasons, ['ENOENT']);

  const failing = new Notified('echo "Failed to notify init system" >&2; exit 1');
  const manager = ServiceManager.of({ NOTIFY_SOCKET: '/run/notify' }, failing.log);
  await manager.notify('READY=1');
  await manager.feed();
  assert.equal(failing.reasons, ['Failed to notify init system']);
});

serviceManagerTest('a long start asks for more time, again and again, until it is over or hangs', async () => {
  const notified = Notified.noting();
  const clock = new HandClock();
  const manager = new ServiceManager('/run/notify', undefined, notified.log, clock);
  const asked = async (): Promise<void> => {
    const before = notified.sent.length;
    clock.pass(10_000);
    while (notified.sent.length === before || clock.sleeping === 0) await new Promise(setImmediate);
  };
  const done = await manager.whileStarting(async () => {
    await asked();
    await asked();
    return 'open';
  });
  assert.is(done, 'open');
  assert.equal(notified.sent, Array(2).fill('/run/notify EXTEND_TIMEOUT_USEC=30000000'));
  assert.is(clock.sleeping, 0);

  await manager.whileStarting(async () => {
    clock.pass(30 * 60_000);
    await settled();
  });
  // Is sent after all that was sent before.
  await manager.notify('STOPPING=1');
  assert.equal(notified.sent.slice(2), ['/run/notify STOPPING=1'], 'after half an hour it hangs');
});

serviceManagerTest.run();

test.run();
