import * as assert from 'uvu/assert';
import type { CheckResult } from '../../../../src/interfaces/health/check.js';
import type { ALL_CHECKS, HealthDeps } from '../../../../src/interfaces/health/checks.js';
import type { Ledger } from '../../../../src/platform/ledger/ledger.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { wrapped } from '../../../kit/disk/wrapped.js';
import { HandClock } from '../../../kit/handClock.js';
import { healthDeps, SERVICE, type TestHealthDeps } from '../../../kit/health.js';
import { NOON, openLedger, ReceiptMaker } from '../../../kit/ledger.js';
import { FakePfrServer } from '../../../kit/pfr/server.js';
import { seededRandom } from '../../../kit/random.js';
import { inEnglish } from '../../../kit/inEnglish.js';

type CheckName = (typeof ALL_CHECKS)[number]['name'];

const random = seededRandom();

/** A box in good order on a memory disk, which serves. */
export class Bench {
  readonly disk = new MemoryDisk();
  readonly clock = new HandClock(NOON);
  /** Runs before each flush of a file. */
  flushing: () => Promise<void> | void = () => undefined;
  /** To be done at the end of the test. */
  readonly after: (() => unknown)[] = [];
  private opened: { readonly ledger: Ledger; readonly deps: TestHealthDeps } | undefined;

  get ledger(): Ledger {
    return this.now.ledger;
  }

  get deps(): TestHealthDeps {
    return this.now.deps;
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
    const storage = { kind: 'MMC', name: 'DG4016', date: '05/2019', life: 1, reserve: 1 } as const;
    const board = { isUnderVoltage: async () => false, temperature: async () => 45, storage: async () => storage };
    this.opened = { ledger, deps: healthDeps(disk, ledger, { service: SERVICE, board }) };
    return this;
  }

  async reopen(): Promise<TestHealthDeps> {
    await this.ledger.close();
    return (await this.open()).deps;
  }

  async set(name: string, value: unknown): Promise<TestHealthDeps> {
    const changed = await this.deps.settings.set(name, value);
    assert.ok(changed.ok, JSON.stringify(inEnglish(changed)));
    return this.deps;
  }

  /** Sells, with pauses in which the ledger reserves room. */
  async sell(receipts: number): Promise<void> {
    const maker = new ReceiptMaker(random);
    for (let n = 0; n < receipts; n += 1) {
      assert.ok((await this.ledger.issue(maker.next(this.ledger))).ok);
      if (n % 10 === 9) await this.ledger.runIdleWork();
    }
  }

  /** A processor behind a real socket, with a card whose PIN is entered unless `prepare` changes that. */
  async processor(prepare: (fake: FakePfrServer) => void): Promise<TestHealthDeps> {
    const fake = await FakePfrServer.start({ now: this.deps.now });
    this.after.push(() => fake.stop());
    fake.pfr.card.isOpen = true;
    prepare(fake);
    const deps = await this.set('pfr.sandbox', { mode: 'lpfr', url: fake.url });
    await deps.pfr().refresh();
    return deps;
  }

  async end(): Promise<void> {
    for (const work of this.after) await work();
    await this.ledger.close();
  }
}

export interface Fault {
  readonly check: CheckName;
  readonly what: string;
  readonly state: Exclude<CheckResult['state'], 'ok'>;
  readonly make: (bench: Bench) => Promise<HealthDeps> | HealthDeps;
  /** What is found, and what to do. */
  readonly sr: readonly [RegExp, RegExp];
  readonly en: readonly [RegExp, RegExp];
}
