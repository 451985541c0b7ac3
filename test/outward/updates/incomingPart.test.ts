import { english } from '../../../src/base/index.js';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BundleFolder } from '../../../src/outward/updates/incomingPart.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { momentOf, statesAfterCut } from '../../kit/disk/powerCut.js';
import { seededRandom } from '../../kit/random.js';

const random = seededRandom();
const DATA = '/data';
const PIECE = 4096;
const BOUNDS = { most: 100 * PIECE, syncEvery: 4 * PIECE };
const SPARE_ROOM = 64 * 1024 * 1024;
const INCOMING = join(DATA, 'updates/incoming.raucb');

async function* pieces(bundle: Buffer, size = PIECE): AsyncGenerator<Buffer> {
  for (let at = 0; at < bundle.length; at += size) yield bundle.subarray(at, at + size);
}

async function opened(): Promise<{ readonly disk: MemoryDisk; readonly bundles: BundleFolder }> {
  const disk = new MemoryDisk();
  await disk.makeDir(DATA);
  await disk.syncDir('/');
  return { disk, bundles: new BundleFolder(disk, DATA, BOUNDS) };
}

function bytesOf(disk: MemoryDisk, path: string): Buffer | undefined {
  const bytes = disk.contents().get(path);
  return bytes === 'folder' ? undefined : bytes;
}

test('a complete bundle is stored under its name, and reports its progress', async () => {
  const { disk, bundles } = await opened();
  const bundle = random.bytes(9 * PIECE + 17);
  const told: number[] = [];
  assert.ok((await bundles.receive(pieces(bundle), bundle.length, (done) => told.push(done))).ok);
  assert.ok(bytesOf(disk, INCOMING)?.equals(bundle));
  assert.equal(told, [4 * PIECE, 8 * PIECE, bundle.length]);
  await bundles.keepAsLastGood();
  assert.not.ok(await bundles.hasIncoming());
  assert.ok(bytesOf(disk, join(DATA, 'updates/last-good.raucb'))?.equals(bundle));
  await bundles.keepAsLastGood();
  assert.ok(bytesOf(disk, join(DATA, 'updates/last-good.raucb'))?.equals(bundle), 'kept where no other one came');
});

test('of one that is too long, cut off or without room nothing is left, and an earlier one stays', async () => {
  const { disk, bundles } = await opened();
  const bundle = random.bytes(5 * PIECE);
  async function* endless(): AsyncGenerator<Buffer> {
    for (;;) yield bundle;
  }
  async function* broken(): AsyncGenerator<Buffer> {
    yield bundle;
    throw new Error('gone');
  }
  const ignore = (): void => undefined;
  const refused = async (receiving: ReturnType<BundleFolder['receive']>): Promise<string> => {
    const received = await receiving;
    return received.ok ? '' : english(received.error);
  };
  assert.match(await refused(bundles.receive(endless(), null, ignore)), /larger than 300 MB/);
  assert.match(await refused(bundles.receive(pieces(bundle), BOUNDS.most + 1, ignore)), /larger than 300 MB/);
  assert.match(await refused(bundles.receive(pieces(bundle), bundle.length + 1, ignore)), /did not arrive completely/);
  assert.is(await bundles.receive(broken(), null, ignore).then(String, String), 'Error: gone');
  disk.freeBytes = async () => SPARE_ROOM - 1 + bundle.length;
  assert.match(await refused(bundles.receive(pieces(bundle), bundle.length, ignore)), /not enough space/);
  assert.equal(await disk.list(join(DATA, 'updates')), []);
  disk.freeBytes = async () => SPARE_ROOM + bundle.length;
  assert.ok((await bundles.receive(pieces(bundle), bundle.length, ignore)).ok);
  assert.match(await refused(bundles.receive(pieces(bundle), bundle.length + 1, ignore)), /not enough space/);
  assert.ok(bytesOf(disk, INCOMING)?.equals(bundle));
});

test('a power cut at any moment leaves the whole bundle or none', async () => {
  const { disk, bundles } = await opened();
  const bundle = random.bytes(5 * PIECE);
  const moments: ReturnType<typeof momentOf>[] = [];
  disk.before = (operation) => {
    if (operation !== 'freeBytes') moments.push(momentOf(disk));
  };
  assert.ok((await bundles.receive(pieces(bundle), bundle.length, () => undefined)).ok);
  moments.push(momentOf(disk));
  let [whole, none] = [0, 0];
  for (const moment of moments) {
    for (const state of statesAfterCut(moment, random, 6)) {
      const found = state.get(INCOMING);
      if (found === undefined) none += 1;
      else if (found !== 'folder' && found.equals(bundle)) whole += 1;
      else assert.unreachable('a part is taken for a bundle');
    }
  }
  assert.ok(whole > 0 && none > 0, `${whole} ${none}`);
});

test('what a power cut has left of a part is swept away', async () => {
  const { disk, bundles } = await opened();
  await disk.makeDir(join(DATA, 'updates'));
  const file = await disk.create(join(DATA, 'updates/incoming.part'));
  await file.close();
  await bundles.sweep();
  assert.equal(await disk.list(join(DATA, 'updates')), []);
});

test.run();
