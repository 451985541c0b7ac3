import { createTarDecoder } from 'modern-tar';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BackupCode } from '../../../src/outward/backup/backupCode.js';
import { checkSource } from '../../../src/outward/backup/source.js';
import { writeBackup, writeLedgerExport } from '../../../src/outward/backup/writeBackup.js';
import { DiskError } from '../../../src/base/disk.js';
import { endOf } from '../../kit/backup.js';
import { segment } from '../../kit/damage.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { FOLDER, NOON, openLedger, ReceiptMaker } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';

const MB = 1024 * 1024;

/** What goes into a backup of a log of two segments, which is more than what is read of one at a time. */
async function twoSegments() {
  const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  const random = seededRandom();
  const ledger = await openLedger(disk, { sizes: { segmentBytes: MB, prefillBytes: MB / 8, snapshotRecords: 100 } });
  const maker = new ReceiptMaker(random);
  while (ledger.end.segment === 1) {
    await ledger.runIdleWork();
    assert.ok((await ledger.issue(maker.next(ledger))).ok);
    const value = random.bytes(50_000).toString('base64');
    assert.ok((await ledger.put({ type: 'rates', environment: 'sandbox', value })).ok);
  }
  const about = {
    version: '1.0',
    boxId: ledger.boxId.toString('hex'),
    end: endOf(ledger),
    now: NOON,
    isDamaged: false,
  };
  await ledger.close();
  const told: (readonly [number, number])[] = [];
  const progress = (done: number, all: number): void => void told.push([done, all]);
  return { disk, told, source: await checkSource({ disk, folder: FOLDER, progress, ...about }) };
}

test('progress is reported piece by piece, up to the whole log', async () => {
  const { told, source } = await twoSegments();
  await writeBackup(source, BackupCode.make(), new WritableStream());
  const all = source.segments.reduce((sum, { size }) => sum + size, 0);
  assert.ok(told.length > source.segments.length);
  assert.ok(told.every(([done], at) => done > (told[at - 1]?.[0] ?? 0)));
  assert.ok(told.every(([, total]) => total === all));
  assert.is(told.at(-1)?.[0], all);
});

test('each segment is closed again, also one that was cut meanwhile, which ends the backup', async () => {
  const { disk, source } = await twoSegments();
  const seen: string[] = [];
  disk.before = (operation) => {
    if (operation === 'open' || operation === 'close') seen.push(operation);
  };
  await writeBackup(source, BackupCode.make(), new WritableStream());
  assert.equal(seen, ['open', 'close', 'open', 'close']);
  seen.length = 0;
  disk.damage(segment(1), (bytes) => bytes.subarray(0, 300_000));
  const cut = await writeBackup(source, BackupCode.make(), new WritableStream()).catch((error: unknown) => error);
  assert.is(cut instanceof DiskError && cut.code, 'EIO');
  assert.equal(seen, ['open', 'close']);
});

// What an auditor gets: the log and nothing else, and no secret.

const PASSWORD = 'tajna-lozinka-pošte';
const MAIL = { host: 'mail.example.rs', port: 465, secure: true, user: 'a', password: PASSWORD, from: 'a@example.rs' };

/** The export of a box with a key, a certificate, and a secret that an earlier release has stored as it is. */
async function exported(isDamaged = false) {
  const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  const ledger = await openLedger(disk);
  const maker = new ReceiptMaker(seededRandom());
  assert.ok((await ledger.issue(maker.next(ledger))).ok);
  assert.ok((await ledger.put({ type: 'setting', name: 'mail', value: JSON.stringify(MAIL) })).ok);
  for (const name of ['tls/ca.key', 'pfr/box.key', 'secrets/settings.key']) {
    await disk.makeDir(`${FOLDER}/${name.split('/')[0]}`);
    (await disk.create(`${FOLDER}/${name}`)).write(0, Buffer.from(PASSWORD));
  }
  const told: (readonly [number, number])[] = [];
  const about = { version: '1.0', boxId: ledger.boxId.toString('hex'), end: endOf(ledger), now: NOON };
  const progress = (done: number, all: number): void => void told.push([done, all]);
  const source = await checkSource({ disk, folder: FOLDER, isDamaged, progress, ...about });
  const pieces: Uint8Array[] = [];
  const sink = new WritableStream<Uint8Array>({ write: (piece) => void pieces.push(piece) });
  const { withheld } = await writeLedgerExport(source, sink);
  await ledger.close();
  const bytes = Buffer.concat(pieces);
  const names: string[] = [];
  const texts: string[] = [];
  const whole = new Blob([bytes]).stream().pipeThrough(createTarDecoder({ strict: true }));
  for await (const { header, body } of whole) {
    names.push(header.name);
    texts.push(await new Response(body).text());
  }
  const manifest: unknown = JSON.parse(texts[0] ?? '');
  return { bytes, names, withheld, told, manifest, about };
}

test('an export contains the log and the id of the box, and none of its keys', async () => {
  const { names, told } = await exported();
  assert.equal(names, ['kasirbox-ledger.json', 'box.id', 'log/000001.seg']);
  const [last = [0, 1]] = told.slice(-1);
  assert.is(last[0], last[1], 'all of it is done');
});

test('its first entry has the box, the end, and whether something is missing', async () => {
  const { manifest, about } = await exported();
  const { version, boxId, end } = about;
  assert.equal(manifest, { format: 1, version, boxId, createdAt: '2026-11-21 12:00:00', end, sound: true });
  const damaged = await exported(true);
  assert.match(JSON.stringify(damaged.manifest), /"sound":false/);
});

test('a record that holds a secret as it is, is withheld', async () => {
  const { bytes, withheld } = await exported();
  assert.is(withheld, 1);
  assert.not(bytes.includes(PASSWORD));
});

test('each segment is closed again, also one that was cut meanwhile, which ends the export', async () => {
  const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  const ledger = await openLedger(disk);
  const about = { version: '1.0', boxId: ledger.boxId.toString('hex'), end: endOf(ledger), now: NOON };
  await ledger.close();
  const source = await checkSource({ disk, folder: FOLDER, isDamaged: false, ...about });
  const opened: string[] = [];
  disk.before = (operation) => {
    if (operation === 'open' || operation === 'close') opened.push(operation);
  };
  await writeLedgerExport(source, new WritableStream());
  assert.equal(opened, ['open', 'close']);
  disk.damage(`${FOLDER}/log/000001.seg`, (bytes) => bytes.subarray(0, 1000));
  const cut = await writeLedgerExport(source, new WritableStream()).catch((error: unknown) => error);
  assert.is(cut instanceof DiskError && cut.code, 'EIO');
  assert.equal(opened, ['open', 'close', 'open', 'close']);
});

test.run();
