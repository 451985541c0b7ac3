import * as assert from 'uvu/assert';
import { type Check, type HealthParts } from '../../../src/health/checks.js';
import type { Ledger } from '../../../src/ledger/ledger.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { wrapped } from '../../kit/disk/wrapped.js';
import { HandClock } from '../../kit/handClock.js';
import { healthParts, SERVING } from '../../kit/health.js';
import { NOON, openLedger, ReceiptMaker } from '../../kit/ledger.js';
import { FakePfrServer } from '../../kit/pfr/server.js';
import { seededRandom } from '../../kit/random.js';

const random = seededRandom();

/** A box in good order on a memory disk, which serves. */
export class Bench {
  readonly disk = new MemoryDisk();
  readonly clock = new HandClock(NOON);
  /** Comes before each flush of a file. */
  flushing: () => Promise<void> | void = () => undefined;
  /** To be done when the look is over. */
  readonly after: (() => unknown)[] = [];
  private opened: { readonly ledger: Ledger; readonly parts: HealthParts } | undefined;

  get ledger(): Ledger {
    return this.now.ledger;
  }

  get parts(): HealthParts {
    return this.now.parts;
  }

  private get now(): NonNullable<Bench['opened']> {
    if (this.opened === undefined) throw new Error('the bench is not open');
    return this.opened;
  }

  async open(): Promise<this> {
    const disk = wrapped(this.disk, {
      file: (file) => ({
        datasync: async () => {
          await this.flushing();
          await file.datasync();
        },
      }),
    });
    const ledger = await openLedger(disk, { monotonic: this.clock.monotonic });
    const board = () => Promise.resolve({ isUnderVoltage: false, temperature: 45 });
    this.opened = { ledger, parts: healthParts(disk, ledger, { ...SERVING, board }) };
    return this;
  }

  async reopen(): Promise<HealthParts> {
    await this.ledger.close();
    return (await this.open()).parts;
  }

  async set(name: string, value: unknown): Promise<HealthParts> {
    const changed = await this.parts.settings.set(name, value);
    assert.ok(changed.ok, JSON.stringify(changed));
    return this.parts;
  }

  /** With quiet moments between, in which the ledger makes room. */
  async sell(receipts: number): Promise<void> {
    const maker = new ReceiptMaker(random);
    for (let n = 0; n < receipts; n += 1) {
      assert.ok((await this.ledger.issue(maker.next(this.ledger))).ok);
      if (n % 10 === 9) await this.ledger.tend();
    }
  }

  /** A processor behind a real socket, with a card whose PIN is given unless the fault takes it. */
  async processor(prepare: (fake: FakePfrServer) => void): Promise<HealthParts> {
    const fake = await FakePfrServer.start({ now: this.parts.now });
    this.after.push(() => fake.stop());
    fake.pfr.card.isOpen = true;
    prepare(fake);
    const parts = await this.set('pfr.sandbox', { mode: 'lpfr', url: fake.url });
    await parts.pfr().refresh();
    return parts;
  }

  async end(): Promise<void> {
    for (const work of this.after) await work();
    await this.ledger.close();
  }
}

export interface Fault {
  readonly check: Check['name'];
  readonly what: string;
  readonly state: Exclude<Check['state'], 'ok'>;
  readonly make: (bench: Bench) => Promise<HealthParts> | HealthParts;
  /** What is found, and what to do. */
  readonly sr: readonly [RegExp, RegExp];
  readonly en: readonly [RegExp, RegExp];
}
