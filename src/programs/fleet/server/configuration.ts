import { join } from 'node:path';
import { ACCOUNTS_FILE } from './accounts.js';
import type { ServerFacts } from './facts.js';

export const CONFIGURATION_FILE = 'nats-server.conf';

interface Configured extends Omit<ServerFacts, 'url'> {
  readonly folder: string;
  /** Folder of JetStream. */
  readonly store: string;
  readonly port: string;
  /** PEM of the server's certificate and its key. */
  readonly certificate: string;
}

/** The configuration of nats-server: TLS, JetStream, and the accounts from their separate file. */
export function configurationOf({ folder, store, port, certificate, pidFile, monitor }: Configured): string {
  return `# Made by kasirbox fleet init, and yours from now on: it is not written again. Who may connect is in ${ACCOUNTS_FILE}.
listen: "0.0.0.0:${port}"
# Only programs of this machine ask here. kasirbox sees in it that accounts were taken over.
http: ${JSON.stringify(new URL(monitor).host)}
pid_file: ${JSON.stringify(pidFile)}
jetstream {
  store_dir: ${JSON.stringify(store)}
}
tls {
  cert_file: ${JSON.stringify(certificate)}
  key_file: ${JSON.stringify(certificate)}
  timeout: 10
}
authorization {
  timeout: 10
}
accounts {
  # ${join(folder, ACCOUNTS_FILE)}: who may do what, by NKeys. There are no passwords.
  include "./${ACCOUNTS_FILE}"
}
`;
}
