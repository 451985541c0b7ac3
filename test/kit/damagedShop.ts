import * as assert from 'uvu/assert';
import type { IssuedInvoice } from '../../src/platform/ledger/invoice.js';
import type { Ledger } from '../../src/platform/ledger/ledger.js';
import { recordsIn } from '../../src/platform/ledger/repair/mendedSegment.js';
import { segmentNumber } from '../../src/platform/ledger/segment.js';
import { MemoryDisk } from './disk/memory.js';
import type { State } from './disk/powerCut.js';
import { queued } from './everyKind.js';
import { FOLDER, NOON, openLedger, ReceiptMaker } from './ledger.js';
import type { Random } from './random.js';

/** A record and the bytes that it takes. */
export interface Placed {
  readonly path: string;
  readonly from: number;
  readonly to: number;
  readonly sequence: number;
  readonly type: string;
}

/** A closed ledger of several segments with receipts, intents, settings, a key, a removed sale and print jobs, ended by a seal. */
export interface DamagedShop {
  readonly state: State;
  readonly receipts: readonly IssuedInvoice[];
  readonly records: readonly Placed[];
  /** By uuid: the sequence of its record. */
  readonly sequenceOf: ReadonlyMap<string, number>;
}

/** @param count receipts, of which every third has an intent. */
export async function shopToDamage(random: Random, count: number): Promise<DamagedShop> {
  const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  let ledger = await openLedger(disk);
  const maker = new ReceiptMaker(random);
  const receipts: IssuedInvoice[] = [];
  const sequenceOf = new Map<string, number>();
  await put(ledger, { type: 'key', key: KEY });
  await put(ledger, { type: 'queued', order: { ...queued(1, NOON), state: 'removed' } });
  for (let n = 0; n < count; n += 1) {
    const made = maker.next(ledger, { clientRequestId: `r${n}` });
    const receipt = n % 3 === 0 ? { ...made, attempt: { requestId: random.bytes(16).toString('hex') } } : made;
    if (receipt.attempt !== undefined) await put(ledger, intentOf(receipt, receipt.attempt.requestId));
    const job = { ...JOB, id: n + 1, uuid: receipt.uuid };
    assert.ok((await ledger.issue(receipt, n % 4 === 0 ? [job] : [])).ok);
    sequenceOf.set(receipt.uuid, ledger.end.sequence);
    receipts.push(receipt);
    if (n % 7 === 6) await put(ledger, { type: 'setting', name: `setting${n % 3}`, value: JSON.stringify(n) });
    if (n % 10 === 9) await ledger.runIdleWork();
    if (n === Math.floor(count / 2)) {
      await ledger.close();
      ledger = await openLedger(disk);
    }
  }
  await ledger.close();
  const state = disk.contents();
  return { state, receipts, records: await recordsOf(state), sequenceOf };
}

async function put(ledger: Ledger, change: Parameters<Ledger['put']>[0]): Promise<void> {
  assert.ok((await ledger.put(change)).ok);
}

const KEY = {
  ...{ id: 1, label: 'таблет 1', prefix: 'kb_abc', hash: 'f'.repeat(64), createdAt: NOON },
  ...{ revokedAt: null, lastUsedAt: null },
};
const JOB = {
  ...({ printer: 'каса', repeat: false, state: 'printed', reason: null } as const),
  ...{ createdAt: NOON, updatedAt: NOON },
};

function intentOf(receipt: IssuedInvoice, requestId: string): Parameters<Ledger['put']>[0] {
  const { environment, draft, clientRequestId, fingerprint, createdAt } = receipt;
  const counterBaseline = { uid: 'TESTBOX1', lastNumber: null, time: null };
  const asked = { clientRequestId, fingerprint: fingerprint ?? '', createdAt, draft };
  return {
    type: 'intent',
    intent: { requestId, environment, mode: 'lpfr', taxLabels: [], esirNumber: '1/1', counterBaseline, ...asked },
  };
}

async function recordsOf(state: State): Promise<Placed[]> {
  const records: Placed[] = [];
  for (const path of [...state.keys()].sort()) {
    const number = segmentNumber(path.slice(path.lastIndexOf('/') + 1));
    const bytes = state.get(path);
    if (number === undefined || !(bytes instanceof Buffer)) continue;
    for (const { offset, bytes: own, record } of await recordsIn(number, bytes)) {
      const { sequence, type } = record.head;
      records.push({ path, from: offset, to: offset + own.length, sequence, type });
    }
  }
  return records;
}
