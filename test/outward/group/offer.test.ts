import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { NO_NATS } from '../../kit/nats/server.js';
import { cleanUp } from '../../kit/process.js';
import { seededRandom } from '../../kit/random.js';
import { GroupScene, row } from './scene.js';
import { inEnglish } from '../../kit/inEnglish.js';

test.after(cleanUp);
const random = seededRandom();
const real = (name: string, work: () => Promise<void>): void => {
  if (NO_NATS === undefined) test(name, work);
  else test.skip(name, work);
};
const HOUR = 60 * 60_000;

real('a version that is offered waits for a person, over a restart too, who takes it or refuses it', () =>
  GroupScene.during(random, { catalogue: 'offer' }, async (scene) => {
    const { box } = scene;
    assert.match(
      JSON.stringify(inEnglish(await box.group.decide('catalogue', 'taken'))),
      /No version of the catalogue is waiting/,
    );
    await scene.set([row('1', 100)]);
    await box.until('it is offered', () => scene.report().next?.version === 1);
    box.clock.pass(HOUR);
    await box.told();
    assert.is(scene.price('1'), undefined);
    await box.restart(box.image());
    assert.is(scene.report().next?.decision, 'none');
    assert.ok((await box.group.decide('catalogue', 'refused')).ok);
    await box.restart(box.image());
    assert.is(scene.report().next?.decision, 'refused');
    assert.is(scene.price('1'), undefined);
    // The next one is a question anew, and has all that was refused before.
    await scene.set([row('2', 50)]);
    await box.until('it is offered', () => scene.report().next?.version === 2);
    assert.is(scene.report().next?.decision, 'none');
    const taken = await box.group.decide('catalogue', 'taken');
    assert.is(taken.ok && taken.value.inUse, 2);
    assert.equal([scene.price('1'), scene.price('2')], [10_000, 5000]);
  }),
);

real('a version that is taken before its time holds from then on', () =>
  GroupScene.during(random, { catalogue: 'offer' }, async (scene) => {
    const { box } = scene;
    await scene.set([row('1', 100)], { validFrom: box.clock.now() + HOUR });
    await box.until('it is offered', () => scene.report().next?.version === 1);
    assert.ok((await box.group.decide('catalogue', 'taken')).ok);
    assert.is(scene.price('1'), undefined);
    await box.restart(box.image(), true);
    box.clock.pass(HOUR);
    await scene.inUse(1);
    assert.is(scene.price('1'), 10_000);
  }),
);

real('a person who accepts a version with a fault gets the fault, and nothing changes', () =>
  GroupScene.during(random, { catalogue: 'offer' }, async (scene) => {
    await scene.set([row('1', 100), row('2', 5, { label: 'Г' })]);
    await scene.box.until('it is offered', () => scene.report().next?.version === 1);
    const taken = await scene.box.group.decide('catalogue', 'taken');
    const fault = /Version 1 was not applied, and nothing was changed: item 2: label/;
    assert.match(JSON.stringify(inEnglish(taken)), fault);
    const again = await scene.box.group.decide('catalogue', 'taken');
    assert.match(JSON.stringify(inEnglish(again)), fault, 'a person does not wait for the pause after a fault');
    assert.is(scene.price('1'), undefined);
  }),
);

real('where the box follows there is nothing to decide, and where it ignores nothing to show', () =>
  GroupScene.during(random, { catalogue: 'follow' }, async (scene) => {
    await scene.set([row('1', 100)], { validFrom: scene.box.clock.now() + HOUR });
    await scene.box.until('it has come', () => scene.report().next?.version === 1);
    assert.match(JSON.stringify(inEnglish(await scene.box.group.decide('catalogue', 'taken'))), /needs no decision/);
    assert.match(
      JSON.stringify(inEnglish(await scene.box.group.decide('settings', 'taken'))),
      /does not apply the settings of a group/,
    );
  }),
);

test.run();
