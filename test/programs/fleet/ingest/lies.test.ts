import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ChainBox } from '../../../kit/fleet/box.js';
import { withServers } from '../../../kit/fleet/scene.js';
import { Turns } from '../../../kit/turns.js';

/** Each has a server of its own, and a database. */
const turns = new Turns(2);

const onServers = withServers(test, turns);

const number = (box: ChainBox, counter: number): string => `${box.jid}-${box.jid}-${counter}`;

onServers('a record that was changed on the box after it was sent is named with its receipt', async (scene) => {
  const box = ChainBox.numbered(1);
  const records = [box.sell({ total: 100 }), box.sell({ total: 200 }), box.sell({ total: 400 })];
  await scene.publisher.records(box, records);
  await scene.takeIn();
  const forged = { ...records[1]!, hash: 'f'.repeat(64), receipt: { ...records[1]!.receipt, total: 1 } };
  await scene.publisher.records(box, [records[0]!, forged, records[2]!]);
  await scene.takeIn();
  const [alarm, ...more] = await scene.alarms();
  assert.equal(more, []);
  assert.equal([alarm!.kind, alarm!.box, alarm!.records], ['changed', box.name, '1']);
  assert.equal([alarm!.first_sequence, alarm!.receipts], ['2', [number(box, 2)]]);
  const taken = scene.value(`SELECT kasirbox.take_fork(${alarm!.id})`);
  assert.match(await taken.then(String, String), /changed in place/);
  assert.is(await scene.turnover(), '7.00');
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
    const found = await scene.alarms();
    assert.equal(
      found.map(({ kind, first_sequence, receipts }) => [kind, first_sequence, receipts]),
      [
        ['changed', '1', [number(box, 1), number(box, 2)]],
        ['changed', '2', [number(box, 2), number(box, 3)]],
      ],
    );
    assert.is(await scene.turnover(), '7.00');
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
    assert.equal(await scene.alarms(), []);
    assert.is(await scene.turnover(), '1.00');
    await scene.takeIn({ graceMs: 0 });
    const [alarm] = await scene.alarms();
    assert.equal([alarm!.kind, alarm!.box, alarm!.ended_at], ['hole', box.name, null]);
    assert.equal([alarm!.first_sequence, alarm!.last_sequence, alarm!.receipts], ['2', '2', [number(box, 3)]]);
    assert.is(await scene.turnover(), '5.00');
    assert.equal(await scene.rows('SELECT first_number, missing FROM kasirbox.numbers_missing'), [
      { first_number: '2', missing: '1' },
    ]);
    await scene.publisher.records(box, [second]);
    await scene.takeIn();
    assert.is(await scene.turnover(), '7.00');
    const [ended, ...more] = await scene.alarms();
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
  const [alarm] = await scene.alarms();
  assert.equal([alarm!.kind, alarm!.first_sequence, alarm!.last_sequence], ['hole', '1', '1']);
  assert.is(await scene.turnover(), '2.00');
});

test.run();
