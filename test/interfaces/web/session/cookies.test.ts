import type { ParameterizedContext } from 'koa';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cookieRemoved, cookieWith, readCookie } from '../../../../src/interfaces/web/session/cookies.js';

const read = (cookie: string | undefined, name: 'session' | 'tablet'): string =>
  readCookie({ req: { headers: { cookie } } } as ParameterizedContext, name);

test('a cookie is read by its whole name, and of several with one name the first', () => {
  const sent = 'a=1; __Host-kasirbox-tablet=t=2 ;x__Host-kasirbox=3;__Host-kasirbox=s; __Host-kasirbox=other';
  assert.equal([read(sent, 'session'), read(sent, 'tablet')], ['s', 't=2']);
  for (const none of [undefined, '', '__Host-kasirbox', 'kasirbox=1', '__Host-kasirbox-tablet=1'])
    assert.is(read(none, 'session'), '', none);
});

test('a session ends with the browser, a tablet is remembered for 400 days, and either can be removed', () => {
  const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict';
  assert.is(cookieWith('session', 'abc'), `__Host-kasirbox=abc; ${attributes}`);
  assert.is(cookieWith('tablet', 'abc'), `__Host-kasirbox-tablet=abc; ${attributes}; Max-Age=34560000`);
  assert.is(cookieRemoved('session'), `__Host-kasirbox=; ${attributes}; Max-Age=0`);
  assert.is(cookieRemoved('tablet'), `__Host-kasirbox-tablet=; ${attributes}; Max-Age=0`);
});

test.run();
