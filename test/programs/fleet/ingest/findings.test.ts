import { connect } from 'node:net';
import { once } from 'node:events';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ChainBox } from '../../../kit/fleet/box.js';
import { packed } from '../../../kit/fleet/packing.js';
import { withServers } from '../../../kit/fleet/scene.js';
import { Turns } from '../../../kit/turns.js';

/** Each has a server of its own, and a database. */
const turns = new Turns(2);

const onServers = withServers(test, turns);

onServers(
  'what cannot be read is kept with an alarm, and what comes before and behind it is taken in',
  async (scene) => {
    const box = ChainBox.numbered(1);
    await scene.publisher.records(box, [box.sell({ total: 100 })]);
    await scene.publisher.raw(box.subject, Buffer.from('no deflate'));
    await scene.publisher.raw(box.subject, Buffer.from('no deflate'));
    await scene.publisher.raw(box.subject, Buffer.from('no deflate either'));
    await scene.publisher.raw('kasirbox.KIOSK', packed({}));
    await scene.publisher.records(box, [box.sell({ total: 200 })]);
    await scene.takeIn();
    assert.is(await scene.value('SELECT sum(amount) FROM kasirbox.turnover_by_day'), '3.00');
    const rows = await scene.rows('SELECT box, kind, records, message FROM kasirbox.alarms ORDER BY id');
    assert.equal(rows, [
      {
        box: box.name,
        kind: 'malformed',
        records: '2',
        message: 'a message cannot be read: it is not packed by deflate',
      },
      { box: null, kind: 'malformed', records: '1', message: 'a message cannot be read: the subject is none of a box' },
    ]);
    const kept = await scene.rows<{ payload: Buffer }>('SELECT payload FROM kasirbox.malformed ORDER BY payload');
    assert.is(
      kept.some(({ payload }) => payload.toString() === 'no deflate either'),
      true,
    );
  },
);

/** Publishes with headers that no client would write; the server passes them on. */
async function withHeaders(port: number, subject: string, lines: string, body: string): Promise<void> {
  const head = `NATS/1.0\r\n${lines}\r\n\r\n`;
  const socket = connect(port, '127.0.0.1');
  socket.write('CONNECT {"verbose":false,"pedantic":false,"headers":true,"no_responders":true}\r\n');
  socket.write(`HPUB ${subject} ${head.length} ${head.length + body.length}\r\n${head}${body}\r\nPING\r\n`);
  for (let heard = ''; !heard.includes('PONG');) heard += String((await once(socket, 'data'))[0]);
  socket.destroy();
}

onServers('a message with headers that cannot be read is kept with an alarm, and stops no other', async (scene) => {
  const [box, other] = [ChainBox.numbered(1), ChainBox.numbered(2)];
  const odd = ['bad key: x', 'no colon', 'Kasirbox-Format: \r1', '\0: 1'];
  for (const [at, lines] of odd.entries()) await withHeaders(scene.nats.port, box.subject, lines, `${at}`);
  await scene.publisher.records(other, [other.sell({ total: 500 })]);
  await scene.takeIn();
  assert.is(await scene.turnover(), '5.00');
  const alarms = await scene.alarms();
  assert.ok(alarms.every(({ kind, box: name }) => kind === 'malformed' && name === box.name));
  assert.is(
    alarms.reduce((sum, { records }) => sum + Number(records), 0),
    odd.length,
  );
  assert.match(alarms[0]?.message ?? '', /its headers are not as NATS has them/);
});

onServers('records of odd times are taken in, whatever month a wrong clock has shown', async (scene) => {
  const box = ChainBox.numbered(1);
  for (const year of [1971, 2021, 2026, 2150]) {
    box.at = Date.UTC(year, 0, 31, 23, 59, 59);
    await scene.publisher.records(box, [box.sell({ total: 100 })]);
  }
  await scene.takeIn();
  assert.is(await scene.value('SELECT count(*) FROM kasirbox.receipt'), '4');
  assert.is(await scene.value('SELECT count(*) FROM kasirbox.receipt_other'), '2');
  await scene.rows("SELECT kasirbox.make_month('2150-02-01')");
  assert.is(await scene.value('SELECT count(*) FROM kasirbox.receipt_2150_02'), '1');
  await scene.rows("SELECT kasirbox.make_month('2150-01-01')");
  assert.is(await scene.value('SELECT count(*) FROM kasirbox.receipt_2150_01'), '0');
  assert.is(await scene.value('SELECT count(*) FROM kasirbox.receipt'), '4');
});

onServers('one message that PostgreSQL refuses does not stop the others', async (scene) => {
  await scene.takeIn();
  await scene.rows('ALTER TABLE kasirbox.receipt ADD CONSTRAINT odd CHECK (total <> 666)');
  const [good, bad] = [ChainBox.numbered(1), ChainBox.numbered(2)];
  await scene.publisher.records(good, [good.sell({ total: 100 })]);
  await scene.publisher.records(bad, [bad.sell({ total: 666 })]);
  await scene.publisher.records(good, [good.sell({ total: 200 })]);
  await scene.takeIn();
  assert.is(await scene.value('SELECT sum(amount) FROM kasirbox.turnover_by_day'), '3.00');
  assert.equal(await scene.rows('SELECT box, message FROM kasirbox.alarms'), [
    { box: bad.name, message: 'a message cannot be read: PostgreSQL refuses it (23514)' },
  ]);
});

test.run();
