import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Disk, DiskError, readWhole, writeAtomic } from '../../src/base/disk.js';
import { nodeDisk } from '../../src/base/nodeDisk.js';

const root = fs.mkdtempSync(join(tmpdir(), 'kasirbox-atomic-'));
process.on('exit', () => fs.rmSync(root, { recursive: true }));
const newPath = () => join(fs.mkdtempSync(join(root, 'case-')), 'file');

/** The real disk, noting what it is asked to do in order; the operation `fails` is refused. */
function recording(calls: string[], fails?: string): Disk {
  const note = (operation: string, path: string) => {
    calls.push(operation);
    if (operation === fails) throw new DiskError('ENOSPC', operation, path);
  };
  return {
    ...nodeDisk,
    async create(path) {
      note('create', path);
      const file = await nodeDisk.create(path);
      return {
        size: () => file.size(),
        read: (position, length) => file.read(position, length),
        write(position, bytes) {
          note('write', path);
          file.write(position, bytes);
        },
        async datasync() {
          note('datasync', path);
          await file.datasync();
        },
        async close() {
          note('close', path);
          await file.close();
        },
      };
    },
    async rename(from, to) {
      note('rename', from);
      await nodeDisk.rename(from, to);
    },
    async syncDir(folder) {
      note('syncDir', folder);
      await nodeDisk.syncDir(folder);
    },
  };
}

test('a file is written, written over, and read back to the byte', async () => {
  const path = newPath();
  for (const bytes of [Buffer.from([0, 1, 255]), Buffer.alloc(0), Buffer.alloc(100_000, 7)]) {
    await writeAtomic(nodeDisk, path, bytes);
    assert.equal(await readWhole(nodeDisk, path), bytes);
    assert.equal(fs.readdirSync(join(path, '..')), ['file']);
  }
});

test('the bytes are durable before they get the name, and the name before the call ends', async () => {
  const calls: string[] = [];
  await writeAtomic(recording(calls), newPath(), Buffer.from('new'));
  assert.equal(calls, ['create', 'write', 'datasync', 'close', 'rename', 'syncDir']);
});

for (const operation of ['create', 'write', 'datasync', 'rename']) {
  test(`a failing ${operation} leaves the old file, no other one, and is reported`, async () => {
    const path = newPath();
    await writeAtomic(nodeDisk, path, Buffer.from('old'));
    const failure = await writeAtomic(recording([], operation), path, Buffer.from('new')).catch(
      (error: unknown) => error,
    );
    assert.instance(failure, DiskError);
    assert.is((failure as DiskError).operation, operation);
    assert.is((await readWhole(nodeDisk, path))?.toString(), 'old');
    assert.equal(fs.readdirSync(join(path, '..')), ['file']);
  });
}

test('a temporary file that a power cut left is no hindrance', async () => {
  const path = newPath();
  fs.writeFileSync(`${path}.tmp`, 'half');
  await writeAtomic(nodeDisk, path, Buffer.from('new'));
  assert.is((await readWhole(nodeDisk, path))?.toString(), 'new');
});

test('a file that is not there reads as null, one that cannot be read is an error', async () => {
  const path = newPath();
  assert.is(await readWhole(nodeDisk, path), null);
  fs.mkdirSync(path);
  const failure = await readWhole(nodeDisk, path).catch((error: unknown) => error);
  assert.instance(failure, DiskError);
});

test.run();
