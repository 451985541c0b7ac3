// turns: 2
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { seededRandom } from '../../../kit/random.js';
import { Sink } from './sink.js';
import { ALWAYS, type Cable, CABLES, lossOf, opened, received } from './transports.js';

const random = seededRandom();
/** More than all buffers between a box and a printer that does not read: those of TCP hold some megabytes. */
const TOO_MUCH = Buffer.alloc(32 * 1024 * 1024, 0x55);
const DONE = { ok: true, value: undefined };
const LOST = { ok: false, error: 'lost' };

/** A test over each kind of cable. */
function overEach(name: string, room: number, check: (sink: Sink, cable: Cable) => Promise<void>): void {
  for (const [kind, lay] of Object.entries(CABLES)) {
    test(`${kind}: ${name}`, async () => {
      const sink = new Sink(room);
      const cable = await lay(sink);
      try {
        await check(sink, cable);
      } finally {
        await cable.stop();
      }
    });
  }
}

overEach('bytes of all values go through unchanged, in both directions', Infinity, async (sink, { transport }) => {
  const connection = await opened(transport);
  const out = Buffer.concat([Buffer.from(Array.from({ length: 256 }, (_, value) => value)), random.bytes(19_744)]);
  for (let at = 0; at < out.length;) {
    const next = at + random.int(1, 2048);
    assert.equal(await connection.write(out.subarray(at, next), ALWAYS), DONE);
    at = next;
  }
  assert.equal(await connection.drain(ALWAYS), DONE);
  await sink.reached(out.length);
  assert.ok(sink.bytes.equals(out));

  // DLE EOT answers hold no XON or XOFF (11h, 13h), which the driver of a serial port would keep.
  const back = Buffer.from(random.bytes(3000).map((byte) => (byte === 0x11 || byte === 0x13 ? 0x12 : byte)));
  const came = received(connection, back.length);
  sink.send(back);
  assert.ok((await came).equals(back));
  await connection.close();
});

overEach('a printer without room holds up a write, and goes on when it has room', 100, async (sink, { transport }) => {
  const connection = await opened(transport);
  let isDone = false;
  const bytes = random.bytes(60_000);
  const data = Buffer.concat([
    bytes,
    TOO_MUCH.subarray(0, transport.constructor.name === 'TcpTransport' ? undefined : 0),
  ]);
  const write = connection.write(data, ALWAYS).then((end) => {
    isDone = true;
    return end;
  });
  await sink.reached(100);
  assert.is(isDone, false);
  sink.makeRoom();
  assert.equal(await write, DONE);
  await sink.reached(data.length);
  assert.ok(sink.bytes.equals(data));
  await connection.close();
});

overEach('a write that is given up ends at once, and closing after it too', 100, async (sink, { transport }) => {
  const connection = await opened(transport);
  const patience = new AbortController();
  const write = connection.write(TOO_MUCH, patience.signal);
  await sink.reached(100);
  patience.abort();
  assert.equal(await write, LOST);
  await connection.close();
  await connection.close();
  assert.is(await connection.gone, 'closed');
  assert.equal(await connection.write(Buffer.from('x'), ALWAYS), { ok: false, error: 'closed' });
  assert.equal(await connection.drain(ALWAYS), { ok: false, error: 'closed' });
  // The device is free again.
  assert.is(await lossOf(transport), undefined);
});

overEach('a printer that vanishes under a write is lost, and then absent', 100, async (sink, { transport, pull }) => {
  const connection = await opened(transport);
  const write = connection.write(TOO_MUCH, ALWAYS);
  await sink.reached(100);
  await pull();
  assert.equal(await write, LOST);
  assert.is(await connection.gone, 'lost');
  assert.equal(await connection.write(Buffer.from('x'), ALWAYS), LOST);
  await connection.close();
});

overEach('bytes that come while nobody listens are dropped', Infinity, async (sink, { transport }) => {
  const connection = await opened(transport);
  const first = received(connection, 1);
  sink.send(Buffer.from([0x12]));
  assert.equal([...(await first)], [0x12]);
  connection.onBytes(undefined);
  sink.send(Buffer.from([0x16]));
  assert.equal(await connection.write(Buffer.from('x'), ALWAYS), DONE);
  await sink.reached(1);
  await connection.close();
  assert.is(await connection.gone, 'closed');
});

overEach('who gives up before it is open gets no way', Infinity, async (_sink, { transport }) => {
  assert.is(await lossOf(transport, AbortSignal.abort()), 'absent');
  assert.is(await lossOf(transport), undefined);
});

test.run();
