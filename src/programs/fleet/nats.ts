import { readFile } from 'node:fs/promises';
import {
  type Authenticator,
  connect,
  credsAuthenticator,
  type NatsConnection,
  nkeyAuthenticator,
  type TlsOptions,
} from '@nats-io/transport-node';

/** A NATS server, and the credentials for it. */
export interface NatsAddress {
  /** `tls://host:4222`, `nats://host:4222`; may contain user and password. */
  readonly url: string;
  /** Path of the CA certificates for the server's certificate, PEM. */
  readonly caFile?: string | undefined;
  /** Path of a file with the seed of an NKey (`SU…`), or of a `.creds` file, which contains one with a token. */
  readonly credentialsFile?: string | undefined;
}

/**
 * Connects. `name` identifies the connection on the server. It does not reconnect automatically. Rejects on failure.
 */
export async function connectNats(address: NatsAddress, name: string): Promise<NatsConnection> {
  const { url, caFile, credentialsFile } = address;
  const { protocol, username, password, host, hostname } = new URL(url);
  const isSecret = protocol === 'tls:' || caFile !== undefined;
  // Node checks the certificate against `host` where the server's address is an IP address: the client sets only names.
  const trust: TlsOptions & { readonly host: string } = {
    ...(caFile !== undefined && { caFile }),
    host: hostname.replace(/^\[|\]$/g, ''),
  };
  return connect({
    servers: host,
    name,
    reconnect: false,
    timeout: 10_000,
    ...(username !== '' && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    ...(isSecret && { tls: trust }),
    ...(credentialsFile !== undefined && { authenticator: authenticatorOf(await readFile(credentialsFile)) }),
  });
}

function authenticatorOf(credentials: Buffer): Authenticator {
  const text = credentials.toString().trim();
  return text.startsWith('SU') ? nkeyAuthenticator(Buffer.from(text)) : credsAuthenticator(credentials);
}
