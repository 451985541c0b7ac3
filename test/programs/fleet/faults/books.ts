import { cpSync, lstatSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '../../../../src/base/log.js';
import type { Result } from '../../../../src/base/result.js';
import { nodeDisk } from '../../../../src/base/nodeDisk.js';
import type { EventPlace } from '../../../../src/platform/ledger/events/eventPlace.js';
import type { RecordPage } from '../../../../src/platform/ledger/events/recordPage.js';
import { Ledger } from '../../../../src/platform/ledger/ledger.js';
import { loadSql } from '../../../../src/platform/ledger/views/sql.js';

/** What the ledger of a box has at a moment. */
export interface Books {
  /** Id of the box, 32 hex digits. */
  readonly name: string;
  /** Its records that tell something, in order. */
  readonly records: readonly string[];
  readonly lastSequence: number;
  /** Uuids of its receipts. */
  readonly receipts: readonly string[];
  /** Turnover by kind, environment, day and name, as the ledger has it: receipts, para, refunds, para of refunds. */
  readonly turnover: readonly string[];
}

/** Reads a copy of the data folder of a box, which may run and write. */
export async function booksOf(folder: string): Promise<Books> {
  const copy = mkdtempSync(join(tmpdir(), 'kasirbox-books-'));
  try {
    cpSync(folder, copy, { recursive: true, filter: (path) => !lstatSync(path).isSocket() });
    return await read(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

async function read(folder: string): Promise<Books> {
  const options = { disk: nodeDisk, folder, sql: await loadSql(), now: Date.now, log: silentLog, version: 'judge' };
  const ledger = await Ledger.open({ ...options, readOnly: true, idleWork: false });
  try {
    const records: string[] = [];
    const receipts: string[] = [];
    let [place, lastSequence]: [EventPlace | undefined, number] = [undefined, 0];
    for (let more = true; more;) {
      const page: Result<RecordPage<void>, 'unknown'> = await ledger.events.records({
        ...{ after: place, limit: 1000, bytes: 16 * 1024 * 1024, slice: async (work) => work() },
        give: ({ record: { record }, hash, receipt }) => {
          const { epoch, sequence } = record.head;
          lastSequence = sequence;
          records.push(`${epoch} ${sequence} ${hash.toString('hex')}`);
          if (receipt != null) receipts.push(receipt.uuid);
        },
      });
      if (!page.ok) throw new Error(page.error);
      ({ place, more } = page.value);
    }
    const turnover = (['total', 'label', 'payment', 'cashier'] as const).flatMap((kind) =>
      ledger.main.turnover
        .byDay(kind, { environment: 'sandbox', from: 0, to: 99999999 })
        .map(({ day, name, invoices, amount, refunds, refunded }) =>
          [kind, day, name, invoices, amount, refunds, refunded].join(' '),
        ),
    );
    return { name: ledger.boxId.toString('hex'), records, lastSequence, receipts, turnover: turnover.sort() };
  } finally {
    await ledger.close();
  }
}
