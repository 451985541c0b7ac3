import { type FlashAccount, flashAccount } from '../base/index.js';
import type { Change } from './changeTypes.js';
import type { PrintJob } from './job.js';
import { BLOCK } from './segment.js';

/** The rest of a segment that a record does not fit into is left as zeros: at most this share of what is written to it. */
const ZEROS = 1.125;
/** What the index of its segment takes for a receipt, bytes. */
const INDEX_ENTRY = 512;
/** The record of a print job, bytes. */
const JOB_RECORD = 512;
/** Records that follow a job: it begins, and it ends. */
const JOB_STEPS = 2;
/** Records that an intent may cause besides its receipt: something was answered, or it is aborted, or it was sold again. */
const INTENT_STEPS = 2;

/**
 * What the records of each account cost the flash, charged when they are written: their zeros, as many blocks as they can lie in,
 * a seal, and the records that are bound to follow, which nobody asks for by themselves. Snapshots are charged when they are made,
 * to whoever has written since the last one. Small records that share a flush are charged more than they take.
 */
export class FlashCharges {
  /** Records of each account since the last snapshot, and of all. */
  private readonly shares = new Map<FlashAccount, number>();
  private records = 0;

  /** A receipt of `length` bytes was written with its print jobs. */
  receipt(length: number, jobs: readonly PrintJob[]): void {
    this.add(1 + jobs.length * (1 + JOB_STEPS), costOf(length) + INDEX_ENTRY + jobs.length * costOfJob());
  }

  /** Any other change was written. */
  change(change: Change, length: number): void {
    if (change.type === 'job') {
      // The steps of a job were charged when it was new.
      const added = change.jobs.filter(({ createdAt, updatedAt }) => createdAt === updatedAt);
      if (added.length > 0) this.add(added.length * (1 + JOB_STEPS), added.length * costOfJob());
    } else {
      const records = change.type === 'intent' ? 1 + INTENT_STEPS : 1;
      this.add(records, records * costOf(length));
    }
  }

  /** A snapshot of the views was written. */
  snapshot(bytes: number): void {
    for (const [account, records] of this.shares) account.charge((bytes * records) / this.records);
    this.shares.clear();
    this.records = 0;
  }

  private add(records: number, bytes: number): void {
    this.records += records;
    const account = flashAccount();
    if (account === undefined) return;
    this.shares.set(account, (this.shares.get(account) ?? 0) + records);
    account.charge(bytes);
  }
}

/** Most that a record takes, wherever in a block it begins, with the zeros that lay there before and the seal behind it. */
function costOf(length: number): number {
  return length * ZEROS + (Math.ceil(length / BLOCK) + 1) * BLOCK + BLOCK;
}

function costOfJob(): number {
  return (1 + JOB_STEPS) * costOf(JOB_RECORD);
}
