import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readPieces, saveView, type ViewPieces } from '../../../../src/platform/ledger/views/image.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { seededRandom } from '../../../kit/random.js';

const random = seededRandom();
const PATH = '/views/000001.idx';
/** No bytes, a part of a page, and pages with a rest. */
const PARTS = [10, 5000, 0, 20_000, 3].map((length) => random.bytes(length));

async function saved(): Promise<MemoryDisk> {
  const disk = new MemoryDisk(new Map([['/views', 'folder']]));
  await saveView(disk, PATH, { head: { name: 'a view' }, parts: PARTS });
  return disk;
}

/** What one piece is read as; `lost`: the view counts as absent. */
const pieceOf = async (disk: MemoryDisk, ...piece: Parameters<ViewPieces['read']>): Promise<Buffer | 'lost'> =>
  (await readPieces(disk, PATH, (view) => view.read(...piece))) ?? 'lost';

test('each part of a saved view is read as it was written, whole and in pieces', async () => {
  const disk = await saved();
  for (const [part, bytes] of PARTS.entries()) {
    assert.equal(await pieceOf(disk, part, 0, bytes.length), bytes, `part ${part}`);
    for (let count = 0; count < 20; count += 1) {
      const from = random.int(0, bytes.length);
      const to = random.int(from, bytes.length);
      assert.equal(await pieceOf(disk, part, from, to - from), bytes.subarray(from, to), `${from} to ${to} of ${part}`);
    }
  }
});

test('the lengths of the parts and the members of the head are there before any part is read', async () => {
  const disk = await saved();
  const found = await readPieces(disk, PATH, async ({ head, lengths }) => [head['name'], lengths]);
  assert.equal(found, ['a view', PARTS.map(({ length }) => length)]);
});

test('bytes beyond a part are never given, though another part lies there', async () => {
  const disk = await saved();
  for (const [part, from, length] of [
    [0, 0, 11],
    [0, -1, 5],
    [1, 4990, -1],
    [1, 5001, 0],
    [4, 0, 4],
    [5, 0, 0],
  ] as const) {
    assert.is(await pieceOf(disk, part, from, length), 'lost', `${length} from ${from} of ${part}`);
  }
});

test('a damaged page loses the pieces that lie in it, and no others', async () => {
  const disk = await saved();
  // The last page: the end of the fourth part, and the fifth.
  disk.damage(PATH, (bytes) => bytes.fill(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1));
  assert.is(await pieceOf(disk, 4, 0, 1), 'lost');
  assert.is(await pieceOf(disk, 3, 19_000, 1000), 'lost');
  assert.equal(await pieceOf(disk, 3, 0, 10_000), PARTS[3]?.subarray(0, 10_000));
});

test.run();
