import { createServer } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ChannelRequest } from '../../../../src/processors/pfr/channel.js';
import { HttpChannel, readBase } from '../../../../src/processors/pfr/http/channel.js';
import { afterRequest, ANSWER, base, channelTo, during, untilClosed, INVOICE, saying, outcomeText } from './servers.js';

/** The bytes with which a request arrives at a server, and the port of that server. */
async function sent(prefix: string, request: ChannelRequest): Promise<{ text: string; port: number }> {
  const arrived: { text: string; port: number }[] = [];
  const server = createServer();
  await during(server, async (port) => {
    server.on('connection', (socket) =>
      afterRequest(socket, (text) => {
        arrived.push({ text, port });
        socket.end(ANSWER);
      }),
    );
    assert.is(outcomeText(await channelTo(port, prefix).exchange(request)), '200 0100');
  });
  assert.is(arrived.length, 1);
  return arrived[0]!;
}

test('a request has the headers that it should have, in their spelling and order, and no others', async () => {
  const headers = {
    Accept: 'application/json',
    'Accept-Language': 'sr-Cyrl-RS',
    RequestId: '0123456789abcdef0123456789abcdef',
    PAC: 'AB12CD',
    'Content-Type': 'application/json',
  };
  const { text, port } = await sent('/token/', { ...INVOICE, headers });
  assert.equal(text.split('\r\n'), [
    'POST /token/api/v3/invoices HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Accept: application/json',
    'Accept-Language: sr-Cyrl-RS',
    'RequestId: 0123456789abcdef0123456789abcdef',
    'PAC: AB12CD',
    'Content-Type: application/json',
    'Content-Length: 12',
    'Connection: close',
    '',
    Buffer.from('{"чек":1}').toString('latin1'),
  ]);
});

test('a GET has neither body nor length', async () => {
  const headers = { Accept: 'application/json' };
  const { text, port } = await sent('', { method: 'GET', path: '/api/v3/status', headers, timeout: 60_000 });
  const lines = [`Host: 127.0.0.1:${port}`, 'Accept: application/json', 'Connection: close', '', ''];
  assert.equal(text, ['GET /api/v3/status HTTP/1.1', ...lines].join('\r\n'));
});

test('the path of the base address comes first, with and without a slash at its end', async () => {
  for (const [prefix, line] of [
    ['', 'POST /api/v3/invoices HTTP/1.1'],
    ['/', 'POST /api/v3/invoices HTTP/1.1'],
    ['/2f6c/x', 'POST /2f6c/x/api/v3/invoices HTTP/1.1'],
    ['/2f6c/x/', 'POST /2f6c/x/api/v3/invoices HTTP/1.1'],
    ['/каса//', 'POST /%D0%BA%D0%B0%D1%81%D0%B0/api/v3/invoices HTTP/1.1'],
  ] as const) {
    assert.is((await sent(prefix, INVOICE)).text.split('\r\n')[0], line);
  }
});

test('a base address has a scheme of HTTP, a host, and nothing behind its path', () => {
  for (const text of ['http://kasa.local:8888', 'https://vsdc.suf.purs.gov.rs:443/', 'http://[fd00::2]:3565/a/b']) {
    assert.ok(readBase(text), text);
  }
  for (const text of [
    ...['', 'kasa.local', '192.168.1.5:8888', 'kasa:8888', 'ftp://kasa/', 'http://', 'http://:80', 'http://a b/'],
    ...['http://user@kasa/', 'http://:secret@kasa/', 'http://kasa/?a=b', 'http://kasa/#a', 'http://kasa:70000/'],
  ]) {
    assert.is(readBase(text), undefined, text);
  }
});

test('a name and an IPv4 address are connected to alike', async () => {
  await during(createServer(saying(ANSWER)), async (port) => {
    for (const host of ['127.0.0.1', 'localhost', '127.1', 'LOCALHOST']) {
      const channel = new HttpChannel({ base: base(`http://${host}:${port}`) });
      assert.is(outcomeText(await channel.exchange(INVOICE)), '200 0100', host);
    }
  });
});

test('every exchange has a connection of its own, which is gone afterwards though the server would keep it', async () => {
  const closed: Promise<void>[] = [];
  const server = createServer((socket) => {
    closed.push(untilClosed(socket));
    afterRequest(socket, () => socket.write(`HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n`));
  });
  await during(server, async (port) => {
    const channel = channelTo(port);
    for (let i = 0; i < 3; i++) assert.is(outcomeText(await channel.exchange(INVOICE)), '200 ');
    assert.is(closed.length, 3);
    await Promise.all(closed);
  });
});

test.run();
