import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SalePriority } from '../../../src/base/salePriority.js';
import { silentLog } from '../../../src/base/log.js';
import { Catalogue } from '../../../src/shop/catalogue/items.js';
import { compressMessage } from '../../../src/outward/delivery/stream/streamMessage.js';
import { Group } from '../../../src/outward/group/group.js';
import { writeVersion } from '../../../src/outward/group/value.js';
import type { Ledger } from '../../../src/platform/ledger/ledger.js';
import { Settings } from '../../../src/shop/settings/settings.js';
import { CHANGING, MemoryDisk } from '../../kit/disk/memory.js';
import { type Moment, momentOf, statesAfterCut } from '../../kit/disk/powerCut.js';
import { HandClock, settled } from '../../kit/handClock.js';
import { FOLDER, openLedger } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';
import { SETTINGS_KEY } from '../../kit/settingsKey.js';
import { row } from './scene.js';

const random = seededRandom();
const SIZES = { segmentBytes: 512 * 1024, prefillBytes: 64 * 1024, snapshotRecords: 1000 };
/** States that are tried at each moment. */
const MOST = 6;
const PLUS = ['1', '2', '3', '4', '5'];
/** Two versions that come at once would be one. */
const MINUTE = 60_000;
const HEAD = { encoding: 'deflate', format: '1' };

/** A box that follows, without its server. */
function groupOn(ledger: Ledger) {
  const clock = new HandClock();
  const settings = new Settings(ledger, '1.0', silentLog, SETTINGS_KEY);
  const catalogue = new Catalogue(ledger, () => [{ label: 'Ђ', name: 'О-ПДВ', rate: 20 }]);
  const { slice } = new SalePriority(clock);
  return { group: new Group({ ledger, settings, catalogue, clock, log: silentLog, slice }), settings, clock };
}

async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + 30_000;
  while (!holds()) {
    if (performance.now() > end) throw new Error('in vain');
    await settled();
  }
}

const inUse = ({ main }: Ledger): number => main.group.of('catalogue').inUse?.version ?? 0;
const settingsInUse = ({ main }: Ledger): number => main.group.of('settings').inUse?.version ?? 0;
const prices = ({ main }: Ledger): unknown[] => PLUS.map((plu) => (main.itemByPlu(plu)?.price ?? 0) / 100);
const ofVersion = (version: number): unknown[] => PLUS.map(() => version * 10);

async function hearAll({ group, clock }: ReturnType<typeof groupOn>, ledger: Ledger): Promise<void> {
  for (const version of [1, 2]) {
    clock.pass(MINUTE);
    const items = PLUS.map((plu) => row(plu, version * 10));
    const catalogue = await compressMessage(Buffer.from(writeVersion({ version, validFrom: null, items })));
    group.hear('catalogue.kiosks', { ...HEAD, bytes: catalogue });
    await until(() => inUse(ledger) === version);
    const values = { refundGuard: version === 1 ? 'refuse' : 'warn', cashierSession: 100 + version };
    const bytes = await compressMessage(Buffer.from(writeVersion({ version, validFrom: null, settings: values })));
    group.hear('settings.kiosks', { ...HEAD, bytes });
    await until(() => settingsInUse(ledger) === version);
  }
}

test('wherever the power is cut, a version is in use with all of its items or none, and the start makes it whole', async () => {
  const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  const ledger = await openLedger(disk, { sizes: SIZES });
  const box = groupOn(ledger);
  const { group, settings } = box;
  const set = { name: 'kiosks', catalogue: 'follow', settings: 'follow' };
  assert.ok((await settings.set('group', set)).ok);
  const moments: Moment[] = [];
  disk.before = (operation) => {
    if (CHANGING.includes(operation)) moments.push(momentOf(disk));
  };
  group.start();
  await hearAll(box, ledger);
  await group.stop();
  moments.push(momentOf(disk));
  await ledger.close();

  const seen = new Set<string>();
  for (const moment of moments) {
    for (const state of statesAfterCut(moment, random, MOST)) {
      const after = await openLedger(new MemoryDisk(state), { sizes: SIZES });
      const version = inUse(after);
      assert.equal(prices(after), ofVersion(version));
      const again = groupOn(after);
      again.group.start();
      const { next } = after.main.group.of('catalogue');
      const { next: nextSettings } = after.main.group.of('settings');
      await until(() => inUse(after) === (next?.version ?? version));
      assert.equal(prices(after), ofVersion(inUse(after)));
      if (nextSettings !== undefined) await until(() => settingsInUse(after) === nextSettings.version);
      const taken = settingsInUse(after);
      assert.is(again.settings.now.cashierSession, taken === 0 ? 720 : 100 + taken);
      assert.is(again.settings.now.refundGuard, taken === 1 ? 'refuse' : 'warn');
      await again.group.stop();
      const { records } = await after.auditBefore();
      const told = records.flatMap(({ entry }) => (entry.event === 'operation' ? [entry.subject] : []));
      for (let one = 1; one <= inUse(after); one += 1) assert.ok(told.includes(`kiosks ${one}`), `audit of ${one}`);
      seen.add(`${version} ${next?.version ?? '-'} ${nextSettings?.version ?? '-'}`);
      await after.close();
    }
  }
  console.log(`${moments.length} moments; ${[...seen].join(', ')}`);
  assert.ok(seen.has('0 1 -') && seen.has('1 2 -') && seen.has('2 - 2'), 'cuts between all steps were tried');
});

test.run();
