import * as net from 'node:net';
import * as tls from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RequestThrottle } from '../../../src/platform/http/rateLimit.js';
import { TestBox } from '../../kit/box.js';
import { readError } from '../../kit/client.js';
import { instead } from '../../kit/instead.js';

test('a bug before the log of requests is logged, and answered as any other', () =>
  TestBox.during(async (box) => {
    const mend = instead(RequestThrottle.prototype, 'take', () => {
      throw new Error('a bug');
    });
    try {
      const reply = await box.anonymous.get('/me');
      const { code, rule, ref, requestId } = readError(500, reply);
      assert.equal([code, rule, requestId], ['server_error', 'request.failed', ref]);
      assert.is(reply.headers['x-request-id'], ref);
      assert.is(reply.headers['access-control-allow-origin'], '*');
      const failures = box.log.filter(({ event }) => event === 'request.failed');
      assert.equal(
        failures.map((failure) => failure['ref']),
        [ref],
      );
      assert.match(String(failures[0]?.['error']), /a bug/);
    } finally {
      mend();
    }
  }));

test('a client that breaks off its connection is no failure', () =>
  TestBox.during(async (box) => {
    let asked = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (asked = resolve));
    // The request waits for its turn while the connection breaks.
    const mend = instead(RequestThrottle.prototype, 'take', () => (asked(), 200));
    try {
      const socket = net.connect(Number(new URL(box.origin).port), '127.0.0.1');
      const client = tls.connect({ socket, rejectUnauthorized: false });
      client.on('error', () => undefined);
      client.write('GET /api/v1/me HTTP/1.1\r\nHost: kasa\r\n\r\n');
      await arrived;
      socket.resetAndDestroy();
      await box.anonymous.get('/me');
      assert.not.ok(box.log.some(({ event }) => event === 'request.failed'));
    } finally {
      mend();
    }
  }));

test.run();
