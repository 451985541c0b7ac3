// time limit: 200 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readCode, BackupCode } from '../../../src/outward/backup/backupCode.js';
import { UNFINISHED } from '../../../src/outward/backup/format.js';
import { readBackup } from '../../../src/outward/backup/readBackup.js';
import { clearRestored, isRestored, isUnfinished, restoreBackup } from '../../../src/outward/backup/restore.js';
import { backUp, endOf, streamOf } from '../../kit/backup.js';
import { cases, shareOf } from '../../kit/cases.js';
import { noteMoments } from '../../kit/crashing.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { statesAfterCut } from '../../kit/disk/powerCut.js';
import { History } from '../../kit/history.js';
import { FOLDER, openLedger, viewsOf } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';
import { Workload } from '../../kit/workload.js';
import { inEnglish } from '../../kit/inEnglish.js';

const random = seededRandom();
const code = BackupCode.make();

function emptyDisk(): MemoryDisk {
  return new MemoryDisk(new Map([[FOLDER, 'folder']]));
}

interface Original {
  readonly disk: MemoryDisk;
  readonly history: History;
  readonly backup: Buffer;
}

/** A box that has done all that boxes do, and its backup. */
async function original(): Promise<Original> {
  const disk = emptyDisk();
  const history = new History();
  const work = new Workload(disk, history, random);
  await work.run(10);
  const ledger = await work.open();
  for (const folder of ['tls', 'pfr']) {
    await disk.makeDir(`${FOLDER}/${folder}`);
    for (const name of ['a.pem', 'b.key']) {
      const file = await disk.create(`${FOLDER}/${folder}/${name}`);
      file.write(0, random.bytes(3000));
    }
  }
  await disk.create(`${FOLDER}/tls/half.pem.tmp`);
  const backup = await backUp(ledger, disk, code);
  await ledger.close();
  return { disk, history, backup };
}

function restore(disk: MemoryDisk, backup: Uint8Array, given = code) {
  return restoreBackup({ disk, folder: FOLDER, bytes: streamOf(backup), code: given });
}

test('a box that is restored has every record, certificate and number of the one that was backed up', async () => {
  const { disk, history, backup } = await original();
  const spare = emptyDisk();
  const restored = await restore(spare, backup);
  assert.ok(restored.ok);
  assert.equal(inEnglish(restored.value.verification.faults), []);
  assert.is(history.violation(spare.contents()), undefined, 'every record that was acknowledged is there');

  const [there, here] = [disk.contents(), spare.contents()];
  for (const name of ['tls/a.pem', 'tls/b.key', 'pfr/a.pem', 'pfr/b.key', 'box.id']) {
    assert.equal(here.get(`${FOLDER}/${name}`), there.get(`${FOLDER}/${name}`), name);
  }
  assert.not(here.has(`${FOLDER}/tls/half.pem.tmp`));
  assert.not(await isUnfinished(spare, FOLDER));
  assert.ok(await isRestored(spare, FOLDER), 'until its queue was looked after');
  await clearRestored(spare, FOLDER);
  assert.not(await isRestored(spare, FOLDER));
  const kept = await readCode(spare, FOLDER);
  assert.is(kept instanceof BackupCode && kept.text, code.text, 'its own backups are opened by the same code');

  const ledger = await openLedger(spare);
  assert.equal(ledger.damage, []);
  for (const receipt of history.receipts()) assert.equal(await ledger.invoice(receipt.uuid), receipt);
  const source = await openLedger(new MemoryDisk(there), { readOnly: true });
  assert.equal(await viewsOf(ledger), await viewsOf(source));
  await ledger.close();
  await source.close();
});

test('records written during or after a backup are no part of it', async () => {
  const disk = emptyDisk();
  const history = new History();
  const work = new Workload(disk, history, random);
  const ledger = await work.open();
  await work.receipts(ledger, 30);
  const end = endOf(ledger);
  const [backup] = await Promise.all([
    backUp({ boxId: ledger.boxId, end: ledger.end }, disk, code),
    work.receipts(ledger, 30),
  ]);
  await ledger.close();
  const spare = emptyDisk();
  const restored = await restore(spare, backup);
  assert.ok(restored.ok);
  assert.equal(restored.value.manifest.end, end);
  assert.is(restored.value.verification.sequence, end.sequence);
  assert.equal(inEnglish(restored.value.verification.faults), []);
});

test('a backup that was cut short or changed anywhere leaves the folder empty, and the next try works', async () => {
  const { backup } = await original();
  const spare = emptyDisk();
  const lengths = Array.from({ length: cases('CUT_BACKUPS', { ci: 4, all: 40 }) }, () =>
    random.int(0, backup.length - 1),
  );
  for (const length of [0, 10, 200, backup.length - 1, ...lengths]) {
    const restored = await restore(spare, backup.subarray(0, length));
    assert.ok(!restored.ok && ['damaged', 'foreign'].includes(restored.error), `${length} bytes of ${backup.length}`);
    assert.equal(
      [...spare.contents()].filter(([, content]) => content !== 'folder'),
      [],
    );
  }
  const changes = cases('CHANGED_BACKUPS', { ci: 6, all: 60 });
  for (let run = 0; run < changes; run += 1) {
    const at = random.int(0, backup.length - 1);
    const changed = Buffer.from(backup);
    changed[at] = (changed[at] ?? 0) ^ (1 << random.int(0, 7));
    const restored = await restore(spare, changed);
    assert.ok(!restored.ok, `byte ${at} of ${backup.length}`);
  }
  assert.equal(inEnglish(await restore(spare, backup, BackupCode.make())), { ok: false, error: 'code' });
  assert.equal(inEnglish(await restore(spare, Buffer.from('hello'))), { ok: false, error: 'foreign' });
  assert.ok((await restore(spare, backup)).ok);
  assert.equal(inEnglish(await restore(spare, backup)), { ok: false, error: 'occupied' });
});

test('a power cut at any moment of a restore leaves nothing that looks like a box, and the next try works', async () => {
  const { backup, history } = await original();
  const disk = emptyDisk();
  const { points } = noteMoments(disk, history);
  assert.ok((await restore(disk, backup)).ok);
  let unfinished = 0;
  const tried = shareOf(points, 5);
  for (const { moment, operation } of tried) {
    for (const state of statesAfterCut(moment, random, 3)) {
      const left = new MemoryDisk(state);
      const isCut = await isUnfinished(left, FOLDER);
      const isWhole = history.violation(left.contents()) === undefined;
      const isEmpty = ![...left.contents()].some(([path, content]) => content !== 'folder' && !path.endsWith('lock'));
      assert.ok(isCut || isWhole || isEmpty, `cut before ${operation}`);
      // A box that does not know that it is a restored one sells again what the old box has sold after the backup.
      if (!isCut && !isEmpty)
        assert.ok(await isRestored(left, FOLDER), `restored, also after a cut before ${operation}`);
      if (!isCut) continue;
      unfinished += 1;
      const again = await restore(left, backup);
      assert.ok(again.ok && again.value.verification.faults.length === 0, `again, after a cut before ${operation}`);
      assert.not(await isUnfinished(left, FOLDER));
    }
  }
  assert.ok(unfinished > (tried.length === points.length ? 10 : 0));
});

test('a failing disk is reported, and the folder is known to be unfinished or empty', async () => {
  const { backup } = await original();
  const operations = ['create', 'write', 'datasync', 'syncDir', 'makeDir'] as const;
  const calls = operations.flatMap((failing) => [1, 2, 3].map((nth) => ({ failing, nth })));
  for (const { failing, nth } of shareOf(calls, 5)) {
    const disk = emptyDisk();
    let left = nth;
    disk.fault = (operation) => (operation === failing && (left -= 1) === 0 ? 'EIO' : undefined);
    const outcome = await restore(disk, backup).then(
      () => 'restored',
      (error: unknown) => String(error),
    );
    assert.match(outcome, /EIO/, `${failing} ${nth}`);
    const files = [...disk.contents()].filter(([, content]) => content !== 'folder');
    assert.ok(files.length === 0 || disk.contents().has(`${FOLDER}/${UNFINISHED}`));
    assert.ok((await restore(disk, backup)).ok, 'once the disk is well');
  }
});

test('entries that no backup has, and formats of the future, are refused', async () => {
  const { Encrypter, identityToRecipient } = await import('age-encryption');
  const { packTar } = await import('modern-tar');
  const encrypted = async (...entries: readonly (readonly [string, string])[]): Promise<Uint8Array> => {
    const tar = await packTar(
      entries.map(([name, body]) => ({ header: { name, size: Buffer.byteLength(body), type: 'file' as const }, body })),
    );
    const encrypter = new Encrypter();
    encrypter.addRecipient(await identityToRecipient(code.identity));
    return encrypter.encrypt(tar);
  };
  const end = { segment: 1, offset: 0, sequence: 0, epoch: 0, hash: '0'.repeat(64) };
  const good = { format: 1, version: '1', boxId: '0'.repeat(32), createdAt: '2026-11-21 12:00:00', end };
  const manifest = ['kasirbox-backup.json', JSON.stringify(good)] as const;
  const seen = async (bytes: Uint8Array) => {
    const names: string[] = [];
    const read = await readBackup(streamOf(bytes), code, {
      manifest: () => undefined,
      file: async (name, _, pieces) => {
        for await (const piece of pieces) names.push(`${name} ${piece.length}`);
      },
    });
    return read.ok ? names : read.error;
  };
  assert.equal(await seen(await encrypted(manifest, ['tls/ca.pem', 'abc'])), ['tls/ca.pem 3']);
  for (const name of [
    '../a',
    '/etc/passwd',
    'tls/../../a',
    'tls/',
    'log/1.seg',
    'log/000001.seg/x',
    'views/a.snap',
    'tls/.x',
    'lock',
  ]) {
    assert.is(await seen(await encrypted(manifest, [name, 'abc'])), 'damaged', name);
  }
  assert.is(await seen(await encrypted(manifest, ['tls/a', 'x'.repeat(1024 * 1024 + 1)])), 'damaged');
  const many = Array.from({ length: 10_000 }, (_, n) => [`tls/a${n}`, ''] as const);
  for (const [what, entries] of [
    ['the manifest', [manifest]],
    [
      'a name',
      [
        ['tls/a', 'x'],
        ['tls/a', 'x'],
      ],
    ],
  ] as const) {
    assert.is(await seen(await encrypted(manifest, ...entries)), 'damaged', `${what} again`);
  }
  assert.is(await seen(await encrypted(manifest, ...many)), 'damaged', 'more entries than any backup has');
  assert.is(await seen(await encrypted(['tls/ca.pem', 'abc'], manifest)), 'foreign');
  assert.is(await seen(await encrypted()), 'foreign');
  assert.is(await seen(await encrypted([manifest[0], JSON.stringify({ ...good, format: 3 })])), 'newer');
  const { hash: _, ...endless } = end;
  const broken = [
    ...[{ end: null }, { end: endless }, { end: { ...end, sequence: -1 } }, { end: { ...end, hash: `${end.hash}0` } }],
    ...[{ format: 0 }, { format: '1' }, { boxId: '0' }, { createdAt: 1 }, { version: null }, { sound: 'yes' }],
  ];
  for (const part of broken) {
    const bytes = await encrypted([manifest[0], JSON.stringify({ ...good, ...part })]);
    assert.is(await seen(bytes), 'foreign', JSON.stringify(part));
  }
  for (const text of ['null', '7', '[]']) assert.is(await seen(await encrypted([manifest[0], text])), 'foreign', text);
  assert.equal(await seen(await encrypted([manifest[0], JSON.stringify({ ...good, sound: false, new: 1 })])), []);
});

test.run();
