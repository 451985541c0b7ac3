import type { ParameterizedContext } from 'koa';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { originForm, type RequestState } from '../../../src/platform/http/originForm.js';

/** What later middlewares see of a request target: the URL, and the query. */
async function seen(target: string): Promise<{ url: string; query: string }> {
  const ctx = { req: { url: target }, state: {}, url: target } as unknown as ParameterizedContext<RequestState, object>;
  await originForm(ctx, () => Promise.resolve());
  return { url: ctx.url, query: ctx.state.query.toString() };
}

test('a path with its query stays as it is', async () => {
  for (const url of ['/api/v1/me', '/a%20b/?x=%31&y=a+b', '//a@b/c', '/%', '/?%', '/a/../b']) {
    assert.is((await seen(url)).url, url);
  }
  assert.is((await seen('/a?x=1&x=2')).query, 'x=1&x=2');
});

test('an absolute form means its path, whatever its authority is', async () => {
  for (const authority of ['kasa', 'kasa:99999999', '[::1', 'xn--0.pt:b', '%', 'a@b', '']) {
    assert.is((await seen(`http://${authority}/api/v1/me?x=1`)).url, '/api/v1/me?x=1');
    assert.is((await seen(`HTTPS://${authority}`)).url, '/');
  }
});

test('what is no path becomes one that no route has', async () => {
  for (const url of ['*', 'a:1', 'api/v1/me']) assert.is((await seen(url)).url, '/*', url);
});

test('no character is left that a parser of URLs would take for something else', async () => {
  assert.is((await seen('//a@[::1\xa0/?\xa0x=\ud800#y')).url, '//a@[::1%FF/?%FFx=%FF');
  assert.is((await seen('/a\tb?x=Č')).query, 'x=%C4%8C', 'the query is read from what was sent');
});

test.run();
