// time limit: 240 s
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AckGate } from '../../../kit/fleet/ackGate.js';
import { ChainBox, type SentRecord } from '../../../kit/fleet/box.js';
import { type FleetScene, withServers } from '../../../kit/fleet/scene.js';
import { cases } from '../../../kit/cases.js';
import { Program } from '../../../kit/program.js';
import { type Random, seededRandom } from '../../../kit/random.js';
import { Turns } from '../../../kit/turns.js';

/** Each has a server of its own, ingesters and a PostgreSQL. */
const turns = new Turns(4);
const onServers = withServers(test, turns);
test.after(() => Program.killAll());

const INGESTER = join(import.meta.dirname, '../../../kit/fleet/ingester.ts');

function ingester(scene: FleetScene, nats = scene.nats.url): Program {
  return new Program(INGESTER, '--nats', nats, '--postgres', scene.url);
}

/** What the tables have of each box must be what it has sent, once, with sums to the para. */
async function assertAll(scene: FleetScene, sent: ReadonlyMap<ChainBox, readonly SentRecord[]>): Promise<void> {
  assert.equal(await scene.rows('SELECT * FROM kasirbox.alarms'), []);
  assert.is(await scene.value('SELECT count(*) FROM kasirbox.waiting'), '0');
  for (const [box, records] of sent) {
    // Of a box that has sent nothing the server has not heard.
    if (records.length === 0) continue;
    const rows = await scene.rows<{ sequence: string; hash: string; total: string }>(
      `SELECT r.sequence, encode(r.hash, 'hex') AS hash, c.total FROM kasirbox.record r
       JOIN kasirbox.box b ON b.id = r.box JOIN kasirbox.receipt c ON (c.box, c.epoch, c.sequence) = (r.box, r.epoch, r.sequence)
       WHERE b.name = '${box.name}' ORDER BY r.sequence`,
    );
    assert.equal(
      rows,
      records.map(({ sequence, hash, receipt }) => ({
        ...{ sequence: String(sequence), hash },
        total: String(Math.round(Number(receipt!['total']) * 100)),
      })),
    );
    const net = records.reduce((sum, { receipt }) => {
      const para = Math.round(Number(receipt!['total']) * 100);
      return sum + (receipt!['transactionType'] === 'Refund' ? -para : para);
    }, 0);
    for (const table of ['day_turnover', 'day_label', 'day_payment', 'day_cashier']) {
      const [sum] = await scene.rows<{ receipts: string; amount: string }>(
        `SELECT sum(receipts) AS receipts, sum(amount) AS amount FROM kasirbox.${table} t
         JOIN kasirbox.box b ON b.id = t.box WHERE b.name = '${box.name}'`,
      );
      assert.equal([table, sum!.receipts, sum!.amount], [table, String(records.length), String(net)]);
    }
    const place = await scene.value(`SELECT sequence FROM kasirbox.box WHERE name = '${box.name}'`);
    assert.is(place, String(records.at(-1)!.sequence));
  }
}

/** Boxes sell, and tell it in messages of all sizes, some of them twice. */
async function sales(scene: FleetScene, random: Random, boxes: readonly ChainBox[], messages: number) {
  const sent = new Map<ChainBox, SentRecord[]>(boxes.map((box) => [box, []]));
  for (let n = 0; n < messages; n += 1) {
    const box = random.pick(boxes);
    const records = Array.from({ length: random.int(1, 40) }, () => {
      if (random.oneIn(5)) box.silent();
      if (random.oneIn(50)) box.epoch += 1;
      const transactionType = random.oneIn(10) ? 'Refund' : 'Sale';
      const cashier = random.pick(['Ана', 'Вук']);
      return box.sell({ total: random.int(1, 1_000_000_00), transactionType, cashier });
    });
    sent.get(box)!.push(...records);
    await scene.publisher.records(box, records);
    if (random.oneIn(4)) await scene.publisher.records(box, records.slice(random.int(0, records.length - 1)));
    if (random.oneIn(10)) await scene.publisher.state(box, box.state());
  }
  return sent;
}

onServers('what was committed and not acknowledged when the ingester was killed is taken in once', async (scene) => {
  const box = ChainBox.numbered(1);
  const records = [
    box.sell({ total: 12_345 }),
    box.sell({ total: 1 }),
    box.sell({ total: 50, transactionType: 'Refund' }),
  ];
  await scene.publisher.records(box, records);
  const gate = await AckGate.open(scene.nats.port);
  const killed = ingester(scene, gate.url);
  await gate.held;
  await killed.end('SIGKILL');
  gate.close();
  assert.is(await scene.value('SELECT count(*) FROM kasirbox.record'), '3');
  // The message comes again when the time for its acknowledgement is over; here it is told again as well.
  await scene.publisher.records(box, records);
  await scene.publisher.records(box, [...records, box.sell({ total: 7 })]);
  await scene.takeIn();
  const sold = await scene.rows('SELECT count(*), sum(total) FROM kasirbox.receipt');
  assert.equal(sold, [{ count: '4', sum: '12403' }]);
  assert.equal(await scene.value('SELECT amount FROM kasirbox.turnover_by_day'), '123.03');
});

onServers('two ingesters at once take in each record once, in the order of its box', async (scene) => {
  const random = seededRandom();
  const boxes = Array.from({ length: 8 }, (_, index) => ChainBox.numbered(index));
  const sent = await sales(scene, random, boxes, cases('MESSAGES', { ci: 40, all: 150 }));
  await Promise.all([scene.takeIn(), scene.takeIn()]);
  await assertAll(scene, sent);
});

onServers('ingesters that are killed at any moment lose nothing and double nothing', async (scene) => {
  const random = seededRandom();
  const boxes = Array.from({ length: 5 }, (_, index) => ChainBox.numbered(index));
  const sent = new Map<ChainBox, SentRecord[]>(boxes.map((box) => [box, []]));
  let steady = ingester(scene);
  for (let round = 0; round < cases('INGESTER_KILLS', { ci: 1, all: 8 }); round += 1) {
    const other = ingester(scene);
    await other.says('connected');
    const selling = sales(scene, random, boxes, random.int(1, 60));
    for (const [box, records] of await selling) sent.get(box)!.push(...records);
    await other.end('SIGKILL');
    if (random.oneIn(2)) {
      await steady.end('SIGKILL');
      steady = ingester(scene);
    }
  }
  await steady.end();
  // What the killed ones had at hand is given out again when the time for its acknowledgement is over.
  await scene.takeIn();
  await assertAll(scene, sent);
});

onServers('an ingester waits for servers that are gone, and goes on', async (scene) => {
  const box = ChainBox.numbered(1);
  const sent = [box.sell({ total: 100 })];
  await scene.publisher.records(box, sent);
  const running = ingester(scene);
  await running.says('connected to NATS and PostgreSQL');
  await scene.postgres.stop();
  await scene.publisher.records(box, [box.sell({ total: 200 })]);
  await running.says('PostgreSQL cannot be used');
  await scene.postgres.startAgain();
  await scene.reconnect();
  await scene.nats.kill();
  await running.says('NATS cannot be used');
  await scene.nats.run();
  await scene.takeIn();
  assert.is(await scene.value('SELECT amount FROM kasirbox.turnover_by_day'), '3.00');
  const { code } = await running.end();
  assert.is(code, 0);
});

test.run();
