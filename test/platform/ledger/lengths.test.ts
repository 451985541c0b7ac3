import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Disk } from '../../../src/base/disk.js';
import { DATA_START } from '../../../src/platform/ledger/segment.js';
import { verifyLedger } from '../../../src/platform/ledger/verify.js';
import { segment, VIEWS, written } from '../../kit/damage.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { wrapped } from '../../kit/disk/wrapped.js';
import { FOLDER, openLedger } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';

/** Place of the length of the first record. */
const LENGTH_AT = DATA_START + 4;

test('a length in which bits are flipped to gigabytes asks for no more memory than the file has', async () => {
  const { state } = await written(seededRandom(), 3);
  state.delete(VIEWS);
  const below = new MemoryDisk(state);
  below.damage(segment(1), (bytes) => {
    bytes.writeUInt32LE(0x7fff_fff8, LENGTH_AT);
    return bytes;
  });
  let largest = 0;
  const disk: Disk = wrapped(below, {
    file: (file) => ({
      read(position, length) {
        largest = Math.max(largest, length);
        return file.read(position, length);
      },
    }),
  });
  const ledger = await openLedger(disk);
  assert.is(ledger.failure, 'damaged');
  await ledger.close();
  assert.ok((await verifyLedger({ disk, folder: FOLDER })).faults.length > 0);
  assert.ok(largest <= 1024 * 1024, `${largest} bytes were asked for at once`);
});

test.run();
