import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'uvu';
import * as assert from 'uvu/assert';
import { backupInto, streamToFile } from '../../../src/outward/backup/backupInto.js';
import { FolderProbe } from '../../../src/outward/backup/backupFolder.js';
import { BackupCode } from '../../../src/outward/backup/backupCode.js';
import { nodeDisk } from '../../../src/base/nodeDisk.js';
import { endOf } from '../../kit/backup.js';
import { newFolder } from '../../kit/folder.js';
import { NOON, openLedger } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';

/** A memory file system of every Linux: another disk than that of the test's folders. */
const stick = mkdtempSync('/dev/shm/kasirbox-test-');
test.after(() => rmSync(stick, { recursive: true }));

test('a backup of some megabytes is read back to its end before it counts', async () => {
  const folder = newFolder();
  const MB = 1024 * 1024;
  const ledger = await openLedger(nodeDisk, {
    folder,
    sizes: { segmentBytes: 8 * MB, prefillBytes: MB, snapshotRecords: 100 },
  });
  const random = seededRandom();
  for (let count = 0; count < 12; count += 1) {
    const value = random.bytes(MB / 4).toString('base64');
    assert.ok((await ledger.put({ type: 'rates', environment: 'sandbox', value })).ok);
  }
  const boxId = ledger.boxId.toString('hex');
  const source = { disk: nodeDisk, folder, version: '1', boxId, end: endOf(ledger), now: NOON, isDamaged: false };
  await ledger.close();
  const probe = new FolderProbe({ folder, boxId, noDisks: [] });
  const done = await backupInto(stick, 3, source, BackupCode.make(), undefined, probe);
  assert.ok(done.ok);
  assert.is(readdirSync(stick).length, 1);
});

const streamToFileTest = suite('streamToFile');

function place(): string {
  const folder = newFolder();
  mkdirSync(folder, { recursive: true });
  return folder;
}

async function send(sink: WritableStream<Uint8Array>, text: string, before: Promise<void>): Promise<void> {
  const writer = sink.getWriter();
  await writer.write(Buffer.from(text));
  await before;
  await writer.close();
}

streamToFileTest('of two who write to one path at once, both end well and the last one stays', async () => {
  const folder = place();
  const path = join(folder, 'box.age');
  let go = (): void => undefined;
  const gate = new Promise<void>((resolve) => (go = resolve));
  const first = streamToFile(nodeDisk, path, (sink) => send(sink, 'first', gate));
  await streamToFile(nodeDisk, path, (sink) => send(sink, 'second', Promise.resolve()));
  assert.is(readFileSync(path, 'utf8'), 'second');
  go();
  await first;
  assert.is(readFileSync(path, 'utf8'), 'first');
  assert.equal(readdirSync(folder), ['box.age']);
});

streamToFileTest('an aborted backup leaves nothing, and the old file unchanged', async () => {
  const folder = place();
  const path = join(folder, 'box.age');
  await streamToFile(nodeDisk, path, (sink) => send(sink, 'old', Promise.resolve()));
  const stop = new AbortController();
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(new Uint8Array(1000));
      stop.abort();
    },
  });
  const outcome = streamToFile(nodeDisk, path, (sink) => endless.pipeTo(sink, { signal: stop.signal }));
  assert.match(await outcome.then(() => 'written', String), /Abort/);
  assert.equal(readdirSync(folder), ['box.age']);
  assert.is(readFileSync(path, 'utf8'), 'old');
});

streamToFileTest.run();

test.run();
