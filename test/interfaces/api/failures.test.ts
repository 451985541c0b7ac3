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

test.run();
