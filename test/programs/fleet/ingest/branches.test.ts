import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ChainBox } from '../../../kit/fleet/box.js';
import { type FleetScene, withServers } from '../../../kit/fleet/scene.js';
import { Turns } from '../../../kit/turns.js';

/** Each has a server of its own, and a database. */
const turns = new Turns(4);

const onServers = withServers(test, turns);

const number = (box: ChainBox, counter: number): string => `${box.jid}-${box.jid}-${counter}`;
const TAKE_FORK = 'SELECT kasirbox.take_fork(id) FROM kasirbox.alarm WHERE ended_at IS NULL';

async function kinds(scene: FleetScene): Promise<unknown> {
  return (await scene.alarms()).map(({ kind, ended_at }) => [kind, ended_at === null ? 'open' : 'closed']);
}

onServers(
  'a box that was restored and went on beside the old one is named, with its receipts, which are kept',
  async (scene) => {
    const box = ChainBox.numbered(1);
    await scene.publisher.records(box, [box.sell({ total: 100 }), box.sell({ total: 200 })]);
    const other = box.restored('other');
    await scene.publisher.records(box, [box.sell({ total: 400 })]);
    await scene.takeIn();
    await scene.publisher.records(other, [other.sell({ total: 800 }), other.sell({ total: 1600 })]);
    await scene.takeIn();
    await scene.publisher.records(other, [other.sell({ total: 3200 })]);
    await scene.takeIn();
    const [alarm, ...more] = await scene.alarms();
    assert.equal(more, []);
    assert.equal([alarm!.kind, alarm!.box, alarm!.records], ['fork', box.name, '3']);
    assert.equal([alarm!.first_sequence, alarm!.last_sequence], ['3', '5']);
    assert.equal(alarm!.receipts, [number(box, 3), number(box, 4), number(box, 5)]);
    assert.is(await scene.turnover(), '7.00');
    assert.is(await scene.value('SELECT sum(total) FROM kasirbox.receipts_in_conflict'), '56.00');
    // A repeat of it is nothing new.
    await scene.publisher.records(box, [box.sell({ total: 6400 })]);
    await scene.takeIn();
    assert.is((await scene.alarms()).length, 1);
    assert.is(await scene.turnover(), '71.00');
    // Somebody has closed the alarm, and more of the fork comes.
    await scene.rows('UPDATE kasirbox.alarm SET ended_at = now()');
    await scene.publisher.records(box, [box.sell({ total: 12_800 })]);
    await scene.takeIn();
    assert.equal(await kinds(scene), [['fork', 'closed']]);
    await scene.publisher.records(other, [other.sell({ total: 25_600 })]);
    await scene.takeIn();
    assert.equal(await kinds(scene), [['fork', 'open']]);
    assert.is((await scene.alarms())[0]!.records, '4');
  },
);

onServers('a fork that a person takes counts from then on, and the old branch is the fork', async (scene) => {
  const box = ChainBox.numbered(1);
  await scene.publisher.records(box, [box.sell({ total: 100 })]);
  const other = box.restored('other');
  await scene.publisher.records(box, [box.sell({ total: 200 }), box.sell({ total: 400 })]);
  await scene.takeIn();
  await scene.publisher.records(other, [other.sell({ total: 800 }), other.sell({ total: 1600 })]);
  await scene.takeIn();
  assert.is(await scene.turnover(), '7.00');
  assert.is(await scene.value("SELECT kasirbox.take_fork(id) FROM kasirbox.alarm WHERE kind = 'fork'"), '2');
  await scene.takeIn();
  assert.is(await scene.turnover(), '31.00');
  await scene.publisher.records(other, [other.sell({ total: 3200 })]);
  await scene.takeIn();
  assert.is(await scene.turnover(), '63.00');
  const [taken, ...none] = await scene.alarms();
  assert.equal(none, []);
  assert.ok(taken!.ended_at instanceof Date);
  await scene.publisher.records(box, [box.sell({ total: 6400 })]);
  await scene.takeIn();
  assert.is(await scene.turnover(), '63.00');
  assert.equal(
    (await scene.alarms()).map(({ kind, ended_at }) => [kind, ended_at === null]),
    [
      ['fork', false],
      ['fork', true],
    ],
  );
});

onServers('a box that was restored is a fork also where it starts as often as the old one had', async (scene) => {
  const box = ChainBox.numbered(1);
  await scene.publisher.records(box, [box.sell({ total: 100 })]);
  const copy = box.restored('copy');
  // The backup is of the evening before: both start for the second time.
  box.epoch = copy.epoch;
  copy.at += 86_400_000;
  await scene.publisher.records(box, [box.sell({ total: 200 })]);
  await scene.takeIn();
  await scene.publisher.records(copy, [copy.sell({ total: 400 })]);
  await scene.takeIn();
  await scene.publisher.records(copy, [copy.sell({ total: 800 })]);
  await scene.takeIn();
  const [alarm, ...more] = await scene.alarms();
  assert.equal(more, []);
  assert.equal([alarm!.kind, alarm!.records], ['fork', '2']);
  assert.is(await scene.value(TAKE_FORK), '2');
  await scene.takeIn();
  await scene.publisher.records(copy, [copy.sell({ total: 1600 })]);
  await scene.takeIn();
  assert.is(await scene.turnover(), '31.00');
  assert.equal(await kinds(scene), [['fork', 'closed']]);
  const again = scene.value('SELECT kasirbox.take_fork(1)');
  assert.match(await again.then(String, String), /alarm 1 is no open fork with records/);
});

onServers('the longer branch that was given up never comes back', async (scene) => {
  const box = ChainBox.numbered(1);
  await scene.publisher.records(box, [box.sell({ total: 100 })]);
  const copy = box.restored('copy');
  await scene.publisher.records(
    box,
    Array.from({ length: 4 }, () => box.sell({ total: 100 })),
  );
  await scene.takeIn();
  await scene.publisher.records(copy, [copy.sell({ total: 1000 }), copy.sell({ total: 1000 })]);
  await scene.takeIn();
  assert.is(await scene.value(TAKE_FORK), '2');
  await scene.takeIn();
  assert.is(await scene.turnover(), '25.00');
  await scene.publisher.records(box, [box.sell({ total: 10_000 })]);
  await scene.takeIn({ graceMs: 0 });
  await scene.publisher.records(
    copy,
    Array.from({ length: 4 }, () => copy.sell({ total: 1000 })),
  );
  await scene.takeIn({ graceMs: 0 });
  assert.is(await scene.turnover(), '65.00');
  assert.equal(await kinds(scene), [
    ['fork', 'closed'],
    ['fork', 'open'],
  ]);
});

onServers(
  'a state whose last record is older than what was told before it is a rollback, whatever the clock of the box says',
  async (scene) => {
    const box = ChainBox.numbered(1);
    // Its clock was a day ahead, and is set right before it sells.
    box.at += 86_400_000;
    await scene.publisher.state(box, box.state());
    box.at -= 86_400_000;
    await scene.publisher.records(box, [box.sell({ total: 100 })]);
    await scene.publisher.state(box, box.state());
    await scene.publisher.records(box, [box.sell({ total: 200 })]);
    await scene.takeIn();
    assert.equal(await scene.alarms(), []);
    const copy = ChainBox.numbered(1).restored('copy');
    copy.at = box.at - 86_400_000;
    for (let minute = 0; minute < 2; minute += 1) {
      await scene.publisher.state(box, copy.state({ sequence: 1 }));
      await scene.takeIn();
    }
    const [alarm, ...more] = await scene.alarms();
    assert.equal(more, []);
    assert.equal([alarm!.kind, alarm!.box], ['rollback', box.name]);
    assert.equal([alarm!.first_sequence, alarm!.last_sequence], ['2', '2']);
  },
);

onServers('what comes again, older than what was taken in, makes no rollback of a state from before', async (scene) => {
  const box = ChainBox.numbered(1);
  const first = [box.sell({ total: 100 })];
  const early = box.state();
  await scene.publisher.records(box, first);
  await scene.publisher.records(box, [box.sell({ total: 200 })]);
  await scene.takeIn();
  // As if the stream had taken the last record later than all that comes from now on.
  await scene.rows("UPDATE kasirbox.box SET stored_at = now() + interval '1 hour'");
  await scene.publisher.records(box, first);
  await scene.takeIn();
  await scene.publisher.state(box, early);
  await scene.takeIn();
  assert.equal([await scene.alarms(), await scene.turnover()], [[], '3.00']);
  await scene.rows("UPDATE kasirbox.box_state SET stored_at = now() + interval '1 hour'");
  await scene.publisher.state(box, box.state({ version: '0.1.0' }));
  await scene.takeIn();
  assert.is(await scene.value('SELECT version FROM kasirbox.box_state'), '0.23.0');
});

onServers('a rollback that somebody has closed opens again when the box is restored once more', async (scene) => {
  const box = ChainBox.numbered(1);
  await scene.publisher.records(box, [box.sell({ total: 100 })]);
  const copy = box.restored('copy');
  await scene.publisher.records(box, [box.sell({ total: 200 }), box.sell({ total: 400 })]);
  await scene.publisher.state(box, copy.state());
  await scene.takeIn();
  assert.equal(await kinds(scene), [['rollback', 'open']]);
  await scene.rows('UPDATE kasirbox.alarm SET ended_at = now()');
  // It still says so every five minutes.
  await scene.publisher.state(box, copy.state());
  await scene.takeIn();
  assert.equal(await kinds(scene), [['rollback', 'closed']]);
  await scene.publisher.state(box, box.state());
  await scene.publisher.state(box, copy.state());
  await scene.takeIn();
  await scene.publisher.state(box, box.state());
  await scene.takeIn();
  await scene.publisher.state(box, copy.state());
  await scene.takeIn();
  assert.equal(await kinds(scene), [['rollback', 'open']]);
});

onServers('a state whose last record is another one than has come is a fork', async (scene) => {
  const box = ChainBox.numbered(1);
  await scene.publisher.records(box, [box.sell({ total: 100 })]);
  await scene.publisher.state(box, box.state({ hash: 'd'.repeat(64) }));
  await scene.takeIn();
  assert.equal(
    (await scene.alarms()).map(({ kind }) => kind),
    ['fork'],
  );
});

test.run();
