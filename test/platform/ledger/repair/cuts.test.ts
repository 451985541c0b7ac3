// proof: damages
// time limit: 300 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { verifyLedger } from '../../../../src/platform/ledger/verify.js';
import { cases } from '../../../kit/cases.js';
import { segment, VIEWS } from '../../../kit/damage.js';
import { shopToDamage } from '../../../kit/damagedShop.js';
import { CHANGING, MemoryDisk } from '../../../kit/disk/memory.js';
import { type Moment, momentOf, statesAfterCut } from '../../../kit/disk/powerCut.js';
import { FOLDER, openLedger } from '../../../kit/ledger.js';
import { seededRandom } from '../../../kit/random.js';
import { OWNER, repair, repaired } from '../../../kit/repair.js';
import { inEnglish } from '../../../kit/inEnglish.js';

const random = seededRandom();
/** States that are tried at each moment. */
const STATES = cases('REPAIR_CUTS', { ci: 1, all: 6 });

for (const [name, hurt] of Object.entries({
  'a record': (disk: MemoryDisk) => disk.damage(segment(2), (bytes) => bytes.fill(0xff, 15_000, 15_001)),
  'a header': (disk: MemoryDisk) => disk.damage(segment(2), (bytes) => bytes.fill(0xff, 20, 24)),
  'the whole log': (disk: MemoryDisk) => {
    for (const path of disk.contents().keys())
      if (path.endsWith('.seg')) disk.damage(path, (bytes) => bytes.fill(0xff));
  },
  'its last segment': (disk: MemoryDisk) => {
    const last =
      [...disk.contents().keys()]
        .filter((path) => path.endsWith('.seg'))
        .sort()
        .at(-1) ?? '';
    disk.damage(last, (bytes) => bytes.fill(0xff));
    disk.forget(VIEWS);
  },
})) {
  test(`a power cut during the repair of ${name} is completed by the next one`, async () => {
    const shop = await shopToDamage(random, 40);
    const disk = new MemoryDisk(shop.state);
    hurt(disk);
    const expected = await listedAfterRepair(new MemoryDisk(disk.contents()));
    const moments: Moment[] = [];
    disk.before = (operation) => {
      if (CHANGING.includes(operation)) moments.push(momentOf(disk));
    };
    await repaired(disk);
    assert.ok(moments.length > 5);
    for (const moment of moments) {
      for (const state of statesAfterCut(moment, random, STATES)) {
        assert.equal(await listedAfterRepair(new MemoryDisk(state)), expected);
      }
    }
  });

  const listedAfterRepair = async (disk: MemoryDisk): Promise<readonly string[]> => {
    await repair(disk);
    const ledger = await openLedger(disk);
    assert.is(ledger.failure, undefined);
    const invoices = await ledger.invoices({ environment: 'sandbox', skip: 0, limit: 1000 });
    const settings = [...ledger.main.settings.all()].sort().map(String);
    const lost = ledger.losses.flatMap(({ by, stretches }) =>
      stretches.map(({ firstMissing, lastMissing }) => `${by} ${firstMissing} ${lastMissing}`),
    );
    for (const { by } of ledger.losses) assert.is(by, OWNER);
    await ledger.close();
    assert.equal(inEnglish((await verifyLedger({ disk, folder: FOLDER })).faults), []);
    return [...invoices.map(({ uuid }) => uuid), ...settings, ...lost];
  };
}

test.run();
