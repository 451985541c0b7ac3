import * as fs from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DiskError } from '../../src/base/disk.js';
import { nodeDisk } from '../../src/base/nodeDisk.js';
import { underFileLimit } from '../kit/fileLimit.js';
import { newFolder } from '../kit/folder.js';
import { History } from '../kit/history.js';
import { openLedger, ReceiptMaker, SMALL_SIZES } from '../kit/ledger.js';
import { seededRandom } from '../kit/random.js';

const random = seededRandom();

test('a partial write of the kernel is continued, and fails when the rest does not fit', async () => {
  const folder = newFolder();
  await nodeDisk.makeDir(folder);
  const path = `${folder}/f`;
  const file = await nodeDisk.create(path);
  const bytes = random.bytes(10_000);
  await underFileLimit(6000, async () => {
    const error = thrown(() => file.write(100, bytes));
    assert.instance(error, DiskError);
    assert.equal([(error as DiskError).code, (error as DiskError).operation], ['EFBIG', 'write']);
  });
  const stored = fs.readFileSync(path);
  assert.is(stored.length, 6000, 'what fits was stored, and the failure is that of the rest');
  assert.equal(stored.subarray(100), bytes.subarray(0, 5900));
  file.write(100, bytes);
  assert.equal(await file.read(100, 20_000), bytes);
  await file.close();
});

test('a ledger whose files cannot grow refuses records, loses nothing, and continues when they can', async () => {
  const folder = newFolder();
  const options = { folder, sizes: SMALL_SIZES };
  const history = new History();
  const maker = new ReceiptMaker(random);
  let ledger = await openLedger(nodeDisk, options);
  // Behind the header there is room for a few receipts, and the last of them is cut in its middle.
  await underFileLimit(20_000, async () => {
    let isTaken = true;
    while (isTaken) isTaken = await history.issue(ledger, maker.next(ledger));
    assert.ok(history.receipts().length > 2);
    for (const receipt of history.receipts()) assert.equal(await ledger.invoice(receipt.uuid), receipt);
  });
  await ledger.close();
  ledger = await openLedger(nodeDisk, options);
  assert.equal(ledger.damage, []);
  assert.is(ledger.failure, undefined);
  assert.ok(await history.issue(ledger, maker.next(ledger)));
  for (const receipt of history.receipts()) assert.equal(await ledger.invoice(receipt.uuid), receipt);
  await ledger.close();
  const state = new Map(
    (await nodeDisk.list(`${folder}/log`)).map((name) => [name, fs.readFileSync(`${folder}/log/${name}`)]),
  );
  assert.is(history.violation(state), undefined);
});

function thrown(work: () => void): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
}

test.run();
