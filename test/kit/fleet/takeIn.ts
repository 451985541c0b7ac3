import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ingest } from '../../../src/programs/fleet/ingest/ingest.js';
import type { NatsServer } from '../nats/server.js';
import { temporaryFolder } from '../process.js';

type IngestOptions = Parameters<typeof ingest>[0];

/** The server as an ingester reaches it, by TLS and an NKey. */
export function ingesterOf(server: NatsServer): IngestOptions['nats'] {
  const folder = temporaryFolder();
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    return join(folder, name);
  };
  return {
    url: server.url,
    caFile: file('ca.pem', server.authority.ca),
    credentialsFile: file('ingester.nk', server.ingester.seed),
  };
}

/** Ingests all present messages; returns the log. */
export async function takeInFrom(
  server: NatsServer,
  postgres: string,
  options: Partial<IngestOptions> = {},
): Promise<string[]> {
  const said: string[] = [];
  const { signal } = new AbortController();
  const done = await ingest({
    ...{ nats: ingesterOf(server), postgres, once: true, signal },
    say: (line) => said.push(line),
    ...options,
  });
  if (!done.ok) throw new Error(done.error.en);
  return said;
}
