import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLog } from '../../../src/base/log.js';
import { SafeMode } from '../../../src/interfaces/health/watchdog/safeMode.js';
import type { Part } from '../../../src/programs/box/serviceParts.js';
import { whileNotSafe } from '../../../src/programs/box/service.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { HandClock, settled } from '../../kit/handClock.js';
import { openLedger } from '../../kit/ledger.js';

/** A part that rests in safe mode, and what was done with it. */
class Resting {
  readonly steps: string[] = [];
  /** Ends a start that is under way. */
  begun: () => void = () => undefined;
  readonly part: Part;

  private constructor(readonly safeMode: SafeMode) {
    this.part = whileNotSafe(this, {
      start: () => {
        this.steps.push('starts');
        return new Promise<void>((resolve) => {
          this.begun = () => {
            this.steps.push('started');
            resolve();
          };
        });
      },
      stop: () => this.steps.push('stopped'),
    });
  }

  static async during(crashes: number, work: (resting: Resting) => Promise<void>): Promise<void> {
    const ledger = await openLedger(new MemoryDisk());
    const safeMode = new SafeMode({ ledger, clock: new HandClock(), log: silentLog });
    await safeMode.enterAfter(crashes);
    try {
      await work(new Resting(safeMode));
    } finally {
      await ledger.close();
    }
  }
}

test('without safe mode a part is started and stopped with the others', () =>
  Resting.during(0, async (resting) => {
    const { part, steps } = resting;
    const started = part.start?.();
    await settled();
    assert.equal(steps, ['starts']);
    resting.begun();
    await started;
    await part.drain?.();
    assert.equal(steps, ['starts', 'started', 'stopped']);
  }));

test('in safe mode a part is started when that ends, and a stop waits for its start', () =>
  Resting.during(3, async (resting) => {
    const { part, steps, safeMode } = resting;
    await part.start?.();
    assert.equal(steps, []);
    await safeMode.leave('a person');
    assert.equal(steps, ['starts']);
    const drained = part.drain?.();
    await settled();
    assert.equal(steps, ['starts'], 'what is not started yet cannot be stopped');
    resting.begun();
    await drained;
    assert.equal(steps, ['starts', 'started', 'stopped']);
  }));

test('a part that was stopped in safe mode is not started when that ends', () =>
  Resting.during(3, async ({ part, steps, safeMode }) => {
    await part.start?.();
    await part.drain?.();
    await safeMode.leave('a person');
    await settled();
    assert.not.ok(steps.includes('starts'));
  }));

test.run();
