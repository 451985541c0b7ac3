// turns: 3
// What an auditor is given: the ledger without secrets, which the script for inspectors checks.
// time limit: 200 s
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { nodeDisk } from '../../../src/base/nodeDisk.js';
import { openLedger } from '../../kit/ledger.js';
import { bytesBelow, recordTexts } from '../../kit/settingRecords.js';
import { kasirbox } from '../../kit/command.js';
import { bundle, cleanUp, type Ended, temporaryFolder } from '../../kit/process.js';
import { ServiceHere, stopServices } from '../../kit/serviceHere.js';
import { check } from '../../scripts/verify-ledger/script.js';

const MAIL = {
  host: 'm.example',
  port: 465,
  secure: true,
  user: 'kasa',
  password: 'STARA-LOZINKA',
  from: 'k@example.rs',
};
const HOOK = { kind: 'webhook', url: 'https://example.rs/STARA-PUTANJA', alarms: false, receipts: false };
/** What a release without encryption has written, also of what was unset since. */
const OLD = [
  ['mail', MAIL],
  ['notify', HOOK],
  ['notify', { ...HOOK, url: `https://example.rs/STARA-PUTANJA/${'duga/'.repeat(60)}` }],
  ['notify', null],
  ['pfr.production', { mode: 'vpfr', pac: 'STARI7' }],
  ['pfr.production', { mode: 'demo' }],
  ['simplifiedCash', false],
] as const;
const WITHHELD = 4;
const NEW_PASSWORD = 'NOVA-LOZINKA';
const SECRETS = ['STARA-LOZINKA', 'STARA-PUTANJA', 'STARI7', NEW_PASSWORD];
test.after(stopServices);
test.after(cleanUp);

/** A box of an earlier release that holds secrets as they are. */
async function oldFolder(): Promise<string> {
  const folder = join(temporaryFolder(), 'data');
  mkdirSync(folder, { mode: 0o700 });
  const ledger = await openLedger(nodeDisk, { folder, now: Date.now, sizes: {} });
  for (const [name, value] of OLD) {
    assert.ok((await ledger.put({ type: 'setting', name, value: JSON.stringify(value) })).ok);
  }
  await ledger.close();
  return folder;
}

const run = (folder: string, ...args: readonly string[]): Promise<Ended> => kasirbox([...args, '--data', folder]);

/** A box with old secrets and new ones, that has sold; `work` is done while it runs. */
async function shop(work: (box: ServiceHere) => Promise<void>): Promise<string> {
  const box = await ServiceHere.start({ folder: await oldFolder() });
  const [key = ''] = await box.keys(1);
  for (let n = 0; n < 5; n += 1) await box.issue(key);
  const value = JSON.stringify({ ...MAIL, password: NEW_PASSWORD });
  const set = await kasirbox(['settings', 'set', 'mail', '-', '--data', box.folder], { input: value });
  assert.is(set.code, 0, set.stderr);
  await work(box);
  await box.stop();
  return box.folder;
}

function unpacked(file: string): string {
  const folder = temporaryFolder();
  execFileSync('tar', ['-C', folder, '-xf', file]);
  return folder;
}

test('the export has the whole chain and no secret, from a running box and from a stopped one', async () => {
  const first = join(temporaryFolder(), 'first.tar');
  const folder = await shop(async (box) => {
    const written = await run(box.folder, 'ledger', 'export', first);
    assert.is(written.code, 0, written.stderr);
    assert.match(
      written.stderr,
      /^4 records are omitted, .*\n.*first\.tar: everything up to record \d+, without secrets/,
    );
    const [there, exported] = [await check(box.folder), await check(first)];
    assert.equal([exported.periods, exported.records, exported.end], [there.periods, there.records, there.end]);
  });
  const second = join(temporaryFolder(), 'second.tar');
  assert.is((await run(folder, 'ledger', 'export', second)).code, 0);
  const [there, exported] = [await check(folder), await check(second)];
  assert.ok(exported.sound);
  assert.equal([exported.periods, exported.records, exported.end], [there.periods, there.records, there.end]);
  assert.is(exported.withheld, WITHHELD);
  assert.is(there.withheld, 0);

  const inside = unpacked(second);
  assert.equal(readdirSync(inside).sort(), ['box.id', 'kasirbox-ledger.json', 'log']);
  const [own, given] = [recordTexts(folder).join('\n'), recordTexts(inside).join('\n')];
  for (const secret of SECRETS.slice(0, 3)) assert.ok(own.includes(secret), 'the ledger itself still has it');
  const bytes = Buffer.concat([readFileSync(second), bytesBelow(inside)]);
  for (const secret of SECRETS) assert.not.ok(given.includes(secret) || bytes.includes(secret), secret);
  for (const name of ['secrets/settings.key', 'tls/ca.key', 'tls/server.key']) {
    assert.not.ok(bytes.includes(readFileSync(join(folder, name))), name);
  }
  assert.is(statSync(second).mode & 0o777, 0o600);
});

test('a new box has nothing to withhold, and standard output is a target too', async () => {
  const folder = join(temporaryFolder(), 'data');
  const value = JSON.stringify(MAIL);
  assert.is((await kasirbox(['settings', 'set', 'mail', '-', '--data', folder], { input: value })).code, 0);
  const file = join(temporaryFolder(), 'ledger.tar');
  execFileSync('bash', [
    '-c',
    '"$1" "$2" ledger export - --data "$3" > "$4"',
    '-',
    process.execPath,
    bundle(),
    folder,
    file,
  ]);
  const told = await check(file);
  assert.is(told.withheld, 0);
  assert.ok(told.sound);
});

test('a file that is there is left as it is', async () => {
  const file = join(temporaryFolder(), 'mine');
  writeFileSync(file, 'mine');
  const { code, stderr } = await run(await oldFolder(), 'ledger', 'export', file);
  assert.is(code, 1);
  assert.match(stderr, /mine already exists and was not changed\. Give another FILE\./);
  assert.is(readFileSync(file, 'utf8'), 'mine');
});

test('of a damaged ledger there is what there is, and no secret in what cannot be read', async () => {
  const folder = await oldFolder();
  const path = join(folder, 'log/000001.seg');
  const bytes = readFileSync(path);
  const at = bytes.indexOf('STARA-LOZINKA');
  bytes.writeUInt8(0x58, at + 13);
  writeFileSync(path, bytes);
  const file = join(temporaryFolder(), 'ledger.tar');
  const { code, stderr } = await run(folder, 'ledger', 'export', file);
  assert.is(code, 1);
  assert.match(stderr, /DAMAGE: .*\n.*what is left of this ledger/s);
  assert.ok(existsSync(file));
  assert.not.ok(readFileSync(file).includes('STARA'));
  assert.not.ok((await check(file)).sound);
});

/** Unpacks an export, has it changed, and says what the script finds in it. */
async function faultsAfter(file: string, change: (folder: string) => void): Promise<string> {
  const folder = unpacked(file);
  change(folder);
  const forged = join(temporaryFolder(), 'forged.tar');
  const names = ['kasirbox-ledger.json', 'box.id', 'log/000001.seg'].filter((name) => existsSync(join(folder, name)));
  execFileSync('tar', ['--format=ustar', '-C', folder, '-cf', forged, ...names]);
  return (await check(forged)).faults.join('\n');
}

/** Withholds a record of a segment as one would who knows how. */
function withhold(path: string, start: number): void {
  const bytes = readFileSync(path);
  const length = bytes.readUInt32LE(start + 4);
  const hash = bytes.subarray(start + length + 45, start + length + 77);
  bytes.write('KBW1', start);
  hash.copy(bytes, start + 45);
  bytes.fill(0, start + 77, start + length);
  bytes.writeUInt32LE(crc32(bytes.subarray(start + 12, start + length), 1), start + 8);
  writeFileSync(path, bytes);
}

test('the script finds a withheld receipt, a changed hash, and a record withheld where none may be', async () => {
  let file = '';
  const folder = await shop(async (box) => {
    file = join(temporaryFolder(), 'ledger.tar');
    assert.is((await run(box.folder, 'ledger', 'export', file)).code, 0);
  });
  assert.is(await faultsAfter(file, () => undefined), '');
  const segment = (inside: string): string => join(inside, 'log/000001.seg');
  const receiptAt = (bytes: Buffer): number => {
    let at = 12288;
    while (bytes.readUInt8(at + 12) !== 1) at += bytes.readUInt32LE(at + 4);
    return at;
  };
  const withoutReceipt = await faultsAfter(file, (inside) => {
    withhold(segment(inside), receiptAt(readFileSync(segment(inside))));
  });
  assert.match(withoutReceipt, /\(result\): it is withheld, and only a setting may be/);
  const otherHash = await faultsAfter(file, (inside) => {
    const bytes = readFileSync(segment(inside));
    // The last one: what stands before one that is withheld is not linked to it.
    const at = bytes.lastIndexOf('KBW1');
    bytes.writeUInt8(bytes.readUInt8(at + 45) ^ 1, at + 45);
    bytes.writeUInt32LE(crc32(bytes.subarray(at + 12, at + bytes.readUInt32LE(at + 4)), 1), at + 8);
    writeFileSync(segment(inside), bytes);
  });
  assert.match(otherHash, /it is not the one that record \d+ was written behind \(hash\)/);

  const bytes = readFileSync(segment(folder));
  const at = bytes.indexOf('STARA-LOZINKA');
  withhold(segment(folder), bytes.lastIndexOf('KBR1', at));
  rmSync(join(folder, 'views'), { recursive: true });
  assert.match(
    (await check(folder)).faults.join('\n'),
    /\(setting\): it is withheld, and that may be only in an exported ledger/,
  );
});

test.run();
