import { english } from '../../../src/base/index.js';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readItemsFile, writeItemsFile } from '../../../src/programs/cli/items.js';

const root = fs.mkdtempSync(join(tmpdir(), 'kasirbox-items-'));
process.on('exit', () => fs.rmSync(root, { recursive: true }));
const newFolder = (): string => fs.mkdtempSync(join(root, 'case-'));
const modeOf = (path: string): string => (fs.statSync(path).mode & 0o777).toString(8);

async function refusalToRead(file: string): Promise<string> {
  const read = await readItemsFile(file);
  return read.ok ? 'read' : english(read.error);
}

async function refusalToWrite(file: string): Promise<string> {
  const written = await writeItemsFile(file, 'new');
  return written.ok ? 'written' : english(written.error);
}

/** Does the work as a user who is bound by permissions: root becomes `nobody` for that time. */
async function asNobody<T>(work: () => Promise<T>): Promise<T> {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65534);
  try {
    return await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

test('a file that cannot be read is refused with a sentence that names it as it was given', async () => {
  const folder = newFolder();
  const file = join(folder, 'items.csv');
  assert.is(await refusalToRead(file), `${file} does not exist.`);
  assert.is(await refusalToRead(folder), `${folder} is a folder.`);
  fs.writeFileSync(file, 'plu');
  assert.is(await refusalToRead(join(file, 'x.csv')), `${join(file, 'x.csv')} does not exist.`);
  assert.is(await refusalToRead(file), 'read');
});

test('a file that cannot be written is refused with a sentence that names it as it was given', async () => {
  const folder = newFolder();
  const file = join(folder, 'items.csv');
  const lost = join(folder, 'none', 'items.csv');
  assert.is(await refusalToWrite(folder), `${folder} is a folder.`);
  assert.is(await refusalToWrite(lost), `the folder of ${lost} does not exist.`);
  assert.is(await refusalToWrite('/dev/null'), '/dev/null is not a regular file; - is standard output.');
  fs.writeFileSync(file, 'old');
  assert.is(await refusalToWrite(join(file, 'x.csv')), `the folder of ${join(file, 'x.csv')} does not exist.`);
  const link = join(folder, 'link.csv');
  fs.symlinkSync(join(folder, 'gone.csv'), link);
  assert.is(await refusalToWrite(link), `${link} is a link to a file that does not exist.`);
  assert.equal(fs.readdirSync(folder).sort(), ['items.csv', 'link.csv']);
});

test('for a file that the user of the command may not open, the command that lets the shell open it is named', async () => {
  const home = newFolder();
  const file = join(home, 'items.csv');
  fs.writeFileSync(file, 'old');
  fs.chmodSync(root, 0o755);
  const mine = 'by the user that this command runs as. Let the shell open it: kasirbox items';
  for (const mode of [0o000, 0o500]) {
    fs.chmodSync(file, 0o000);
    fs.chmodSync(home, mode);
    try {
      assert.is(await asNobody(() => refusalToRead(file)), `${file} cannot be read ${mine} import - < FILE`);
      assert.is(await asNobody(() => refusalToWrite(file)), `${file} cannot be written ${mine} export - > FILE`);
    } finally {
      fs.chmodSync(home, 0o700);
    }
  }
});

test('a new file has the usual mode, and a replaced file keeps its own', async () => {
  const umask = process.umask(0o027);
  try {
    const file = join(newFolder(), 'items.csv');
    assert.is(await refusalToWrite(file), 'written');
    assert.is(modeOf(file), '640');
    fs.chmodSync(file, 0o600);
    assert.is(await refusalToWrite(file), 'written');
    assert.is(modeOf(file), '600');
  } finally {
    process.umask(umask);
  }
});

test('the target of a symbolic link is replaced, and the link stays', async () => {
  const [folder, elsewhere] = [newFolder(), newFolder()];
  const [file, link] = [join(elsewhere, 'target.csv'), join(folder, 'items.csv')];
  fs.writeFileSync(file, 'old');
  fs.symlinkSync(file, link);
  assert.is(await refusalToWrite(link), 'written');
  assert.is(fs.readlinkSync(link), file);
  assert.is(fs.readFileSync(file, 'utf8'), 'new');
  assert.equal([fs.readdirSync(folder), fs.readdirSync(elsewhere)], [['items.csv'], ['target.csv']]);
});

test.run();
