import { english } from '../../../src/base/index.js';
// turns: 2
import { X509Certificate } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Disk, DiskError, type DiskFile } from '../../../src/base/disk.js';
import { nodeDisk } from '../../../src/base/nodeDisk.js';
import { openTls } from '../../../src/platform/tls/open.js';
import { contents, newFolder, open, type SHOP, trusted } from './box.js';

/** `null` removes a file. */
type Files = Record<string, string | null>;

function put(folder: string, files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    if (content === null) fs.rmSync(join(folder, name));
    else fs.writeFileSync(join(folder, name), content);
  }
}

/** The files of two boxes that were opened once. */
async function twoBoxes() {
  const [folder, otherFolder] = [newFolder(), newFolder()];
  const tls = await open(folder);
  await open(otherFolder);
  const file = (name: string) => contents(folder)[name] ?? '';
  const other = (name: string) => contents(otherFolder)[name] ?? '';
  return { folder, tls, file, other };
}

type Boxes = Awaited<ReturnType<typeof twoBoxes>>;

const AUTHORITY_DAMAGE: [what: string, code: string, culprit: string, damage: (boxes: Boxes) => Files][] = [
  ['no key', 'ca-key-missing', 'ca.key', () => ({ 'ca.key': null })],
  ['an empty key', 'ca-key-damaged', 'ca.key', () => ({ 'ca.key': '' })],
  ['a torn key', 'ca-key-damaged', 'ca.key', ({ file }) => ({ 'ca.key': file('ca.key').slice(0, 100) })],
  ['a damaged key and no certificate', 'ca-key-damaged', 'ca.key', () => ({ 'ca.key': 'x', 'ca.pem': null })],
  ['the key of another', 'ca-key-mismatch', 'ca.key', ({ other }) => ({ 'ca.key': other('ca.key') })],
  ['an empty certificate', 'ca-damaged', 'ca.pem', () => ({ 'ca.pem': '' })],
  ['a torn certificate', 'ca-damaged', 'ca.pem', ({ file }) => ({ 'ca.pem': file('ca.pem').slice(0, 500) })],
  ['a certificate of no authority', 'ca-damaged', 'ca.pem', ({ file }) => ({ 'ca.pem': file('server.pem') })],
];

for (const [what, code, culprit, damage] of AUTHORITY_DAMAGE) {
  test(`an authority with ${what} is refused with what to do, and nothing is overwritten`, async () => {
    const boxes = await twoBoxes();
    const { folder } = boxes;
    put(folder, damage(boxes));
    const before = contents(folder);
    const result = await openTls({ ...trusted(), disk: nodeDisk, folder });
    if (result.ok) throw new Error('opened');
    assert.is(result.error.code, code);
    assert.ok(english(result.error.message).includes(join(folder, culprit)), english(result.error.message));
    assert.match(
      english(result.error.message),
      /Restore ca\.pem and ca\.key .* or remove both, .* give the new ca\.pem/,
    );
    assert.equal(contents(folder), before);
  });
}

test('with both files of the authority removed there is a new one', async () => {
  const { folder, tls } = await twoBoxes();
  put(folder, { 'ca.pem': null, 'ca.key': null });
  const second = await open(folder);
  assert.is(second.isCaNew, true);
  assert.is(second.issued, 'other-authority');
  assert.is.not(new X509Certificate(second.ca).subject, new X509Certificate(tls.ca).subject);
  assert.ok(second.server.cert.endsWith(second.ca));
});

test('a lone ca.key gets a certificate with which those who trust a lost ca.pem go on', async () => {
  const { folder, tls, file } = await twoBoxes();
  const key = file('ca.key');
  put(folder, { 'ca.pem': null });
  const second = await open(folder);
  assert.is(second.isCaNew, true);
  assert.is.not(second.ca, tls.ca);
  assert.is(file('ca.key'), key);
  const trusted = new X509Certificate(tls.ca);
  const leaf = new X509Certificate(second.server.cert);
  assert.is(new X509Certificate(second.ca).subject, trusted.subject);
  assert.ok(leaf.checkIssued(trusted) && leaf.verify(trusted.publicKey));
});

const SERVER_DAMAGE: [what: string, damage: (boxes: Boxes) => Files][] = [
  ['no key', () => ({ 'server.key': null })],
  ['no certificate', () => ({ 'server.pem': null })],
  ['a torn key', ({ file }) => ({ 'server.key': file('server.key').slice(0, 100) })],
  ['a torn certificate', ({ file }) => ({ 'server.pem': file('server.pem').slice(0, 300) })],
  ['no authority behind it', ({ file, tls }) => ({ 'server.pem': file('server.pem').replace(tls.ca, '') })],
  ['the key of another', ({ other }) => ({ 'server.key': other('server.key') })],
  [
    'key and certificate of another box',
    ({ other }) => ({ 'server.key': other('server.key'), 'server.pem': other('server.pem') }),
  ],
  [
    'a signature of another authority',
    ({ other, tls }) => ({
      'server.key': other('server.key'),
      'server.pem': other('server.pem').replace(other('ca.pem'), tls.ca),
    }),
  ],
];

for (const [what, damage] of SERVER_DAMAGE) {
  test(`a server certificate with ${what} is made again under the same authority`, async () => {
    const boxes = await twoBoxes();
    const { folder, tls } = boxes;
    put(folder, damage(boxes));
    const second = await open(folder);
    assert.ok(second.issued === 'none-yet' || second.issued === 'other-authority');
    assert.is(second.ca, tls.ca);
    assert.is(second.isCaNew, false);
    assert.is((await open(folder)).issued, null);
  });
}

/** Power goes at the n-th change to the disk: that one and all later ones fail, a write after half of its bytes. */
class FailingDisk implements Disk {
  changes = 0;
  constructor(private readonly failAt: number) {}

  private change(operation: string, path: string): void {
    this.changes++;
    if (this.changes >= this.failAt) throw new DiskError('EIO', operation, path);
  }

  async create(path: string): Promise<DiskFile> {
    this.change('create', path);
    const file = await nodeDisk.create(path);
    return {
      size: () => file.size(),
      read: (position, length) => file.read(position, length),
      write: (position, bytes) => {
        file.write(position, bytes.subarray(0, bytes.length >> 1));
        this.change('write', path);
        file.write(position, bytes);
      },
      datasync: async () => {
        this.change('datasync', path);
        await file.datasync();
      },
      close: () => file.close(),
    };
  }

  async makeDir(folder: string): Promise<void> {
    this.change('makeDir', folder);
    await nodeDisk.makeDir(folder);
  }

  async rename(from: string, to: string): Promise<void> {
    this.change('rename', from);
    await nodeDisk.rename(from, to);
  }

  async remove(path: string): Promise<void> {
    this.change('remove', path);
    await nodeDisk.remove(path);
  }

  async syncDir(folder: string): Promise<void> {
    this.change('syncDir', folder);
    await nodeDisk.syncDir(folder);
  }

  open(path: string): Promise<DiskFile> {
    return nodeDisk.open(path);
  }

  list(folder: string): Promise<string[]> {
    return nodeDisk.list(folder);
  }

  freeBytes(folder: string): Promise<number> {
    return nodeDisk.freeBytes(folder);
  }
}

/** Opens `folder` with power going at every change in turn, and then with power; `prepare` makes a folder to begin with. */
async function cutAtEveryStep(prepare: () => Promise<string>, later: Partial<typeof SHOP>): Promise<number> {
  for (let failAt = 1; ; failAt++) {
    const folder = await prepare();
    const read = () => (fs.existsSync(folder) ? contents(folder) : {});
    const before = read();
    const disk = new FailingDisk(failAt);
    let cut: unknown = null;
    await open(folder, later, disk).catch((error: unknown) => (cut = error));
    if (cut === null) return failAt - 1;
    assert.instance(cut, DiskError);
    const published = read()['ca.pem'];
    if (before['ca.pem'] !== undefined) assert.is(published, before['ca.pem']);
    const tls = await open(folder, later);
    if (published !== undefined) assert.is(tls.ca, published, `ca.pem changed after a cut at ${failAt}`);
    assert.ok(new X509Certificate(tls.server.cert).verify(new X509Certificate(tls.ca).publicKey));
    assert.equal(Object.keys(read()), ['ca.key', 'ca.pem', 'server.key', 'server.pem']);
    assert.is((await open(folder, later)).issued, null);
  }
}

test('after a power cut at any step of the first start the next one is complete', async () => {
  const steps = await cutAtEveryStep(async () => newFolder(), {});
  assert.is(steps, 1 + 4 * 6 + 1, 'a folder, four files of six steps, the name of the folder');
});

test('after a power cut at any step of a renewal the next start has a server certificate, and ca.pem is the same', async () => {
  const steps = await cutAtEveryStep(
    async () => {
      const folder = newFolder();
      await open(folder);
      return folder;
    },
    { addresses: ['10.1.2.3'] },
  );
  assert.is(steps, 1 + 2 * 6);
});

test.run();
