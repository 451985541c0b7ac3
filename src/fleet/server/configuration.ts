import { join } from 'node:path';
import type { ServerFacts } from './facts.js';
import { USERS_FILE } from './users.js';

export const CONFIGURATION_FILE = 'nats-server.conf';

interface Configured extends Omit<ServerFacts, 'url'> {
  readonly folder: string;
  /** Folder of JetStream. */
  readonly store: string;
  readonly port: string;
  /** PEM of the server's certificate and its key. */
  readonly certificate: string;
}

/** The configuration of nats-server: TLS, JetStream, and the users that stand in a file of their own. */
export function configurationOf({ folder, store, port, certificate, pidFile, monitor }: Configured): string {
  return `# Made by kasirbox fleet init, and yours from now on: it is not written again. Users are in ${USERS_FILE}.
listen: "0.0.0.0:${port}"
# Only programs of this machine ask here. kasirbox sees in it that users were taken over.
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
  # ${join(folder, USERS_FILE)}: who may do what, by NKeys. There are no passwords.
  include "./${USERS_FILE}"
}
`;
}
