// turns: 2
import { deflateSync } from 'node:zlib';
import { jetstream } from '@nats-io/jetstream';
import { headers } from '@nats-io/transport-node';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { setCatalogue } from '../../../src/programs/fleet/group/set.js';
import { packed } from '../../kit/fleet/packing.js';
import { NO_NATS } from '../../kit/nats/server.js';
import { cleanUp } from '../../kit/process.js';
import { seededRandom } from '../../kit/random.js';
import { GROUP, GroupScene, linesOf, OWN_HEADERS, row } from './scene.js';
import { inEnglish } from '../../kit/inEnglish.js';

test.after(cleanUp);
const random = seededRandom();
const real = (name: string, work: () => Promise<void>): void => {
  if (NO_NATS === undefined) test(name, work);
  else test.skip(name, work);
};
const HOUR = 60 * 60_000;

real('a box that follows takes each version, and its owner sees which one it has', () =>
  GroupScene.during(random, { catalogue: 'follow' }, async (scene) => {
    await scene.set([row('1', 100), row('2', 50)]);
    await scene.inUse(1);
    assert.is(scene.price('1'), 10_000);
    // What the file does not name stays as it is.
    assert.is(await scene.set([row('1', 120.5)]), 2);
    await scene.inUse(2);
    assert.is(scene.price('1'), 12_050);
    assert.is(scene.price('2'), 5000);
    await scene.set([row('2', 50, { active: false })]);
    await scene.inUse(3);
    assert.is(scene.box.ledger.main.itemByPlu('2')?.active, false);
    await scene.told({ group: GROUP, version: 3 });
    assert.equal(await scene.audit(), [
      'kiosks: group.catalogue kiosks 1',
      'kiosks: group.catalogue kiosks 2',
      'kiosks: group.catalogue kiosks 3',
    ]);
  }),
);

real('a box that connects late applies only the last version, and after a restart none again', () =>
  GroupScene.during(random, null, async (scene) => {
    await scene.set([row('1', 100)]);
    await scene.set([row('1', 110), row('2', 50)]);
    await scene.join({ catalogue: 'follow' });
    await scene.inUse(2);
    assert.equal([scene.price('1'), scene.price('2')], [11_000, 5000]);
    const { sequence } = scene.box.ledger.end;
    await scene.box.restart(scene.box.image());
    await scene.box.told();
    await scene.inUse(2);
    assert.is(scene.box.logged('group.taken').length, 1);
    assert.ok(scene.box.ledger.end.sequence <= sequence + 3, 'nothing of the group is recorded again');
  }),
);

real('a version waits for its time, also over a power cut and without the server, and holds then', () =>
  GroupScene.during(random, { catalogue: 'follow' }, async (scene) => {
    await scene.set([row('1', 100)]);
    await scene.inUse(1);
    const validFrom = scene.box.clock.now() + 5 * HOUR;
    await scene.set([row('1', 130)], { validFrom });
    await scene.box.until('it has come', () => scene.report().next?.version === 2);
    assert.is(scene.report().next?.validFrom, validFrom);
    scene.box.clock.pass(HOUR);
    await scene.box.restart(scene.box.image(), true);
    await scene.box.server.kill();
    assert.is(scene.price('1'), 10_000);
    scene.box.clock.pass(3 * HOUR);
    await new Promise((resolve) => setImmediate(resolve));
    assert.is(scene.price('1'), 10_000, 'an hour too early');
    // Off when its time comes: the next start takes it.
    await scene.box.stop();
    scene.box.clock.pass(2 * HOUR);
    await scene.box.restart(scene.box.image(), true);
    await scene.inUse(2);
    assert.is(scene.price('1'), 13_000);
    await scene.box.server.run();
  }),
);

real('the newest version wins over one that waits for its time', () =>
  GroupScene.during(random, { catalogue: 'follow' }, async (scene) => {
    const { box } = scene;
    await scene.set([row('1', 100)], { validFrom: box.clock.now() + 2 * HOUR });
    await box.until('it has come', () => scene.report().next?.version === 1);
    const early = await setCatalogue({ ...scene.options }, linesOf([row('2', 5)]));
    assert.match(JSON.stringify(inEnglish(early)), /Version 1 of catalogue.kiosks waits .* --replace/);
    await scene.set([row('1', 90)], { replaces: true });
    await scene.inUse(2);
    box.clock.pass(3 * HOUR);
    await scene.set([row('3', 5)]);
    await scene.inUse(3);
    assert.is(scene.price('1'), 9000);
    assert.not.match((await scene.audit()).join('\n'), /kiosks 1$/m);
  }),
);

real('an older version, and one of the same number, is never taken', () =>
  GroupScene.during(random, { catalogue: 'follow' }, async (scene) => {
    await scene.set([row('1', 100)], { version: 7 });
    await scene.inUse(7);
    const older = await setCatalogue({ ...scene.options, version: 7 }, linesOf([row('1', 1)]));
    assert.match(JSON.stringify(inEnglish(older)), /Version 7 of catalogue.kiosks already exists/);
    const value = (version: number, price: number): Buffer => packed({ version, at: null, items: [row('1', price)] });
    await scene.put(value(7, 1));
    await scene.put(value(3, 2));
    await scene.box.until('it has seen it', () => scene.report().older === 3);
    assert.is(scene.price('1'), 10_000);
    await scene.set([row('1', 80)], { version: 8 });
    await scene.inUse(8);
    assert.is(scene.report().older, null);
  }),
);

real('a version is applied as a whole or not at all, and its fault is reported', () =>
  GroupScene.during(random, { catalogue: 'follow' }, async (scene) => {
    await scene.set([row('1', 100)]);
    await scene.inUse(1);
    await scene.set([row('1', 120), row('2', 50, { label: 'Г' })]);
    await scene.box.until('it is refused', () => scene.report().fault !== null);
    assert.match(String(inEnglish(scene.report().fault?.text ?? '')), /^item 2: label "Г" is not an active tax label/);
    assert.is(scene.report().fault?.version, 2);
    assert.equal([scene.price('1'), scene.price('2')], [10_000, undefined]);
    assert.is(scene.box.logged('group.refused').length, 1);
    // The label comes: the version is tried again by itself.
    scene.box.labels = [...scene.box.labels, { label: 'Г', name: 'Без ПДВ', rate: 0 }];
    scene.box.clock.pass(15 * 60_000);
    await scene.inUse(2);
    assert.is(inEnglish(scene.report().fault), null);
    assert.equal([scene.price('1'), scene.price('2')], [12_000, 5000]);
  }),
);

real('an invalid version changes nothing, and the next one is applied', () =>
  GroupScene.during(random, { catalogue: 'follow' }, async (scene) => {
    await scene.set([row('1', 100)]);
    await scene.inUse(1);
    const bomb = deflateSync(Buffer.alloc(64 * 1024 * 1024));
    const cases: readonly (readonly [Uint8Array, RegExp, Readonly<Record<string, string>>?])[] = [
      [Buffer.from('{"version":2}'), /not a text of at most 4194304 bytes/],
      [bomb, /not a text of at most 4194304 bytes, compressed with deflate/],
      [random.bytes(5000), /not a text of at most 4194304 bytes/],
      [packed({ version: 2, at: null, items: [] }), /its format is not known to this release/, {}],
      [packed({ version: 2, at: null, items: [] }), /not known/, { ...OWN_HEADERS, 'Kasirbox-Format': '2' }],
      [packed([]), /object/],
      [packed({ version: 0, at: null, items: [] }), /version must be at least 1/],
      [packed({ version: 1.5, at: null, items: [] }), /version must be/],
      [packed({ version: 2, at: 'tomorrow', items: [] }), /at must be a time/],
      [packed({ version: 2, at: '2026-13-45T00:00:00Z', items: [] }), /at is a time that does not exist/],
      [packed({ version: 2, at: null, items: Array(10_001).fill({}) }), /items may have at most/],
      [packed({ version: 2, at: null, items: ['x'] }), /items\[0\] must be/],
    ];
    for (const [bytes, words, head] of cases) {
      await scene.put(bytes, head);
      await scene.box.until(String(words), () => words.test(String(inEnglish(scene.report().fault?.text))));
      assert.is(scene.report().fault?.version, null);
      assert.is(scene.price('1'), 10_000);
    }
    // Nor does it hold up a version that waits for its time.
    const validFrom = scene.box.clock.now() + 60_000;
    const at = new Date(validFrom).toISOString();
    await scene.put(packed({ version: 2, at, items: [{ ...row('1', 101), later: [] }] }));
    await scene.box.until('it has come', () => scene.report().next?.version === 2);
    await scene.put(bomb);
    await scene.box.until('it is refused', () => scene.report().fault !== null);
    await scene.inUse(2);
    assert.ok(scene.box.clock.now() < validFrom + 60_000);
    assert.is(scene.price('1'), 10_100);
    assert.is(inEnglish(scene.report().fault), null);
  }),
);

real('a local edit is replaced by the next version, and the audit names it', () =>
  GroupScene.during(random, { catalogue: 'follow' }, async (scene) => {
    await scene.set([row('1', 100), row('2', 50), row('3', 10)]);
    await scene.inUse(1);
    const id = scene.box.ledger.main.itemByPlu('1')?.id ?? 0;
    assert.ok((await scene.box.catalogue.update(id, { price: 99 })).ok);
    assert.ok((await scene.box.catalogue.create({ plu: '9', name: 'Само овде', label: 'Ђ', price: 7 })).ok);
    await scene.set([row('2', 55)]);
    await scene.inUse(2);
    assert.equal([scene.price('1'), scene.price('2'), scene.price('9')], [10_000, 5500, 700]);
    assert.equal((await scene.audit()).slice(1), ['kiosks: group.catalogue kiosks 2', 'kiosks: group.replaced 1']);
  }),
);

real('a box without the right to its group reports that, and its records are sent nevertheless', () =>
  GroupScene.during(
    random,
    { catalogue: 'follow' },
    async (scene) => {
      await scene.set([row('1', 100)]);
      await scene.box.issue(2);
      await scene.box.told();
      await scene.box.until('it is refused', () => scene.report().unheard === 'refused');
      assert.is(scene.report().inUse, null);
      assert.is(scene.box.report?.failure, null);
      assert.is((await scene.box.records()).filter(({ receipt }) => receipt != null).length, 2);
    },
    'others',
  ),
);

real('where the server has nothing for groups yet, records are sent all the same, and the first version is taken', () =>
  GroupScene.during(random, { catalogue: 'follow' }, async (scene) => {
    await scene.box.issue(2);
    await scene.box.told();
    assert.is(scene.box.report?.failure, null);
    assert.is((await scene.box.records()).filter(({ receipt }) => receipt != null).length, 2);
    await scene.box.until('it knows', () => scene.report().unheard === 'missing');
    await scene.set([row('1', 100)]);
    await scene.inUse(1);
    assert.is(scene.report().unheard, null);
  }),
);

real('a box that goes to another group takes what that one has, whatever its number', () =>
  GroupScene.during(
    random,
    { catalogue: 'follow' },
    async (scene) => {
      await scene.set([row('1', 100)], { version: 9 });
      await scene.inUse(9);
      await scene.set([row('1', 70)], { group: 'markets' });
      await scene.join({ catalogue: 'follow' }, 'markets');
      await scene.inUse(1);
      assert.is(scene.price('1'), 7000);
      await scene.join({ catalogue: 'ignore' }, 'markets');
      assert.equal(inEnglish(scene.box.group.reports()), []);
    },
    '*',
  ),
);

real('a value that the server has refused is heard by no box', () =>
  GroupScene.during(random, { catalogue: 'follow' }, async (scene) => {
    await scene.set([row('1', 100)]);
    await scene.inUse(1);
    await scene.box.server.asOwner(async (_, connection) => {
      const head = headers();
      for (const [name, value] of Object.entries(OWN_HEADERS)) head.set(name, value);
      const bytes = packed({ version: 99, at: null, items: [row('1', 1)] });
      const late = { headers: head, expect: { lastSubjectSequence: 1000 } };
      const put = jetstream(connection).publish(`$KV.KASIRBOX.catalogue.${GROUP}`, bytes, late);
      await put.then(
        () => assert.unreachable(),
        (error: unknown) => assert.match(String(error), /wrong last sequence/),
      );
    });
    await scene.set([row('1', 110)]);
    await scene.inUse(2);
    assert.equal(
      scene.box.logged('group.received').map(({ version }) => version),
      [1, 2],
    );
  }),
);

real('when two owners set a version at once, one gets an error, and every box has that of the other', () =>
  GroupScene.during(random, { catalogue: 'follow' }, async (scene) => {
    await scene.set([row('1', 100)]);
    await scene.inUse(1);
    const both = await Promise.all([81, 82].map((price) => setCatalogue(scene.options, linesOf([row('1', price)]))));
    const lost = both.filter((set) => !set.ok);
    if (lost.length === 0) return; // they came one after the other
    assert.match(JSON.stringify(inEnglish(lost)), /Someone else set catalogue.kiosks at the same time/);
    await scene.inUse(2);
    const won = both.findIndex((set) => set.ok);
    assert.is(scene.price('1'), won === 0 ? 8100 : 8200);
  }),
);

real('a box that was moved to another group and back hears at once of what is set, and blames no server', () =>
  GroupScene.during(random, { catalogue: 'follow' }, async (scene) => {
    const { box } = scene;
    const [user] = box.server.users;
    assert.ok(user);
    await scene.set([row('1', 100)]);
    await scene.inUse(1);
    await box.server.moveBox(user.publicKey, 'bakeries');
    await box.until('it knows', () => scene.report().unheard === 'refused', 0);
    await box.server.moveBox(user.publicKey, GROUP);
    const back = box.clock.now();
    await box.until('it hears again', () => scene.report().unheard === null);
    assert.ok(box.clock.now() - back <= 10_000, `${box.clock.now() - back} ms`);
    await scene.set([row('1', 120)]);
    await scene.inUse(2);
    // Pushed, not requested: the box requests every five minutes.
    await scene.set([row('1', 130)]);
    const setAt = box.clock.now();
    await scene.inUse(3);
    assert.ok(box.clock.now() - setAt <= 10_000, `${box.clock.now() - setAt} ms`);
  }),
);

test.run();
