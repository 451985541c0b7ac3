import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { HttpChannel } from '../../../../src/processors/pfr/http/channel.js';
import type { TlsOptions } from '../../../../src/processors/pfr/http/dial.js';
import { OpensslServer } from './openssl.js';
import { base, INVOICE, outcomeText } from './servers.js';
import { identities } from './tlsServers.js';

async function exchangeWith(
  port: number,
  who: 'client' | 'stranger' | 'impostor',
  version: TlsOptions['version'] = 'TLSv1.2',
) {
  const { trusting, [who]: client } = await identities;
  const tls = { ...trusting, client, version };
  return new HttpChannel({ base: base(`https://127.0.0.1:${port}`), tls }).exchange(INVOICE);
}

/** Lines that the program does not take for its own commands. */
const ANSWER = 'HTTP/1.1 200 OK\nContent-Length: 4\n\n0100\n';

test('a server may ask for the client certificate by a renegotiation, and gets the request only once', async () => {
  await OpensslServer.during(['-tls1_2', '-no_resumption_on_reneg', '-crlf', '-msg'], async (server, port) => {
    const ended = exchangeWith(port, 'client');
    await server.said(/POST \/api\/v3\/invoices HTTP\/1\.1[^]*\{"[^]*":1\}/);
    server.say('R\n');
    await server.said(/<<< [^\n]*, CertificateVerify\n[^]*>>> [^\n]*, Finished\n/);
    server.say(ANSWER);
    assert.is(outcomeText(await ended), '200 0100');
    assert.is(server.count('POST /api/v3/invoices'), 1);
  });
});

test('a server may renegotiate on a kept connection, too', async () => {
  await OpensslServer.during(['-tls1_2', '-no_resumption_on_reneg', '-crlf', '-msg'], async (server, port) => {
    const { trusting, client } = await identities;
    const channel = new HttpChannel({ base: base(`https://127.0.0.1:${port}`), tls: { ...trusting, client } });
    for (const path of ['/first', '/second']) {
      const ended = channel.exchange({ method: 'GET', path, headers: {}, timeout: 60_000 });
      await server.said(new RegExp(`GET ${path} HTTP/1\\.1[^]*keep-alive`));
      server.say('R\n');
      await server.said(new RegExp(`GET ${path}[^]*ServerHelloDone[^]*>>> [^\\n]*, Finished\\n`));
      server.say('HTTP/1.1 200 OK\nContent-Length: 6\n\n0100\n');
      assert.is(outcomeText(await ended), '200 0100\r\n');
    }
    // The program takes one connection and no second one.
    assert.is(server.count('GET /'), 2);
  });
});

for (const who of ['stranger', 'impostor'] as const) {
  test(`a client certificate that is refused in a renegotiation loses the answer, of the ${who}`, async () => {
    await OpensslServer.during(['-tls1_2', '-no_resumption_on_reneg', '-verify_return_error'], async (server, port) => {
      const ended = exchangeWith(port, who);
      await server.said(/POST \/api\/v3\/invoices HTTP\/1\.1[^]*\{"[^]*":1\}/);
      server.say('R\n');
      assert.is(outcomeText(await ended), 'lost certificate');
      assert.is(server.count('POST /api/v3/invoices'), 1);
    });
  });

  test(`with a client certificate of another authority the request is unsent, of the ${who}`, async () => {
    await OpensslServer.during(['-tls1_2', '-Verify', '1', '-verify_return_error'], async (server, port) => {
      assert.is(outcomeText(await exchangeWith(port, who)), 'unsent certificate');
      assert.is(server.count('POST'), 0);
    });
  });

  test(`over TLS 1.3 a client certificate is refused behind the request, of the ${who}`, async () => {
    await OpensslServer.during(['-tls1_3', '-Verify', '1', '-verify_return_error'], async (_server, port) => {
      assert.match(outcomeText(await exchangeWith(port, who, 'TLSv1.3')), /^lost (certificate|reset)$/);
    });
  });
}

test.run();
