// turns: 3
// proof: inspector
// time limit: 300 s
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { recordHash } from '../../../src/platform/ledger/record.js';
import { seededRandom } from '../../kit/random.js';
import { check, run } from './script.js';
import { copyOf, liveShop, segmentFile, type Shop } from './shop.js';

/** What age encrypts at a time, bytes. */
const AGE_CHUNK = 64 * 1024;

const random = seededRandom();
let shop: Shop;

test.before(async () => {
  shop = await liveShop(random);
});

/** Registers a test that needs age, which scripts/test installs; elsewhere it says skipped. */
function withAge(name: string, work: () => Promise<void>): void {
  if (spawnSync('age', ['--version']).status === 0) test(name, work);
  else {
    console.log('skipped: the Debian package age');
    test.skip(name, work);
  }
}

/** The archive of a backup of the shop, with the end that `change` makes of it; and the program that opens it when it is encrypted. */
function archived(change: (end: Record<string, unknown>) => Record<string, unknown> = (same) => same): string {
  const folder = copyOf(shop.folder);
  const last = shop.places[shop.places.length - 1];
  assert.ok(last);
  const { segment, offset, length, head } = last;
  const hash = recordHash(readFileSync(segmentFile(folder, segment)).subarray(offset, offset + length)).toString('hex');
  const end = { segment, offset: offset + length, sequence: head.sequence, epoch: head.epoch, hash };
  const boxId = readFileSync(join(folder, 'box.id'), 'latin1').trim();
  const manifest = { format: 1, version: '1.0.0', boxId, createdAt: '2026-11-21T12:00:00Z', end: change(end) };
  writeFileSync(join(folder, 'kasirbox-backup.json'), JSON.stringify(manifest));
  const segments = [...new Set(shop.places.map((place) => place.segment))];
  for (const number of segments) {
    const behind = shop.places.filter((place) => place.segment === number).at(-1);
    if (behind !== undefined) truncateSync(segmentFile(folder, number), behind.offset + behind.length);
  }
  const file = join(dirname(folder), 'backup.tar');
  const names = ['kasirbox-backup.json', 'box.id', ...segments.map((number) => `log/00000${number}.seg`), 'tls/ca.pem'];
  execFileSync('tar', ['--format=ustar', '-C', folder, '-cf', file, ...names]);
  return file;
}

test('a backup says what the folder says', async () => {
  const [ofFolder, ofBackup] = [await check(shop.folder), await check(archived())];
  assert.equal(ofBackup.periods, ofFolder.periods);
  assert.equal([ofBackup.records, ofBackup.end, ofBackup.boxId], [ofFolder.records, ofFolder.end, ofFolder.boxId]);
});

test('a backup that ends elsewhere than it says is a fault', async () => {
  const longer = await check(archived((end) => ({ ...end, sequence: 9999 })));
  assert.match(longer.faults.join(), /the log ends with sequence \d+, but the backup says 9999/);
  const other = await check(archived((end) => ({ ...end, hash: '0'.repeat(64) })));
  assert.match(other.faults.join(), /the log ends with hash [0-9a-f]{64}, but the backup says 0{64}/);
});

test('bytes behind the end of a backup are a fault, not a torn tail', async () => {
  const file = archived();
  const last = shop.places[shop.places.length - 1];
  assert.ok(last);
  const bytes = readFileSync(file);
  const at = bytes.lastIndexOf('KASIRLOG') + last.offset;
  bytes.fill(0xff, at + 50, at + 60);
  writeFileSync(file, bytes);
  assert.match((await check(file)).faults.join(), /bytes behind the end of the log that are no record/);
});

withAge('an encrypted backup is opened with its key, and only with it', async () => {
  const file = archived();
  const [key, other, encrypted] = ['key', 'other', 'backup.age'].map((name) => join(dirname(file), name)) as [
    string,
    string,
    string,
  ];
  for (const path of [key, other]) execFileSync('age-keygen', ['-o', path], { stdio: 'ignore' });
  // Zeros behind the archive, of which age alone knows whether they are whole.
  truncateSync(file, statSync(file).size + AGE_CHUNK);
  execFileSync('age', ['--encrypt', '--identity', key, '--output', encrypted, file]);

  assert.equal((await check('--identity', key, encrypted)).periods, (await check(shop.folder)).periods);
  const refused = async (said: RegExp, ...args: readonly string[]): Promise<void> => {
    const { code, stderr } = await run(args);
    assert.is(code, 2);
    assert.match(stderr, said);
  };
  await refused(/is encrypted: say --identity FILE/, encrypted);
  await refused(/could not (be decrypted|decrypt)/, '--identity', other, encrypted);
  truncateSync(encrypted, statSync(encrypted).size - 10);
  await refused(/could not (be decrypted|decrypt)/, '--identity', key, encrypted);
});

test('without the program age it says what to install', async () => {
  const encrypted = join(dirname(copyOf(shop.folder)), 'backup.age');
  writeFileSync(encrypted, 'age-encryption.org/v1\n');
  const { code, stderr } = await run(['--identity', 'key', encrypted], '/nowhere');
  assert.is(code, 2);
  assert.match(stderr, 'apt install age');
});

test('an archive that was cut short is not read as a whole one', async () => {
  const file = archived();
  truncateSync(file, Math.floor(statSync(file).size / 2));
  const { code, stdout, stderr } = await run([file]);
  assert.is(code, 2);
  assert.is(stdout, '');
  assert.match(stderr, 'could not be decrypted, or is not whole');
});

test.run();
