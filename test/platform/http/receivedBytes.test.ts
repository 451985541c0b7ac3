import { PassThrough } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ReceivedBytes } from '../../../src/platform/http/receivedBytes.js';
import { CrumbCount } from '../../../src/platform/http/crumbs.js';
import { PacedConnection } from '../../../src/platform/http/pacedConnection.js';
import { settled } from '../../kit/handClock.js';
import { collectYoungGarbage } from '../../../src/base/memory.js';

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
