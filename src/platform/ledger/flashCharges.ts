import { type FlashAccount, flashAccount } from '../../base/index.js';
import type { Change } from './changeTypes.js';
import type { PrintJob } from './job.js';
import { BLOCK } from './segment.js';

/**
 * The end of a segment is filled with zeros when the next record does not fit. They are at most this share of the
 * written bytes.
 */
const ZEROS = 1.125;
/** Bytes that a receipt takes in the index of its segment. */
const INDEX_ENTRY = 512;
/** Size of the record of a print job, bytes. */
const JOB_RECORD = 512;
/** Records that follow a job: one when it starts, one when it ends. */
const JOB_STEPS = 2;
/** Further records that an intent may cause besides its receipt: that it was answered, aborted, or sold again. */
const INTENT_STEPS = 2;

/**
 * Charges each account for the flash that its records wear: their zeros, the blocks they occupy, a seal, and the
 * records that must follow and that no request causes by itself. A snapshot is charged when it is made, to the accounts
 * that have written since the previous one. Small records that share a flush are charged more than they use.
 */
export class FlashCharges {
  /** Records of each account since the last snapshot, and the total. */
  private readonly shares = new Map<FlashAccount, number>();
  private records = 0;

  /** Charges a receipt of `length` bytes and its print jobs. */
  receipt(length: number, jobs: readonly PrintJob[]): void {
    this.add(1 + jobs.length * (1 + JOB_STEPS), costOf(length) + INDEX_ENTRY + jobs.length * costOfJob());
  }

  /** Charges any other change. */
  change(change: Change, length: number): void {
    if (change.type === 'job') {
      // The steps of a job were charged when the job was new.
      const added = change.jobs.filter(({ createdAt, updatedAt }) => createdAt === updatedAt);
      if (added.length > 0) this.add(added.length * (1 + JOB_STEPS), added.length * costOfJob());
    } else {
      const records = change.type === 'intent' ? 1 + INTENT_STEPS : 1;
      this.add(records, records * costOf(length));
    }
  }

  /** Charges a snapshot of the views. */
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

/**
 * Upper bound of the bytes that a record wears, wherever in a block it begins, with the zeros written there before and
 * the seal after it.
 */
function costOf(length: number): number {
  return length * ZEROS + (Math.ceil(length / BLOCK) + 1) * BLOCK + BLOCK;
}

function costOfJob(): number {
  return (1 + JOB_STEPS) * costOf(JOB_RECORD);
}
