import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { chargedTo, type FlashAccount } from '../../../src/base/index.js';
import { FlashCharges } from '../../../src/platform/ledger/flashCharges.js';
import type { PrintJob } from '../../../src/platform/ledger/job.js';

const BLOCK = 4096;
/** A record of 100 bytes: the zeros before it, two blocks that it may lie in, and its seal. */
const SMALL = 112.5 + 3 * BLOCK;
/** Three records of 512 bytes: a job, its begin and its end. */
const JOB = 3 * (576 + 3 * BLOCK);

const WAITING: PrintJob = {
  id: 1,
  uuid: 'a',
  printer: 'kasa',
  repeat: false,
  state: 'queued',
  reason: null,
  createdAt: 1,
  updatedAt: 1,
};

class Account implements FlashAccount {
  bytes = 0;
  readonly charge = (bytes: number): void => void (this.bytes += bytes);
  readonly isSpent = (): boolean => false;
}

/** What one account pays for work. */
function paid(work: (charges: FlashCharges) => void): number {
  const account = new Account();
  chargedTo(account, () => work(new FlashCharges()));
  return account.bytes;
}

test('a record pays for its zeros, for each block that it may lie in, and for a seal', () => {
  assert.is(
    paid((charges) => charges.change({ type: 'open', version: '1' }, 100)),
    SMALL,
  );
  assert.is(
    paid((charges) => charges.change({ type: 'open', version: '1' }, BLOCK)),
    1.125 * BLOCK + 3 * BLOCK,
  );
  assert.is(
    paid((charges) => charges.change({ type: 'open', version: '1' }, BLOCK + 8)),
    1.125 * (BLOCK + 8) + 4 * BLOCK,
  );
});

test('a receipt pays for its place in the index, and for what each of its jobs will write', () => {
  assert.is(
    paid((charges) => charges.receipt(100, [])),
    SMALL + 512,
  );
  assert.is(
    paid((charges) => charges.receipt(100, [WAITING, { ...WAITING, id: 2 }])),
    SMALL + 512 + 2 * JOB,
  );
});

test('a job is paid for when it is new, and no step of it again', () => {
  assert.is(
    paid((charges) => charges.change({ type: 'job', jobs: [WAITING] }, 100)),
    JOB,
  );
  const begun = { ...WAITING, updatedAt: 2 };
  assert.is(
    paid((charges) => charges.change({ type: 'job', jobs: [begun] }, 100)),
    0,
  );
  assert.is(
    paid((charges) => charges.change({ type: 'job', jobs: [begun, { ...WAITING, id: 2 }] }, 100)),
    JOB,
  );
});

test('a snapshot is paid by whoever has written since the last one, by their records', () => {
  const charges = new FlashCharges();
  const [one, other] = [new Account(), new Account()];
  const open = { type: 'open', version: '1' } as const;
  chargedTo(one, () => charges.change(open, 100));
  chargedTo(other, () => charges.receipt(100, [WAITING]));
  charges.change(open, 100); // by the box itself
  const before = [one.bytes, other.bytes];
  charges.snapshot(6000);
  assert.equal([one.bytes - before[0]!, other.bytes - before[1]!], [1000, 4000]);
  charges.snapshot(6000);
  assert.equal([one.bytes - before[0]!, other.bytes - before[1]!], [1000, 4000]);
});

test('a job that is recorded by itself pays for its three records in the next snapshot too', () => {
  const charges = new FlashCharges();
  const [one, other] = [new Account(), new Account()];
  chargedTo(one, () => charges.change({ type: 'job', jobs: [WAITING, { ...WAITING, id: 2 }] }, 100));
  chargedTo(other, () => charges.change({ type: 'open', version: '1' }, 100));
  const before = [one.bytes, other.bytes];
  charges.snapshot(7000);
  assert.equal([one.bytes - before[0]!, other.bytes - before[1]!], [6000, 1000]);
});

test.run();
