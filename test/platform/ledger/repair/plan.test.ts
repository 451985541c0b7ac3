import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { planRepair } from '../../../../src/platform/ledger/repair/plan.js';
import { segment, VIEWS, written } from '../../../kit/damage.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { FOLDER } from '../../../kit/ledger.js';
import { seededRandom } from '../../../kit/random.js';
import { repairSource } from '../../../kit/repair.js';

const random = seededRandom();
const BOX_ID = `${FOLDER}/box.id`;

test('the id in the file is that of the box, unless all segments agree on another one', async () => {
  const { state } = await written(random, 60);
  const foreign = (await written(random, 60)).state;
  const idOf = (from: typeof state): string => String(from.get(BOX_ID)).trim();
  const [own, other] = [idOf(state), idOf(foreign)];
  const planned = async (change: (disk: MemoryDisk) => void): Promise<readonly unknown[] | string> => {
    const disk = new MemoryDisk(state);
    change(disk);
    const plan = await planRepair(await repairSource(disk));
    return plan.ok ? [plan.value.boxId.toString('hex'), plan.value.mendsId] : plan.error;
  };
  const otherId = (disk: MemoryDisk): void => disk.damage(BOX_ID, () => Buffer.from(`${other}\n`));
  const otherSegment = (disk: MemoryDisk): void => disk.damage(segment(2), () => foreign.get(segment(2)) as Buffer);
  const noLog = (disk: MemoryDisk): void => [`${FOLDER}/log`, VIEWS].forEach((path) => disk.forget(path));

  assert.is(await planned(() => undefined), 'sound');
  assert.equal(await planned(otherId), [own, true]);
  assert.equal(await planned(otherSegment), [own, false]);
  assert.equal(await planned((disk) => [otherId, otherSegment].forEach((change) => change(disk))), [other, false]);
  assert.is(await planned((disk) => disk.forget(BOX_ID)), 'sound');
  assert.equal(await planned((disk) => [noLog].forEach((change) => change(disk))), [own, false]);
  assert.is(await planned((disk) => [noLog, () => disk.forget(BOX_ID)].forEach((change) => change(disk))), 'absent');
});

test.run();
