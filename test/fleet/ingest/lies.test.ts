import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ChainBox } from '../../kit/fleet/box.js';
import { type FleetScene, withServers } from '../../kit/fleet/scene.js';

const onServers = withServers(test);

interface AlarmRow {
  readonly box: string;
  readonly kind: string;
  readonly message: string;
  readonly first_sequence: string | null;
  readonly last_sequence: string | null;
  readonly records: string;
  readonly receipts: string[];
  readonly ended_at: Date | null;
}

function alarms(scene: FleetScene): Promise<AlarmRow[]> {
  return scene.rows<AlarmRow>('SELECT * FROM kasirbox.alarms ORDER BY id');
}

const turnover = (scene: FleetScene): Promise<unknown> =>
  scene.value('SELECT sum(amount) FROM kasirbox.turnover_by_day');
const number = (box: ChainBox, counter: number): string => `${box.jid}-${box.jid}-${counter}`;

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
    const [alarm, ...more] = await alarms(scene);
    assert.equal(more, []);
    assert.equal([alarm!.kind, alarm!.box, alarm!.records], ['fork', box.name, '3']);
    assert.equal([alarm!.first_sequence, alarm!.last_sequence], ['3', '5']);
    assert.equal(alarm!.receipts, [number(box, 3), number(box, 4), number(box, 5)]);
    assert.is(await turnover(scene), '7.00');
    assert.is(await scene.value('SELECT sum(total) FROM kasirbox.receipts_in_conflict'), '56.00');
    // A repeat of it is nothing new.
    await scene.publisher.records(box, [box.sell({ total: 6400 })]);
    await scene.takeIn();
    assert.is((await alarms(scene)).length, 1);
    assert.is(await turnover(scene), '71.00');
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
  assert.is(await turnover(scene), '7.00');
  assert.is(await scene.value("SELECT kasirbox.take_fork(id) FROM kasirbox.alarm WHERE kind = 'fork'"), '2');
  await scene.takeIn();
  assert.is(await turnover(scene), '31.00');
  await scene.publisher.records(other, [other.sell({ total: 3200 })]);
  await scene.takeIn();
  assert.is(await turnover(scene), '63.00');
  const [taken, ...none] = await alarms(scene);
  assert.equal(none, []);
  assert.ok(taken!.ended_at instanceof Date);
  await scene.publisher.records(box, [box.sell({ total: 6400 })]);
  await scene.takeIn();
  assert.is(await turnover(scene), '63.00');
  assert.equal(
    (await alarms(scene)).map(({ kind, ended_at }) => [kind, ended_at === null]),
    [
      ['fork', false],
      ['fork', true],
    ],
  );
});

onServers('a record that was changed on the box after it was sent is named with its receipt', async (scene) => {
  const box = ChainBox.numbered(1);
  const records = [box.sell({ total: 100 }), box.sell({ total: 200 }), box.sell({ total: 400 })];
  await scene.publisher.records(box, records);
  await scene.takeIn();
  const forged = { ...records[1]!, hash: 'f'.repeat(64), receipt: { ...records[1]!.receipt, total: 1 } };
  await scene.publisher.records(box, [records[0]!, forged, records[2]!]);
  await scene.takeIn();
  const [alarm, ...more] = await alarms(scene);
  assert.equal(more, []);
  assert.equal([alarm!.kind, alarm!.box, alarm!.records], ['changed', box.name, '1']);
  assert.equal([alarm!.first_sequence, alarm!.receipts], ['2', [number(box, 2)]]);
  assert.is(await turnover(scene), '7.00');
});

onServers(
  'a change that the box itself has found is named, and so is a previous hash that does not fit',
  async (scene) => {
    const box = ChainBox.numbered(1);
    const records = [box.sell({ total: 100 }), box.sell({ total: 200 }), box.sell({ total: 400 })];
    records[1]!.isChained = false;
    records[2]!.previous = '0'.repeat(64);
    await scene.publisher.records(box, records);
    await scene.takeIn();
    const found = await alarms(scene);
    assert.equal(
      found.map(({ kind, first_sequence, receipts }) => [kind, first_sequence, receipts]),
      [
        ['changed', '1', [number(box, 1), number(box, 2)]],
        ['changed', '2', [number(box, 2), number(box, 3)]],
      ],
    );
    assert.is(await turnover(scene), '7.00');
  },
);

onServers(
  'a hole is named after the grace time and not before, and its alarm ends when it is filled',
  async (scene) => {
    const box = ChainBox.numbered(1);
    const [first, second, third] = [box.sell({ total: 100 }), box.sell({ total: 200 }), box.sell({ total: 400 })];
    await scene.publisher.records(box, [first]);
    await scene.publisher.records(box, [third]);
    await scene.takeIn();
    assert.equal(await alarms(scene), []);
    assert.is(await turnover(scene), '1.00');
    await scene.takeIn({ graceMs: 0 });
    const [alarm] = await alarms(scene);
    assert.equal([alarm!.kind, alarm!.box, alarm!.ended_at], ['hole', box.name, null]);
    assert.equal([alarm!.first_sequence, alarm!.last_sequence, alarm!.receipts], ['2', '2', [number(box, 3)]]);
    assert.is(await turnover(scene), '5.00');
    assert.equal(await scene.rows('SELECT first_number, missing FROM kasirbox.numbers_missing'), [
      { first_number: '2', missing: '1' },
    ]);
    await scene.publisher.records(box, [second]);
    await scene.takeIn();
    assert.is(await turnover(scene), '7.00');
    const [ended, ...more] = await alarms(scene);
    assert.equal(more, []);
    assert.ok(ended!.ended_at instanceof Date);
    assert.equal(await scene.rows('SELECT * FROM kasirbox.numbers_missing'), []);
  },
);

onServers('a stream that begins in the middle of a ledger is a hole from its beginning', async (scene) => {
  const box = ChainBox.numbered(1);
  box.sell({ total: 100 });
  await scene.publisher.records(box, [box.sell({ total: 200 })]);
  await scene.takeIn({ graceMs: 0 });
  const [alarm] = await alarms(scene);
  assert.equal([alarm!.kind, alarm!.first_sequence, alarm!.last_sequence], ['hole', '1', '1']);
  assert.is(await turnover(scene), '2.00');
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
    assert.equal(await alarms(scene), []);
    const copy = ChainBox.numbered(1).restored('copy');
    copy.at = box.at - 86_400_000;
    for (let minute = 0; minute < 2; minute += 1) {
      await scene.publisher.state(box, copy.state({ sequence: 1 }));
      await scene.takeIn();
    }
    const [alarm, ...more] = await alarms(scene);
    assert.equal(more, []);
    assert.equal([alarm!.kind, alarm!.box], ['rollback', box.name]);
    assert.equal([alarm!.first_sequence, alarm!.last_sequence], ['2', '2']);
  },
);

onServers('a state whose last record is another one than has come is a fork', async (scene) => {
  const box = ChainBox.numbered(1);
  await scene.publisher.records(box, [box.sell({ total: 100 })]);
  await scene.publisher.state(box, box.state({ hash: 'd'.repeat(64) }));
  await scene.takeIn();
  assert.equal(
    (await alarms(scene)).map(({ kind }) => kind),
    ['fork'],
  );
});

test.run();
