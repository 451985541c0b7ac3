import * as assert from 'uvu/assert';
import { failingDisk } from '../kit/disk/failing.js';
import { readError, type Reply } from '../kit/client.js';
import { seededRandom } from '../kit/random.js';
import { line } from '../sales/invoicing/bodies.js';
import { scene } from './stage.js';

const random = seededRandom();
const { disk, faults } = failingDisk();
/** So many signs that names of them cannot be packed. */
const SIGNS = String.fromCharCode(...Array.from({ length: 20_000 }, (_, index) => 0x4e00 + index));
/** Fewer lines for each try, so few that the one that finds room leaves less than its own intent takes. */
const STEP = 10;

scene(
  'on a full disk the longest receipt that finds room is sold, and does not wait for the room that it holds',
  async (stage) => {
    const items = Array.from({ length: 500 }, () => line({ name: random.text(SIGNS, 200, 200) }));
    await stage.sold();
    faults.isFull = true;

    let lines = items.length;
    const sell = (): Promise<Reply> => stage.sell({ items: items.slice(0, lines) }, `prodaja-${lines}`);
    let reply = await sell();
    for (; reply.status !== 201; reply = await sell()) {
      assert.match(readError(500, reply).message, 'is full; nothing was stored');
      lines -= STEP;
    }

    assert.ok(lines > 100, `${lines} lines are too few to tell`);
    faults.isFull = false;
    assert.is(stage.signed.length, 2);
  },
  { disk, isSlow: true },
);
