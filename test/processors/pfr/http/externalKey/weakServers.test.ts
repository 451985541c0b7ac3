import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import { createServer } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { HttpChannel } from '../../../../../src/processors/pfr/http/channel.js';
import { ExternalDialer } from '../../../../../src/processors/pfr/http/externalKey/dial.js';
import { pinOf } from '../../../../../src/processors/pfr/http/peerCertificate.js';
import { afterRequest, ANSWER, base, during, INVOICE, outcomeText } from '../servers.js';
import { identities, meeting } from '../tlsServers.js';
import { forging } from './forging.js';
import { keyOf } from './keys.js';

const SERVER_HELLO = 2;
/** Of an empty `renegotiation_info` (RFC 5746, 3.2). */
const RENEGOTIATION_INFO = Buffer.from('ff01000100', 'hex');

/** A server's RSA key of this length, and the certificate that it has made for itself. */
function selfSigned(bits: number): { readonly key: string; readonly cert: string } {
  const about = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', '-', '-out', '-'];
  const args = ['req', '-x509', '-nodes', '-newkey', `rsa:${bits}`, '-days', '2', ...about];
  const pem = execFileSync('openssl', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const at = pem.indexOf('-----BEGIN CERTIFICATE');
  return { key: pem.slice(0, at), cert: pem.slice(at) };
}

for (const bits of [1024, 2048]) {
  test(`a server with an RSA key of ${bits} bits, trusted as it is or by its pin, gets ${bits < 2048 ? 'no' : 'a'} signature`, async () => {
    const { client, asking } = await identities;
    const server = selfSigned(bits);
    const pin = pinOf(new X509Certificate(server.cert))!;
    for (const tls of [{ ca: server.cert }, { pin }]) {
      const key = keyOf(client);
      const weak = { ...asking, ...server, ciphers: 'DEFAULT@SECLEVEL=0' };
      const { ends, seen } = await meeting(weak, { ...tls, client: key });
      const expected = bits < 2048 ? [0, 0, 'unsent'] : [1, 1, 'answered'];
      assert.equal([key.asked.length, seen.requests, ends[0]?.kind], expected, JSON.stringify([tls, ends]));
    }
  });
}

/** A ServerHello without that extension. */
function withoutRenegotiationInfo(hello: Buffer): Buffer {
  const at = hello.indexOf(RENEGOTIATION_INFO);
  assert.ok(at > 0);
  const length = RENEGOTIATION_INFO.length;
  const shorter = Buffer.concat([hello.subarray(0, at), hello.subarray(at + length)]);
  shorter.writeUIntBE(hello.readUIntBE(1, 3) - length, 1, 3);
  // Behind kind and length, version, random, the session's id, suite and compression.
  const extensions = 4 + 2 + 32 + 1 + hello.readUInt8(38) + 3;
  shorter.writeUInt16BE(hello.readUInt16BE(extensions) - length, extensions);
  return shorter;
}

test('a server without secure renegotiation is left before anything is signed', async () => {
  const { client, asking, server, trusting } = await identities;
  const key = keyOf(client);
  const listening = createServer({ ...server, ...asking }).on('tlsClientError', () => undefined);
  await during(listening, (port) =>
    during(forging(port, SERVER_HELLO, withoutRenegotiationInfo), async (middle) => {
      const tls = { ...trusting, client: key };
      const end = await new HttpChannel({ base: base(`https://127.0.0.1:${middle}`), tls }).exchange(INVOICE);
      const detail = 'GNUTLS_E_SAFE_RENEGOTIATION_FAILED';
      assert.equal(end, { kind: 'unsent', reason: { cause: 'protocol', detail } });
    }),
  );
  assert.is(key.asked.length, 0);
});

test('a server that cannot be judged is not trusted', async () => {
  const { client, asking, server } = await identities;
  const key = keyOf(client);
  // Ciphers that cannot be decrypted in transit.
  const ca = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
  const listening = createServer({ ...server, ...asking }).on('tlsClientError', () => undefined);
  await during(listening, async (port) => {
    const dialer = new ExternalDialer({ key, host: '127.0.0.1', port, ca, reportsKey: false });
    const dialled = await dialer.dial({ by: 'clock' }, new AbortController().signal);
    assert.equal(dialled, { ok: false, error: { cause: 'trust', detail: 'CERT_UNTRUSTED' } });
  });
  assert.is(key.asked.length, 0);
});

test('after a resumption that failed the next handshake is a full one, and a server that was not reached changes nothing', async () => {
  const { client, asking, server, trusting } = await identities;
  const key = keyOf(client);
  let isBroken = false;
  const resumed: boolean[] = [];
  const listening = createServer({ ...server, ...asking }, (socket) => {
    resumed.push(socket.isSessionReused());
    socket.on('error', () => undefined);
    afterRequest(socket, () => socket.end(ANSWER));
  });
  listening.on('tlsClientError', () => undefined);
  listening.prependListener('connection', (socket: Socket) => {
    if (isBroken) socket.destroy();
  });
  await during(listening, async (port) => {
    const channel = new HttpChannel({ base: base(`https://127.0.0.1:${port}`), tls: { ...trusting, client: key } });
    const ends: string[] = [];
    for (const broken of [false, false, true, false, false]) {
      isBroken = broken;
      ends.push(outcomeText(await channel.exchange(INVOICE)));
    }
    await new Promise((resolve) => listening.close(resolve));
    ends.push(outcomeText(await channel.exchange(INVOICE)));
    await new Promise<void>((resolve) => listening.listen(port, '127.0.0.1', resolve));
    ends.push(outcomeText(await channel.exchange(INVOICE)));
    const answered = '200 0100';
    assert.equal(ends, [answered, answered, 'unsent reset', answered, answered, 'unsent refused', answered]);
  });
  assert.equal([resumed, key.asked.length], [[false, true, false, true, true], 2]);
});

test.run();
