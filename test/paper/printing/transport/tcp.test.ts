import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { HandClock, settled } from '../../../kit/handClock.js';
import { freePort } from '../../../kit/port.js';
import { TcpFront } from '../../../kit/printer/fronts/tcp.js';
import { seededRandom } from '../../../kit/random.js';
import { Sink } from './sink.js';
import { ALWAYS, lossOf, native, opened, transportTo } from './transports.js';

const random = seededRandom();

async function onNetwork(check: (sink: Sink, front: TcpFront) => Promise<void>, room = Infinity): Promise<void> {
  const sink = new Sink(room);
  const front = await TcpFront.start(sink);
  try {
    await check(sink, front);
  } finally {
    await front.stop();
  }
}

test('a printer is absent where nobody listens, and under a name that does not exist', async () => {
  assert.is(await lossOf(transportTo(`tcp://127.0.0.1:${await freePort()}`)), 'absent');
  assert.is(await lossOf(transportTo('tcp://no-such-printer.invalid')), 'absent');
});

test('a caller that gives up while connecting gets no connection', () =>
  onNetwork(async (_sink, { port }) => {
    const patience = new AbortController();
    const loss = lossOf(transportTo(`tcp://127.0.0.1:${port}`), patience.signal);
    patience.abort();
    assert.is(await loss, 'absent');
  }));

test('a printer that has not accepted the connection within five seconds is absent', () =>
  onNetwork(async (_sink, { port }) => {
    for (const [passed, loss] of [
      [4999, undefined],
      [5000, 'absent'],
    ] as const) {
      const clock = new HandClock();
      const ended = lossOf(transportTo(`tcp://127.0.0.1:${port}`, native, clock));
      clock.pass(passed);
      assert.is(await ended, loss, `${passed} ms`);
      assert.is(clock.sleeping, 0);
    }
  }));

test('a printer is reached by name', () =>
  onNetwork(async (sink, { port }) => {
    const connection = await opened(transportTo(`tcp://localhost:${port}`));
    await connection.write(Buffer.from('x'), ALWAYS);
    await sink.reached(1);
    await connection.close();
  }));

test('a slow printer gets all that was sent before the close, whatever it sends meanwhile', () =>
  onNetwork(async (sink, { port }) => {
    const connection = await opened(transportTo(`tcp://127.0.0.1:${port}`));
    const bytes = random.bytes(200_000);
    assert.ok((await connection.write(bytes, ALWAYS)).ok);
    await sink.reached(100);
    sink.send(Buffer.from([0x16, 0x12]));
    await connection.close();
    sink.makeRoom();
    await sink.reached(bytes.length);
    assert.ok(sink.bytes.equals(bytes));
  }, 100));

test('a printer that does not end the connection is waited for one second, one that does not a moment', () =>
  onNetwork(async (sink, { port }) => {
    const clock = new HandClock();
    const transport = transportTo(`tcp://127.0.0.1:${port}`, native, clock);
    const slow = await opened(transport);
    assert.ok((await slow.write(random.bytes(5000), ALWAYS)).ok);
    await sink.reached(100);
    let isClosed = false;
    const closed = slow.close().then(() => (isClosed = true));
    for (const ms of [999, 1]) {
      for (let turn = 0; turn < 20; turn += 1) await settled();
      assert.is(isClosed, false);
      clock.pass(ms);
    }
    await closed;
    sink.makeRoom();
    await (await opened(transport)).close();
  }, 100));

test('a printer that ends the connection is lost, and reached again', () =>
  onNetwork(async (sink, { port }) => {
    const transport = transportTo(`tcp://127.0.0.1:${port}`);
    const connection = await opened(transport);
    await connection.write(Buffer.from('x'), ALWAYS);
    await sink.reached(1);
    sink.power(false);
    assert.is(await connection.gone, 'lost');
    await connection.close();
    sink.power(true);
    const again = await opened(transport);
    assert.ok((await again.write(Buffer.from('y'), ALWAYS)).ok);
    await sink.reached(2);
    assert.is(sink.bytes.toString(), 'xy');
    await again.close();
  }));

test.run();
