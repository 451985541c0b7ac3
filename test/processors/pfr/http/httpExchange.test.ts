import { Socket } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { faultOf, sendRequest } from '../../../../src/processors/pfr/http/httpExchange.js';

/** What an error with this code means on a connection without TLS. */
const causeOf = (code: string): string => faultOf(Object.assign(new Error('said'), { code }), new Socket()).cause;

test('errors of the system that a test cannot cause are told apart by their codes', () => {
  for (const [code, cause] of [
    ['EAI_AGAIN', 'address'],
    ['EAI_NODATA', 'address'],
    ['ETIMEDOUT', 'timeout'],
    ['EHOSTUNREACH', 'unreachable'],
    ['ENETDOWN', 'unreachable'],
    ['EMFILE', 'unreachable'],
    ['EPIPE', 'reset'],
    ['ECONNABORTED', 'reset'],
    ['EPROTO', 'protocol'],
    ['ERR_SOMETHING_NEW', 'protocol'],
  ] as const) {
    assert.is(causeOf(code), cause, code);
  }
});

test('of several addresses the last one counts, since the first is mostly an IPv6 address that is not in use', () => {
  const attempt = (code: string) => Object.assign(new Error('connect'), { code });
  const errors = [attempt('ENETUNREACH'), attempt('ECONNREFUSED')];
  const error = Object.assign(new AggregateError(errors), { code: 'ENETUNREACH' });
  assert.equal(faultOf(error, new Socket()), { cause: 'refused', detail: 'ECONNREFUSED' });
});

test('on a connection that is closed already, or for a caller who has given up, nothing is sent', async () => {
  const message = { method: 'GET', path: '/', headers: {}, body: undefined };
  const never = new AbortController().signal;
  const [open, closed] = [new Socket(), new Socket().destroy()];
  assert.equal(await sendRequest(closed, message, 10, never), {
    kind: 'unsent',
    reason: { cause: 'reset', detail: 'ECONNRESET' },
  });
  assert.equal(await sendRequest(open, message, 10, AbortSignal.abort()), {
    kind: 'unsent',
    reason: { cause: 'timeout', detail: 'ETIMEDOUT' },
  });
  assert.is(open.bytesWritten, 0);
});

test('of an error without a code only its name is reported, not its message', () => {
  assert.equal(faultOf(new RangeError('secret'), new Socket()), { cause: 'protocol', detail: 'RangeError' });
});

test.run();
