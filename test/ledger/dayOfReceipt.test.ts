import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MemoryDisk } from '../kit/disk/memory.js';
import { DAY_MS, FOLDER, NOON, openLedger, ReceiptMaker } from '../kit/ledger.js';
import { seededRandom } from '../kit/random.js';

const YEAR = { environment: 'sandbox', from: 20260101, to: 20261231 } as const;

test('a receipt counts for its own day, also where it is recorded on a later one, and so do a replay and a new index', async () => {
  const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  const maker = new ReceiptMaker(seededRandom());
  let now = NOON;
  const ledger = await openLedger(disk, { now: () => now });
  const lost = maker.next(ledger, { apiKey: 1 });
  // Its answer was lost over midnight, and it is found two days later.
  now += 2 * DAY_MS;
  assert.ok((await ledger.issue(lost)).ok);
  const sold = maker.next(ledger, { at: now, apiKey: 1 });
  assert.ok((await ledger.issue(sold)).ok);

  const days = [
    [20261121, BigInt(lost.draft.total)],
    [20261123, BigInt(sold.draft.total)],
  ];
  const daily = (of: typeof ledger) => of.main.turnover.byDay('total', YEAR).map(({ day, amount }) => [day, amount]);
  assert.equal(daily(ledger), days);
  const ofDay = { environment: 'sandbox', from: 20261121, to: 20261121, skip: 0, limit: 10 } as const;
  assert.equal(await ledger.invoices(ofDay), [lost]);
  await ledger.close();

  disk.forget(`${FOLDER}/views`);
  const again = await openLedger(disk, { now: () => now });
  assert.equal(daily(again), days);
  assert.equal(await again.invoices(ofDay), [lost]);
  await again.close();
});

test.run();
