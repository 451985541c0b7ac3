// A box that was never used may be replaced; whatever a person has put into one may not.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { filesBlockingRestore, isEmptyBox, removeEmptyBox } from '../../../src/outward/backup/restore.js';
import type { Ledger } from '../../../src/platform/ledger/ledger.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { intent } from '../../kit/everyKind.js';
import { FOLDER, NOON, openLedger, ReceiptMaker, SMALL_SIZES } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';

const item = { id: 1, plu: '1', name: 'Хлеб', unit: null, price: 100, label: 'Ђ', gtin: null, category: null };
const key = { id: 1, label: 'каса', prefix: 'kasir_123456', hash: 'ab'.repeat(32), createdAt: NOON };
const user = { id: 1, name: 'Мира', role: 'cashier', secret: 'x', recovery: null, createdAt: NOON } as const;
const tablet = { id: 1, label: 'каса', hash: 'cd'.repeat(32), admittedBy: 'Мира', createdAt: NOON };

/** What people put into a box. */
const USES: Readonly<Record<string, (ledger: Ledger) => Promise<{ readonly ok: boolean }>>> = {
  'a key': (ledger) => ledger.put({ type: 'key', key: { ...key, revokedAt: null, lastUsedAt: null } }),
  'a key that was revoked': (ledger) => ledger.put({ type: 'key', key: { ...key, revokedAt: NOON, lastUsedAt: null } }),
  'a setting': (ledger) => ledger.put({ type: 'setting', name: 'simplifiedCash', value: 'true' }),
  'an item': (ledger) => ledger.put({ type: 'item', item: { ...item, active: true } }),
  'a person': (ledger) => ledger.put({ type: 'user', user: { ...user, removedAt: null } }),
  'a tablet': (ledger) => ledger.put({ type: 'tablet', tablet: { ...tablet, removedAt: null } }),
  'a receipt of the sandbox': (ledger) => ledger.issue(new ReceiptMaker(seededRandom()).next(ledger)),
  'a receipt of production': (ledger) =>
    ledger.issue(new ReceiptMaker(seededRandom()).next(ledger, { environment: 'production' })),
  'a receipt that may have been signed': (ledger) =>
    ledger.put({ type: 'intent', intent: intent('f'.repeat(32), NOON) }),
};

async function box(use: (ledger: Ledger) => Promise<{ readonly ok: boolean }>): Promise<MemoryDisk> {
  const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  const ledger = await openLedger(disk);
  assert.ok((await use(ledger)).ok);
  await ledger.close();
  return disk;
}

const unused = (): Promise<MemoryDisk> => box(() => Promise.resolve({ ok: true }));

async function add(disk: MemoryDisk, path: string): Promise<void> {
  const folders = path.split('/').slice(0, -1);
  if (folders.length > 0) await disk.makeDir(`${FOLDER}/${folders.join('/')}`);
  (await disk.create(`${FOLDER}/${path}`)).write(0, Buffer.from('x'));
}

test('a box that was only started is empty, also beside what it makes by itself, and looking changes nothing', async () => {
  const disk = await unused();
  for (const name of [
    'lock',
    'lost+found',
    'claim-code',
    'flash.json',
    'control.sock',
    'documents/a.pdf',
    'tls/ca.key',
  ]) {
    await add(disk, name);
  }
  await add(disk, 'secrets/settings.key');
  await disk.makeDir(`${FOLDER}/pfr`);
  const before = disk.contents();
  assert.ok(await isEmptyBox(disk, FOLDER));
  assert.equal(disk.contents(), before);
});

for (const [what, use] of Object.entries(USES)) {
  test(`a box with ${what} is in use`, async () => assert.not(await isEmptyBox(await box(use), FOLDER)));
}

test('a box with unknown files, or with a certificate for the V-PFR, is in use', async () => {
  for (const name of ['notes.txt', 'backup.code', 'pfr/box.pfx', 'other/a', 'restored']) {
    const disk = await unused();
    await add(disk, name);
    assert.not(await isEmptyBox(disk, FOLDER), name);
  }
  const disk = await unused();
  await disk.makeDir(`${FOLDER}/other`);
  assert.not(await isEmptyBox(disk, FOLDER), 'an empty folder of another name');
});

test('a box whose log is damaged, or cannot be read, is in use', async () => {
  const disk = await unused();
  const segment = [...disk.contents().keys()].find((path) => path.endsWith('.seg')) ?? '';
  for (const failing of ['open', 'size', 'read', 'list'] as const) {
    disk.fault = (operation, path) => (operation === failing && path !== FOLDER ? 'EIO' : undefined);
    assert.not(await isEmptyBox(disk, FOLDER), `a disk that fails: ${failing}`);
  }
  disk.fault = () => undefined;
  disk.damage(segment, (bytes) => bytes.fill(0xff, 40, 60));
  assert.not(await isEmptyBox(disk, FOLDER), 'a damaged record');
});

test('an empty box that is removed leaves its folder free for a restore, and a removal that fails an empty box', async () => {
  const disk = await unused();
  const ledger = await openLedger(disk, { sizes: { ...SMALL_SIZES, segmentBytes: 4096 } });
  await ledger.close();
  for (const name of [
    'claim-code',
    'flash.json',
    'control.sock',
    'secrets/settings.key',
    'tls/ca.key',
    'documents/a.pdf',
  ]) {
    await add(disk, name);
  }
  let removals = 0;
  disk.before = (operation) => void (removals += operation === 'remove' ? 1 : 0);
  const whole = disk.copy();
  await removeEmptyBox(disk, FOLDER);
  assert.equal(await filesBlockingRestore(disk, FOLDER), []);
  const files = [...disk.contents()].filter(([, content]) => content !== 'folder').map(([path]) => path);
  assert.equal(files, []);
  const pending = disk.pendingNames.filter(({ folder }) => folder === FOLDER);
  assert.equal(pending, [], 'durably');

  assert.ok(removals > 5);
  for (let nth = 1; nth <= removals; nth += 1) {
    const failing = whole.copy();
    let left = nth;
    failing.fault = (operation) => (operation === 'remove' && (left -= 1) === 0 ? 'EIO' : undefined);
    const outcome = await removeEmptyBox(failing, FOLDER).catch((error: unknown) => String(error));
    assert.match(String(outcome), /EIO/, `removal ${nth}`);
    failing.fault = () => undefined;
    assert.ok(await isEmptyBox(failing, FOLDER), `after ${nth - 1} removals`);
  }
});

test('empty folders of a box do not prevent a restore, and a file in one of them does', async () => {
  const folders = ['tls', 'views', 'documents'];
  const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  for (const name of folders) await disk.makeDir(`${FOLDER}/${name}`);
  assert.equal(await filesBlockingRestore(disk, FOLDER), []);
  for (const name of folders) {
    const file = `${FOLDER}/${name}/a`;
    await (await disk.create(file)).close();
    assert.equal(await filesBlockingRestore(disk, FOLDER), [name]);
    await disk.remove(file);
  }
});

test.run();
