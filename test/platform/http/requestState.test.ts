import type { ParameterizedContext } from 'koa';
import * as tls from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { originForm, readRequestTarget, type RequestState } from '../../../src/platform/http/requestState.js';
import { TestBox } from '../../kit/box.js';

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

const read = (url: string): string => {
  const { path, query } = readRequestTarget(url);
  return `${path} ${query.toString()}`;
};

test('a target is a path and a query, as they were sent', () => {
  assert.is(read('/api/v1/me'), '/api/v1/me ');
  assert.is(read('/a%20b/?x=%31&y=a+b'), '/a%20b/ x=1&y=a+b');
  assert.is(read('/a?b?c'), '/a b%3Fc=');
  assert.is(read('//host/a'), '//host/a ');
});

test('an absolute target means its path, whatever its authority is', () => {
  for (const authority of ['a', 'a:1', 'a:99999999', '[::1', 'xn--0.pt:b', '%', '']) {
    assert.is(read(`http://${authority}/api/v1/me?x=1`), '/api/v1/me x=1');
  }
  assert.is(read('HTTPS://a'), ' ');
});

test('any text is a target', () => {
  for (const url of ['', '*', 'a:1', '#', '?', '/\ud800', '%', 'http://'])
    assert.type(readRequestTarget(url).path, 'string');
});

/** The first line of the answer to a request that no client library would send. */
function statusLine(origin: string, head: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(origin);
    const socket = tls.connect({ host: '127.0.0.1', port: Number(port), rejectUnauthorized: false });
    let answer = '';
    socket.on('error', reject);
    socket.on('close', () => resolve(answer.split('\r\n')[0] ?? ''));
    socket.setEncoding('latin1').on('data', (piece: string) => (answer += piece));
    socket.end(`${head}\r\nHost: kasa\r\nConnection: close\r\n\r\n`);
  });
}

test('no target makes the box fail', async () => {
  await TestBox.during(async (box) => {
    const unknown = ['http://[::1/api/v1/me', '//[::1/', '*', '/%'];
    // They lead to the page of the box, by a name that is not its own.
    const page = ['http://xn--0.pt:b/', 'http://a:99999999/', '/?%', 'http://%/'];
    for (const target of [...unknown, ...page]) {
      const status = unknown.includes(target) ? '401 Unauthorized' : '403 Forbidden';
      assert.is(await statusLine(box.origin, `GET ${target} HTTP/1.1`), `HTTP/1.1 ${status}`, target);
    }
    assert.not.ok(box.log.some(({ event }) => event === 'request.failed'));
  });
});

test.run();
