import { crc32 } from 'node:zlib';
import * as assert from 'uvu/assert';
import type { IssuedInvoice } from '../../src/platform/ledger/invoice.js';
import type { Ledger } from '../../src/platform/ledger/ledger.js';
import { MemoryDisk } from './disk/memory.js';
import type { State } from './disk/powerCut.js';
import { FOLDER, openLedger, ReceiptMaker } from './ledger.js';
import type { Random } from './random.js';

/** Path of a segment. */
export const segment = (number: number): string => `${FOLDER}/log/00000${number}.seg`;
export const VIEWS = `${FOLDER}/views`;

export interface Written {
  readonly state: State;
  readonly receipts: readonly IssuedInvoice[];
}

/** A closed ledger with receipts; its last record is a seal. */
export async function written(random: Random, count: number): Promise<Written> {
  const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  const ledger = await openLedger(disk);
  const maker = new ReceiptMaker(random);
  const receipts: IssuedInvoice[] = [];
  for (let i = 0; i < count; i += 1) {
    const receipt = maker.next(ledger, { clientRequestId: `r${i}` });
    assert.ok((await ledger.issue(receipt)).ok);
    receipts.push(receipt);
    if (i % 10 === 9) await ledger.runIdleWork();
  }
  await ledger.close();
  return { state: disk.contents(), receipts };
}

/** A saved view with the sum of its head put right, where it is long enough for one. */
export function mendedView(bytes: Buffer): Buffer {
  if (bytes.length < 16) return bytes;
  const view = Buffer.from(bytes);
  view.writeUInt32LE(crc32(view.subarray(12, 16 + view.readUInt32LE(12))), 8);
  return view;
}

/** Which receipts a ledger can still give; those it cannot are missing or throw, never wrong. */
export async function readable(ledger: Ledger, receipts: readonly IssuedInvoice[]): Promise<number[]> {
  const found: number[] = [];
  for (const [index, receipt] of receipts.entries()) {
    const read = await ledger.invoice(receipt.uuid).catch(() => undefined);
    if (read === undefined) continue;
    assert.equal(read, receipt);
    found.push(index);
  }
  return found;
}

/** Sequences that a ledger says are lost. */
export function missing(ledger: Ledger): number[] {
  return ledger.damage.flatMap(({ firstMissing, lastMissing }) =>
    Array.from({ length: lastMissing - firstMissing + 1 }, (_, i) => firstMissing + i).filter(
      (sequence) => sequence > 0,
    ),
  );
}
