import { readFile } from 'node:fs/promises';
import {
  type Authenticator,
  connect,
  credsAuthenticator,
  type NatsConnection,
  nkeyAuthenticator,
  type TlsOptions,
} from '@nats-io/transport-node';

/** A NATS server, and who asks it. */
export interface NatsAddress {
  /** `tls://host:4222`, `nats://host:4222`; may hold user and password. */
  readonly url: string;
  /** Path of the certificates of the authority that the server's certificate is by, PEM. */
  readonly caFile?: string | undefined;
  /** Path of a file with the seed of an NKey (`SU…`), or of a `.creds` file, which holds one with a token. */
  readonly credentialsFile?: string | undefined;
}

/** Connects; `name` is what the server calls the connection. Nothing connects again by itself. Rejects when it cannot. */
export async function connectNats(address: NatsAddress, name: string): Promise<NatsConnection> {
  const { url, caFile, credentialsFile } = address;
  const { protocol, username, password, host, hostname } = new URL(url);
  const isSecret = protocol === 'tls:' || caFile !== undefined;
  // By `host` Node checks the certificate where the server goes by its address: the client names only names.
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
