import { createServer, type TlsOptions as ServerOptions } from 'node:tls';
import type { Exchanged } from '../../../../src/processors/pfr/channel.js';
import { HttpChannel } from '../../../../src/processors/pfr/http/channel.js';
import type { TlsOptions } from '../../../../src/processors/pfr/http/dial.js';
import { TestAuthority } from '../../../kit/pfr/certificates.js';
import { testAuthority } from '../../../kit/smtp/certificate.js';
import { afterRequest, ANSWER, base, during, INVOICE } from './servers.js';

/** Who takes part, made once for a test file. */
export const identities = (async () => {
  const [servers, taxpayers] = [await testAuthority(), await TestAuthority.create()];
  return {
    /** Certifies servers. */
    servers,
    /** Certifies taxpayers. */
    taxpayers,
    server: await servers.server('127.0.0.1'),
    client: await clientOf(taxpayers),
    /** With a certificate of an authority that no server knows. */
    stranger: await clientOf(await TestAuthority.create('Another')),
    /** With a certificate of an authority that only calls itself like the right one. */
    impostor: await clientOf(await TestAuthority.create()),
    /** For a client that believes the server. */
    trusting: { ca: servers.ca },
    /** For a server that wants to know its client. */
    asking: { requestCert: true, rejectUnauthorized: true, ca: taxpayers.pem },
  };
})();

const COMPANY = {
  name: 'Kasir',
  tin: '100000007',
  location: 'Prodavnica',
  address: 'Ulica 1',
  district: 'Vračar',
};

/** A client certificate as the tax authority gives it out, in the form of the channel. */
async function clientOf(authority: TestAuthority): Promise<{ readonly cert: string; readonly key: string }> {
  const { certificate, key } = await authority.client({ jid: 'ABCD1234', environment: 'sandbox', company: COMPANY });
  return { cert: certificate, key };
}

export interface Agreement {
  readonly protocol: string | null;
  readonly alpn: string | false | null;
  /** Has the client shown a certificate that the server believes? */
  readonly known: boolean;
  /** Was the session of an earlier connection taken up? */
  readonly resumed: boolean;
}

/** What a TLS server has seen. */
export interface Seen {
  /** What was agreed on each connection. */
  readonly agreed: Agreement[];
  /** Bytes of requests. */
  bytes: number;
  /** Whole requests. */
  requests: number;
}

export interface Meeting {
  readonly ends: Exchanged[];
  readonly seen: Seen;
}

/** Exchanges, one after the other, with a TLS server that is called so: how they end, and what the server has seen. */
export async function meeting(
  serverOptions: ServerOptions,
  tls: TlsOptions,
  { host = '127.0.0.1', answer = ANSWER, times = 1 } = {},
): Promise<Meeting> {
  const seen: Seen = { agreed: [], bytes: 0, requests: 0 };
  const { server } = await identities;
  const listening = createServer({ ...server, ...serverOptions }, (socket) => {
    seen.agreed.push({
      protocol: socket.getProtocol(),
      alpn: socket.alpnProtocol,
      known: socket.authorized,
      resumed: socket.isSessionReused(),
    });
    socket.on('error', () => undefined).on('data', (bytes: Buffer) => (seen.bytes += bytes.length));
    afterRequest(socket, () => {
      seen.requests++;
      socket.end(answer);
    });
  });
  listening.on('tlsClientError', () => undefined);
  const ends: Exchanged[] = [];
  await during(listening, async (port) => {
    const channel = new HttpChannel({ base: base(`https://${host}:${port}`), tls });
    for (let i = 0; i < times; i++) ends.push(await channel.exchange(INVOICE));
  });
  return { ends, seen };
}
