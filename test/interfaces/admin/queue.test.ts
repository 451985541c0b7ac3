import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { AdminDeps } from '../../../src/interfaces/admin/operation.js';
import { removeQueued, settleQueued } from '../../../src/interfaces/admin/queue.js';
import { verifyLedger } from '../../../src/platform/ledger/verify.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { inEnglish } from '../../kit/inEnglish.js';
import { FOLDER } from '../../kit/ledger.js';
import { Shop } from '../../sales/invoicing/queue/shop.js';

const reason = 'Роба је враћена.';
const { signal } = new AbortController();
const onProgress = (): void => undefined;

/** A shop with one queued sale, and operations for a signed-in person; undefined: for the command line. */
async function shopFor(person?: string) {
  const disk = new MemoryDisk();
  const shop = (await Shop.open(disk)).connect();
  await shop.sell('key-of-first');
  const deps = { invoicing: shop.invoicing, ...(person !== undefined && { person }) } as AdminDeps;
  /** The decisions in the log. */
  const decided = async (): Promise<unknown[]> => {
    await shop.close();
    const entries: unknown[] = [];
    await verifyLedger({ disk, folder: FOLDER, onAudit: (entry) => entries.push(entry) });
    return entries;
  };
  return { shop, deps, decided };
}

for (const [where, person, by] of [
  ['the signed-in person is recorded, whatever name the request has', 'Ана', 'Ана'],
  ['the name in the request is recorded on the command line', undefined, 'Мира'],
] as const) {
  test(`of a removal and a settlement ${where}`, async () => {
    const { shop, deps, decided } = await shopFor(person);
    assert.ok((await removeQueued.run(deps, { id: '1', reason, by: 'Мира' }, onProgress, signal)).ok);
    const settling = { number: 1, reason, by: 'Мира' };
    assert.ok((await settleQueued.run(deps, settling, onProgress, signal)).ok);
    assert.equal(shop.queue.withoutReceipt.list(), []);
    const about = { number: 1, receipt: null, by, reason };
    assert.equal(await decided(), [
      { event: 'queue.remove', ...about },
      { event: 'queue.settle', ...about },
    ]);
  });
}

test('without a name nothing is removed', async () => {
  const { shop, deps, decided } = await shopFor();
  const removed = await removeQueued.run(deps, { id: '1', reason }, onProgress, signal);
  assert.match(String(inEnglish(removed.ok ? '' : removed.error)), /--by NAME/);
  assert.equal(shop.states(), ['key-of-first queued 1']);
  assert.equal(await decided(), []);
});

test.run();
