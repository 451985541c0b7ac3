import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { packed } from '../../kit/fleet/packing.js';
import { NO_NATS } from '../../kit/nats/server.js';
import { cleanUp } from '../../kit/process.js';
import { seededRandom } from '../../kit/random.js';
import { GroupScene, row } from './scene.js';
import { Turns } from '../../kit/turns.js';
import { inEnglish } from '../../kit/inEnglish.js';

/** An owner changes prices some times a day; a catalogue of ten thousand items has 100 to 300 KB, packed. */
const MAX_STORED_PER_HOUR = 12;

const MAX_BYTES_PER_DAY = 2 * 1024 * 1024;

/** Each has a server of its own. */
const turns = new Turns(5);

test.after(cleanUp);
const random = seededRandom();
const real = (name: string, work: () => Promise<void>): boolean =>
  turns.test(name, NO_NATS === undefined ? work : undefined);
const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

/** Until only the space reserved for small records remains. */
async function fill({ disk, ledger }: GroupScene['box']): Promise<void> {
  disk.budget = disk.used();
  for (let bytes = 512 * 1024; bytes >= 1024; bytes /= 2) {
    for (;;) {
      const room = await ledger.reserve(bytes);
      if (!room.ok) break;
      room.value.release();
      const value = random.bytes(bytes / 2).toString('base64');
      if (!(await ledger.put({ type: 'rates', environment: 'sandbox', value })).ok) break;
    }
  }
}

/** Lets time pass in steps, so that all has its turn that becomes due. */
async function pass({ box }: GroupScene, ms: number): Promise<void> {
  const end = box.clock.now() + ms;
  await box.until('it has passed', () => box.clock.now() >= end, ms / 20);
}

const received = (scene: GroupScene): unknown[] => scene.box.logged('group.received').map(({ version }) => version);

real('of versions in quick succession only the newest is stored', () =>
  GroupScene.during(random, { catalogue: 'follow' }, async (scene) => {
    await scene.set([row('1', 100)]);
    await scene.inUse(1);
    const { sequence } = scene.box.ledger.end;
    for (let version = 2; version <= 20; version += 1) await scene.set([row('1', 100 + version)]);
    await scene.inUse(20);
    assert.is(scene.price('1'), 12_000);
    const kept = received(scene);
    assert.ok(kept.length <= 3, `kept: ${kept.join(', ')}`);
    assert.ok(scene.box.ledger.end.sequence <= sequence + 9, 'few records');
  }),
);

real('a version that a box cannot apply now is not stored, and tried again', () =>
  GroupScene.during(random, { catalogue: 'follow' }, async (scene) => {
    await scene.set([row('1', 100)]);
    await scene.inUse(1);
    const { sequence } = scene.box.ledger.end;
    for (let version = 2; version <= 6; version += 1) {
      await scene.put(packed({ version, at: null, items: [{ junk: random.bytes(100_000).toString('base64') }] }));
      await scene.box.until(`${version} is refused`, () => scene.report().fault?.version === version);
    }
    assert.equal(received(scene), [1]);
    assert.is(scene.report().next, null);
    await pass(scene, HOUR);
    assert.is(scene.box.ledger.end.sequence, sequence);
    // It blocks no later version.
    await scene.put(packed({ version: 7, at: null, items: [row('1', 70)] }));
    await scene.inUse(7);
    assert.is(inEnglish(scene.report().fault), null);
  }),
);

real('a version that was to be replaced by one with a fault does not become valid', () =>
  GroupScene.during(random, { catalogue: 'follow' }, async (scene) => {
    const { box } = scene;
    await scene.set([row('1', 100)], { validFrom: box.clock.now() + HOUR });
    await box.until('it has come', () => scene.report().next?.version === 1);
    await scene.set([row('1', 90, { label: 'Г' })], { replaces: true });
    await box.until('it is refused', () => scene.report().fault?.version === 2);
    await pass(scene, 2 * HOUR);
    assert.is(scene.price('1'), undefined);
    box.labels = [...box.labels, { label: 'Г', name: 'Без ПДВ', rate: 0 }];
    box.clock.pass(15 * 60_000);
    await scene.inUse(2);
    assert.is(scene.price('1'), 9000);
  }),
);

for (const mode of ['follow', 'offer'] as const) {
  real(`more versions than an owner sets in an hour wait, the newest of them is kept then (${mode})`, () =>
    GroupScene.during(random, { catalogue: mode }, async (scene) => {
      const { box } = scene;
      const last = (): number => (mode === 'follow' ? scene.report().inUse : scene.report().next?.version) ?? 0;
      for (let version = 1; version <= MAX_STORED_PER_HOUR; version += 1) {
        await scene.set([row('1', version)]);
        await box.until(`version ${version}`, () => last() === version);
      }
      const first = box.clock.now();
      for (const more of [1, 2]) {
        const version = MAX_STORED_PER_HOUR + more;
        await scene.set([row('1', version)]);
        await box.until(`${version} waits`, () => scene.report().held?.version === version);
      }
      const until = scene.report().held?.until ?? 0;
      assert.ok(until > first && until <= first + HOUR, String(until));
      assert.is(box.logged('group.held').length, 1, 'said once');
      assert.is(last(), MAX_STORED_PER_HOUR);
      box.clock.pass(HOUR);
      await box.until('the newest', () => last() === MAX_STORED_PER_HOUR + 2);
      assert.is(scene.report().held, null);
      assert.not.ok(received(scene).includes(MAX_STORED_PER_HOUR + 1));
    }),
  );
}

real('more bytes than an owner sets in a day wait for the next day', () =>
  GroupScene.during(random, { catalogue: 'offer' }, async (scene) => {
    const bytes = 600_000;
    const fit = Math.floor(MAX_BYTES_PER_DAY / bytes);
    const put = (version: number) =>
      scene.put(packed({ version, at: null, items: [{ junk: random.bytes(bytes).toString('base64') }] }));
    await scene.set([row('1', 100)]);
    await scene.box.until('the first', () => scene.report().next?.version === 1);
    for (let version = 2; version < 2 + fit; version += 1) {
      await put(version);
      await scene.box.until(`${version} has come`, () =>
        [scene.report().next?.version, scene.report().held?.version].includes(version),
      );
    }
    await put(9);
    await scene.box.until('it waits', () => scene.report().held?.version === 9);
    await pass(scene, HOUR);
    assert.is(scene.report().held?.version, 9);
    scene.box.clock.pass(DAY);
    await scene.box.until('the next day', () => scene.report().next?.version === 9);
  }),
);

real('on a full disk a version waits, and leaves the room in which a key can be revoked', () =>
  GroupScene.during(random, { catalogue: 'follow', settings: 'follow' }, async (scene) => {
    const { box } = scene;
    await scene.set([row('1', 100)]);
    await scene.inUse(1);
    await fill(box);
    const { sequence } = box.ledger.end;
    await scene.set([row('1', 200)]);
    await box.until('it waits', () => scene.report().held?.version === 2);
    assert.equal(scene.report().held, { version: 2, until: null });
    await scene.setSettings({ refundGuard: 'refuse' });
    await box.until('so do settings', () => scene.report('settings').held?.version === 1);
    await pass(scene, HOUR);
    assert.is(box.ledger.end.sequence, sequence);
    assert.is(inEnglish(scene.report().fault), null);
    assert.ok((await box.settings.set('cashierSession', 60)).ok, 'a person');
    box.disk.budget = Infinity;
    box.clock.pass(HOUR);
    await scene.inUse(2);
    await scene.inUse(1, 'settings');
    assert.is(scene.price('1'), 20_000);
  }),
);

real('a number that no owner gives is refused', () =>
  GroupScene.during(random, { catalogue: 'follow' }, async (scene) => {
    await scene.set([row('1', 100)]);
    await scene.inUse(1);
    await scene.put(packed({ version: 1_000_000_001, at: null, items: [row('1', 1)] }));
    await scene.box.until('it is refused', () => scene.report().fault !== null);
    assert.match(String(inEnglish(scene.report().fault?.text ?? '')), /version must be at most 1000000000/);
    assert.is(scene.price('1'), 10_000);
  }),
);

real('another version with the number of the present one is refused, and reported', () =>
  GroupScene.during(random, { catalogue: 'follow' }, async (scene) => {
    await scene.set([row('1', 100)]);
    await scene.inUse(1);
    assert.is(scene.report().older, null);
    // As on a server that has lost its bucket.
    await scene.put(packed({ version: 1, at: null, items: [row('1', 80)] }));
    await scene.box.until('it is said', () => scene.report().older === 1);
    assert.is(scene.price('1'), 10_000);
    await scene.set([row('1', 80)], { version: 2 });
    await scene.inUse(2);
    assert.is(scene.report().older, null);
  }),
);

test.run();
