// turns: 3
// time limit: 300 s
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { kasirbox } from '../../kit/command.js';
import { bundle, cleanUp, temporaryFolder } from '../../kit/process.js';
import { ServiceHere, stopServices } from '../../kit/serviceHere.js';

test.after(stopServices);
test.after(cleanUp);
const CODE = /(?:[0-9A-Z]{4}-){7}[0-9A-Z]{4}/;

interface Backup {
  readonly place: string;
  readonly data: readonly string[];
  readonly file: string;
  readonly paper: string;
}

let made: Promise<Backup> | undefined;

/** A backup of a box with one key, shared by all tests that do not change it. */
function shared(): Promise<Backup> {
  return (made ??= backup());
}

async function backup(): Promise<Backup> {
  const place = temporaryFolder();
  const data = ['--data', join(place, 'data')];
  assert.is((await kasirbox(['keys', 'create', '--label', 'каса', ...data])).code, 0);
  const file = join(place, 'box.age');
  const { code, stdout, stderr } = await kasirbox(['backup', file, ...data]);
  assert.is(code, 0, stderr);
  assert.is(stdout, '');
  assert.match(stderr, /box\.age: everything up to record \d+, \d{4}-\d\d-\d\d /);
  const [paper = ''] = CODE.exec(stderr) ?? [];
  return { place, data, file, paper };
}

test('the first backup shows the backup code, which backup code shows again, and nobody else can read the file', async () => {
  const { data, file, paper, place } = await shared();
  assert.match(paper, CODE);
  assert.is(statSync(file).mode & 0o777, 0o600);
  assert.is((await kasirbox(['backup', 'code', ...data])).stdout, `${paper}\n`);
  const again = await kasirbox(['backup', file, ...data]);
  assert.is(again.code, 0, 'an older backup is replaced');
  assert.not.match(again.stderr, CODE, 'the code is shown once');
  assert.match((await kasirbox(['backup', '-', ...data])).stderr, /^standard output: everything up to record/);
  assert.not(readFileSync(file).includes('каса'));
  assert.equal(readdirSync(place).sort(), ['box.age', 'data'], 'nothing temporary is left');
});

test('the program age and tar open it without kasirbox', async () => {
  const { data, file, place } = await shared();
  const identity = join(place, 'identity');
  writeFileSync(identity, (await kasirbox(['backup', 'code', '--identity', ...data])).stdout);
  const tar = execFileSync('age', ['--decrypt', '--identity', identity, file]);
  const names = execFileSync('tar', ['--list'], { input: tar, encoding: 'utf8' }).trim().split('\n');
  assert.equal(names, ['kasirbox-backup.json', 'box.id', 'secrets/settings.key', 'log/000001.seg']);
});

test('a restore asks for the code on standard input, and wants an empty folder', async () => {
  const { file, paper } = await shared();
  const spare = join(temporaryFolder(), 'spare');
  const wrong = `${paper.slice(0, -1)}${paper.endsWith('0') ? '1' : '0'}`;
  for (const [input, complaint] of [
    ['', /the backup code is missing on standard input/],
    ['1234', /has 32 letters and digits/],
    [wrong, /a character is wrong/],
    ['0110-0000-0000-0000-0000-0000-000D-6ACW', /was made with another backup code/],
  ] as const) {
    const { code, stderr } = await kasirbox(['restore', file, '--data', spare], { input });
    assert.is(code, 1, stderr);
    assert.match(stderr, complaint);
  }
  const serbian = { env: { LC_ALL: 'sr_RS.UTF-8' } };
  for (const [input, complaint] of [
    ['', /на стандардном улазу недостаје код за резервне копије/],
    ['1234', /има 32 слова и цифре/],
    [wrong, /неки знак није исправан/],
    ['0110-0000-0000-0000-0000-0000-000D-6ACW', /са другим кодом за резервне копије/],
  ] as const) {
    assert.match((await kasirbox(['restore', file, '--data', spare], { input, ...serbian })).stderr, complaint);
  }
  const typed = paper.toLowerCase().replaceAll('-', ' ');
  const restored = await kasirbox(['restore', file, '--data', spare], { input: `${typed}\n` });
  assert.is(restored.code, 0, restored.stderr);
  assert.match(restored.stderr, /Never start the old box again beside this one/);
  assert.match((await kasirbox(['keys', 'list', '--data', spare])).stdout, /каса/);

  const again = await kasirbox(['restore', file, '--data', spare], { input: paper });
  assert.is(again.code, 1);
  assert.match(again.stderr, /is not empty/);
  const refused = await kasirbox(['restore', file, '--data', spare], { input: paper, ...serbian });
  assert.match(refused.stderr, /није празна .* Ништа није промењено\.$/m);
  assert.match((await kasirbox(['keys', 'list', '--data', spare])).stdout, /каса/);
});

test('a box that was never used is replaced by a restore for --yes, and one that was used never is', async () => {
  const { file, paper } = await shared();
  const spare = join(temporaryFolder(), 'spare');
  const box = await ServiceHere.start({ folder: spare });
  await box.stop();
  const inside = (args: readonly string[]) =>
    kasirbox([...args, '--data', spare], { input: paper, env: { LC_ALL: 'C' } });
  const names = readdirSync(spare, { recursive: true }).sort();
  const asked = await inside(['restore', file]);
  assert.is(asked.code, 1);
  assert.match(asked.stderr, /was never used, and nothing was changed\. .*--yes/);
  assert.equal(readdirSync(spare, { recursive: true }).sort(), names);

  const replaced = await inside(['restore', file, '--yes']);
  assert.is(replaced.code, 0, replaced.stderr);
  assert.match((await inside(['keys', 'list'])).stdout, /каса/);

  const again = await inside(['restore', file, '--yes']);
  assert.is(again.code, 1);
  assert.match(again.stderr, /is not empty/);

  const used = join(temporaryFolder(), 'used');
  assert.is((await kasirbox(['keys', 'create', '--label', 'a', '--data', used])).code, 0);
  assert.match((await kasirbox(['restore', file, '--yes', '--data', used], { input: paper })).stderr, /is not empty/);
});

test('a box that was never used when the code was asked for, and is used by the time it is typed, is not replaced', async () => {
  const { file, paper } = await shared();
  const place = temporaryFolder();
  const spare = join(place, 'spare');
  await (await ServiceHere.start({ folder: spare })).stop();
  const typed = join(place, 'typed');
  execFileSync('mkfifo', [typed]);
  const restored = kasirbox(['restore', file, '--yes', '--code-file', typed, '--data', spare], {
    env: { LC_ALL: 'C' },
  });
  // It opens when the command reads the code, after its first look at the folder.
  const pipe = await open(typed, 'w');
  assert.is((await kasirbox(['keys', 'create', '--label', 'nova kasa', '--data', spare])).code, 0);
  await pipe.write(`${paper}\n`);
  await pipe.close();
  const { code, stderr } = await restored;
  assert.is(code, 1);
  assert.match(stderr, /is not empty/);
  const { stdout } = await kasirbox(['keys', 'list', '--data', spare]);
  assert.match(stdout, /nova kasa/);
  assert.not.match(stdout, /каса/);
});

test('a file that is no backup, a missing file and a folder are refused with a sentence, and nothing is left behind', async () => {
  const { place, file, paper } = await shared();
  const spare = join(temporaryFolder(), 'spare');
  const cut = join(place, 'cut.age');
  writeFileSync(cut, readFileSync(file).subarray(0, 5000));
  const text = join(place, 'letter.txt');
  writeFileSync(text, 'Драга тетка,');
  for (const [given, complaint] of [
    [join(place, 'nowhere'), /nowhere does not exist/],
    [place, /is a folder/],
    [text, /is not a backup of a kasirbox/],
    [cut, /is damaged or incomplete/],
  ] as const) {
    const { code, stderr } = await kasirbox(['restore', given, '--data', spare], { input: paper });
    assert.is(code, 1);
    assert.match(stderr, complaint);
    const left = existsSync(spare) ? readdirSync(spare, { recursive: true, withFileTypes: true }) : [];
    assert.equal(
      left.filter((entry) => entry.isFile() && entry.name !== 'lock').map(({ name }) => name),
      [],
    );
  }
});

test('a backup replaces no file that is no backup, and is not written where there is no folder', async () => {
  const { place, data } = await shared();
  const text = join(place, 'letter.txt');
  writeFileSync(text, 'Драга тетка,');
  const over = await kasirbox(['backup', text, ...data]);
  assert.is(over.code, 1);
  assert.match(over.stderr, /already exists and is not a backup; it was not changed/);
  assert.is(readFileSync(text, 'utf8'), 'Драга тетка,');
  const nowhere = await kasirbox(['backup', join(place, 'no/such/file'), ...data]);
  assert.is(nowhere.code, 1);
  assert.match(nowhere.stderr, /the folder of .* does not exist/);
  assert.is((await kasirbox(['backup', ...data])).code, 2);
  assert.is((await kasirbox(['backup', text, '--identity', ...data])).code, 2);
});

test('the folder of a restore that was cut short is no box, and can be restored again', async () => {
  const { file, paper } = await shared();
  const spare = join(temporaryFolder(), 'spare');
  mkdirSync(join(spare, 'log'), { recursive: true });
  writeFileSync(join(spare, 'restore.unfinished'), '');
  writeFileSync(join(spare, 'log/000001.seg'), 'half');
  for (const command of [['serve'], ['keys', 'list'], ['settings', 'show']]) {
    const { code, stderr } = await kasirbox([...command, '--data', spare]);
    assert.is(code, 1);
    assert.match(stderr, /is left over from an interrupted restore\. Run it again: kasirbox restore FILE/);
  }
  const restored = await kasirbox(['restore', file, '--data', spare], { input: paper });
  assert.is(restored.code, 0, restored.stderr);
  assert.match((await kasirbox(['keys', 'list', '--data', spare])).stdout, /каса/);
});

test('an unreadable backup code is reported, and is not replaced by a new one', async () => {
  const { data, file, place } = await backup();
  const kept = join(place, 'data/backup.code');
  writeFileSync(kept, 'nonsense');
  const { code, stderr } = await kasirbox(['backup', file, ...data]);
  assert.is(code, 1);
  assert.match(stderr, /does not contain a backup code/);
  assert.is(readFileSync(kept, 'utf8'), 'nonsense');
});

test('the backup of a damaged box is written under a new name, says so, and never replaces an older one', async () => {
  const { data, file, place } = await backup();
  const old = readFileSync(file);
  const log = join(place, 'data/log/000001.seg');
  const bytes = readFileSync(log);
  bytes.writeUInt8(bytes.readUInt8(12_400) ^ 1, 12_400);
  writeFileSync(log, bytes);
  const over = await kasirbox(['backup', file, ...data]);
  assert.is(over.code, 1);
  assert.match(over.stderr, /DAMAGE: record.* missing/);
  assert.ok(readFileSync(file).equals(old));
  const fresh = join(place, 'fresh.age');
  const beside = await kasirbox(['backup', fresh, ...data]);
  assert.is(beside.code, 1);
  assert.match(beside.stderr, /DAMAGE: record.* missing/);
  assert.ok(statSync(fresh).size > 0);
});

test('a failure is named: a full output, an unreadable box, files in the folder of a restore', async () => {
  const { data, file, paper, place } = await backup();
  const full = spawnSync('bash', [
    '-c',
    '"$0" "$1" backup - "${@:2}" > /dev/full',
    process.execPath,
    bundle(),
    ...data,
  ]);
  assert.is(full.status, 1);
  assert.match(full.stderr.toString(), /^kasirbox: standard output cannot be written: .*ENOSPC.*\n$/);

  const spare = temporaryFolder();
  mkdirSync(join(spare, 'lost+found'));
  writeFileSync(join(spare, 'letter.txt'), 'x');
  const occupied = await kasirbox(['restore', file, '--data', spare], { input: paper });
  assert.match(occupied.stderr, /is not empty \(letter\.txt\)/);
  assert.equal(readdirSync(spare).sort(), ['letter.txt', 'lost+found'], 'no lock is left there');

  const nowhere = join(place, 'nowhere');
  assert.is((await kasirbox(['restore', '/dev/zero', '--data', nowhere], { input: paper })).code, 1);
  assert.match((await kasirbox(['backup', 'code', '--data', nowhere])).stderr, /does not exist/);
  assert.not(existsSync(nowhere));

  writeFileSync(join(place, 'empty'), '');
  assert.match((await kasirbox(['backup', join(place, 'empty'), ...data])).stderr, /it was not changed/);
  rmSync(join(place, 'data/tls'), { recursive: true, force: true });
  writeFileSync(join(place, 'data/tls'), 'no folder');
  const unreadable = await kasirbox(['backup', file, ...data]);
  assert.is(unreadable.code, 1);
  assert.match(unreadable.stderr, /data cannot be read: list .*tls: ENOTDIR/);
});

test.run();
