import { PassThrough } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { collectYoungGarbage } from '../../../src/base/memory.js';
import { CrumbCount } from '../../../src/platform/http/crumbs.js';
import { MessageBounds, ReceivedBytes } from '../../../src/platform/http/messageBounds.js';
import { PacedConnection } from '../../../src/platform/http/pacedConnection.js';
import { settled } from '../../kit/handClock.js';
import { seededRandom } from '../../kit/random.js';

const random = seededRandom();
const HEAD = 'POST / HTTP/1.1\r\nHost: x\r\n\r\n';

/** A head, its body and the form in which the length of the body is given. */
const MESSAGES = [
  { head: HEAD, body: '', length: undefined },
  { head: HEAD, body: 'a\r\n\r\nb\r\n\r', length: '9' },
  { head: HEAD, body: '1\r\nx\r\n0\r\n\r\n', length: undefined },
  { head: HEAD, body: '4\r\n\r\n\r\n\r\n0\r\nX-Trailer: 1\r\n\r\n', length: undefined },
] as const;

test('however messages arrive, no piece reaches into the next one, and none is lost', () => {
  for (let round = 0; round < 3000; round += 1) {
    const messages = Array.from({ length: 4 }, () => random.pick(MESSAGES));
    let wire = Buffer.from(messages.map(({ head, body }) => head + body).join(''));
    const bounds = new MessageBounds();
    for (const { head, body, length } of messages) {
      let [headLeft, bodyLeft] = [head.length, body.length];
      while (headLeft + bodyLeft > 0) {
        const arrived = wire.subarray(0, random.int(1, 40));
        const cut = bounds.next(arrived, headLeft === 0);
        assert.ok(cut > 0 && cut <= arrived.length);
        assert.ok(
          cut <= (headLeft || bodyLeft),
          `${cut} bytes, ${headLeft} of the head and ${bodyLeft} of the body left`,
        );
        wire = wire.subarray(cut);
        if (headLeft === 0) bodyLeft -= cut;
        else if ((headLeft -= cut) === 0) bounds.messageBegins(length);
      }
    }
    assert.is(wire.length, 0);
  }
});

const MEGABYTE = 1024 * 1024;

test('what uploads leave behind is freed after every four megabytes, in pieces of any size', () => {
  let times = 0;
  const received = new ReceivedBytes(() => void (times += 1));
  for (let piece = 0; piece < 63; piece += 1) received.add(65_536);
  assert.is(times, 0);
  received.add(65_536);
  assert.is(times, 1);
  received.add(20 * MEGABYTE);
  assert.is(times, 2, 'one piece is freed once');
  received.add(4 * MEGABYTE - 1);
  assert.is(times, 2);
});

test('pieces that nobody holds are freed, though V8 sees little to collect', () => {
  collectYoungGarbage();
  const before = process.memoryUsage().arrayBuffers;
  for (let piece = 0; piece < 160; piece += 1) Buffer.alloc(65_536);
  assert.ok(process.memoryUsage().arrayBuffers - before > 9 * MEGABYTE, 'ten megabytes are waiting');
  collectYoungGarbage();
  assert.ok(process.memoryUsage().arrayBuffers - before < MEGABYTE);
});

test('a connection counts what it hands on', async () => {
  let times = 0;
  const received = new ReceivedBytes(() => void (times += 1));
  const tls = new PassThrough({ highWaterMark: 5 * MEGABYTE });
  const parts = { clock: { monotonic: () => 0 }, received, crumbs: { of: () => new CrumbCount(() => 0) } };
  const connection = new PacedConnection(tls as unknown as TLSSocket, { bytesRead: 0 }, parts);
  connection.resume();
  tls.write(Buffer.alloc(4 * MEGABYTE, 'x'));
  // To have it come in, and to look at it in the turn after.
  await settled();
  await settled();
  assert.is(times, 1);
  connection.destroy();
});

test.run();
