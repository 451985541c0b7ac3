import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { rmSync } from 'node:fs';
import type { LogFields } from '../../../../src/base/log.js';
import { SafeMode } from '../../../../src/interfaces/health/watchdog/safeMode.js';
import { Watchdog } from '../../../../src/interfaces/health/watchdog/watchdog.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { newFolder } from '../../../kit/folder.js';
import { HandClock } from '../../../kit/handClock.js';
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

test.run();
