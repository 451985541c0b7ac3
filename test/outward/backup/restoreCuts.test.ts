// What a restore has promised by each of its steps, on a disk that keeps no more than was flushed.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readCode, BackupCode } from '../../../src/outward/backup/backupCode.js';
import { failed } from '../../../src/base/result.js';
import { MOVED, RESTORED, UNFINISHED } from '../../../src/outward/backup/format.js';
import { clearRestored, isRestored, recordMove, restoreBackup } from '../../../src/outward/backup/restore.js';
import { backUp, streamOf } from '../../kit/backup.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { promisedOnly } from '../../kit/disk/powerCut.js';
import { FOLDER, openLedger, ReceiptMaker } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';
import { inEnglish } from '../../kit/inEnglish.js';

const random = seededRandom();
const code = BackupCode.make();
const CERTIFICATE = `${FOLDER}/tls/ca.pem`;
/** Longer than what age seals at a time, so that a backup whose end is missing is read in part. */
const CONTENT = random.bytes(200_000);

function emptyDisk(): MemoryDisk {
  return new MemoryDisk(new Map([[FOLDER, 'folder']]));
}

/** The backup of a box with a certificate and three receipts. */
async function backup(): Promise<Buffer> {
  const disk = emptyDisk();
  const ledger = await openLedger(disk);
  const maker = new ReceiptMaker(random);
  for (let sale = 0; sale < 3; sale += 1) assert.ok((await ledger.issue(maker.next(ledger))).ok);
  await disk.makeDir(`${FOLDER}/tls`);
  (await disk.create(CERTIFICATE)).write(0, CONTENT);
  const bytes = await backUp(ledger, disk, code);
  await ledger.close();
  return bytes;
}

function restore(disk: MemoryDisk, bytes: Uint8Array) {
  return restoreBackup({ disk, folder: FOLDER, bytes: streamOf(bytes), code });
}

function filesOn(disk: MemoryDisk): string[] {
  return [...disk.contents()].flatMap(([path, content]) => (content === 'folder' ? [] : [path]));
}

const marker = `${FOLDER}/${UNFINISHED}`;

test('once a restore has succeeded no power cut takes any of it, and it does not seem unfinished', async () => {
  const disk = emptyDisk();
  assert.ok((await restore(disk, await backup())).ok);
  const left = promisedOnly(disk);
  assert.equal(left.contents(), disk.contents());
  assert.not(left.contents().has(marker));
  assert.equal(left.contents().get(CERTIFICATE), CONTENT);
  const kept = await readCode(left, FOLDER);
  assert.is(kept instanceof BackupCode && kept.text, code.text);
  assert.ok(await isRestored(left, FOLDER));
  const ledger = await openLedger(left);
  assert.equal(ledger.damage, []);
  assert.is((await ledger.invoices({ environment: 'sandbox', skip: 0, limit: 10 })).length, 3);
  const moves = (): number => ledger.main.events.filter(({ kind }) => kind === 'moved').length;
  await recordMove(left, FOLDER, { put: async () => failed('full') }, 7);
  assert.is(moves(), 0);
  for (const _start of [1, 2]) await recordMove(left, FOLDER, ledger, 7);
  assert.is(moves(), 1, 'as soon as the ledger takes it, and once');
  await ledger.close();
  await clearRestored(disk, FOLDER);
  assert.not(await isRestored(promisedOnly(disk), FOLDER), 'that is told once');
});

test('the mark of an unfinished restore is durable before anything else is made, and as long as anything is left', async () => {
  const whole = await backup();
  for (const [what, bytes] of Object.entries({ succeeds: whole, fails: whole.subarray(0, whole.length - 20) })) {
    const disk = emptyDisk();
    disk.before = (operation, path) => {
      if (!['create', 'rename', 'makeDir'].includes(operation) || path === FOLDER || path === marker) return;
      if ([MOVED, RESTORED].some((name) => path === `${FOLDER}/${name}`)) return;
      assert.ok(promisedOnly(disk).names.has(marker), `before ${operation} ${path} of one that ${what}`);
    };
    let last: string[] = [];
    const begin = disk.before;
    disk.before = (operation, path) => {
      begin(operation, path);
      if (operation === 'remove' && path === marker) last = filesOn(disk);
    };
    const { ok } = await restore(disk, bytes);
    assert.is(ok, what === 'succeeds');
    if (!ok) assert.equal([last, filesOn(disk)], [[marker], []], 'the mark goes last');
  }
});

test('what a restore has left that was cut just before its end is cleared by the next, also where that fails', async () => {
  const bytes = await backup();
  const disk = emptyDisk();
  let cut: MemoryDisk | undefined;
  disk.before = (operation, path) => {
    if (operation === 'remove' && path === marker && disk.names.has(`${FOLDER}/${RESTORED}`)) cut ??= disk.copy();
  };
  assert.ok((await restore(disk, bytes)).ok);
  assert.ok(cut);
  assert.ok(filesOn(cut).length > 4);
  assert.equal(inEnglish(await restore(cut, bytes.subarray(0, 500))), { ok: false, error: 'damaged' });
  assert.equal(filesOn(cut), []);
});

test.run();
