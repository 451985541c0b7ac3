import { parseArgs } from 'node:util';
import { ingest } from '../../../src/programs/fleet/ingest/ingest.js';

/** An ingester as a process of its own, which a test may kill: `--nats URL --postgres URL`. Its lines come on standard output. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { nats: { type: 'string' }, postgres: { type: 'string' } } });
  const stopping = new AbortController();
  process.on('SIGTERM', () => stopping.abort());
  const done = await ingest({
    nats: { url: values.nats ?? '' },
    postgres: values.postgres ?? '',
    signal: stopping.signal,
    say: (line) => process.stdout.write(`${line}\n`),
  });
  if (!done.ok) throw new Error(done.error.en);
}

void main();
