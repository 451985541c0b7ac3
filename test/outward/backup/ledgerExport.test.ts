// What an auditor gets: the log and nothing else, and no secret.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createTarDecoder } from 'modern-tar';
import { writeLedgerExport } from '../../../src/outward/backup/ledgerExport.js';
import { checkSource } from '../../../src/outward/backup/source.js';
import { DiskError } from '../../../src/base/disk.js';
import { endOf } from '../../kit/backup.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { FOLDER, NOON, openLedger, ReceiptMaker } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';

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

test('an export holds the log and the id of the box, and none of its keys', async () => {
  const { names, told } = await exported();
  assert.equal(names, ['kasirbox-ledger.json', 'box.id', 'log/000001.seg']);
  const [last = [0, 1]] = told.slice(-1);
  assert.is(last[0], last[1], 'all of it is done');
});

test('its first entry says of which box it is, where it ends, and whether something is missing', async () => {
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
