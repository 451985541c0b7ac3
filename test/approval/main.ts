import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readOptions, type Options, USAGE } from './arguments.js';
import { writeDocuments } from './report/documents.js';
import { reportPage } from './report/html.js';
import { lineOf, table } from './report/terminal.js';
import { runAll } from './run.js';
import { type Made, makeSample, SAMPLES } from './samples/set.js';
import { sandboxConnection } from './stage/sandbox.js';
import { type Connect, Stage } from './stage/stage.js';
import { isShortfall } from './verdict.js';

/**
 * The tax authority's procedure for an ESIR as a program: `npm run approval`. arguments.ts says how it is used, requirements/ what is
 * looked at, checks/ how, samples/ which papers come out.
 */
async function main(): Promise<number> {
  const asked = readOptions(process.argv.slice(2));
  if (!asked.ok) {
    process.stderr.write(`approval: ${asked.error}\n\n${USAGE}`);
    return 2;
  }
  if (asked.value === 'help') {
    process.stdout.write(USAGE);
    return 0;
  }
  if (!asked.value.isSandbox) return run(asked.value, undefined);
  const connect = sandboxConnection(process.env);
  if (typeof connect !== 'string') return run(asked.value, connect);
  process.stderr.write(`approval: no access to the sandbox: ${connect}\n`);
  return 2;
}

function serbianDate(time: Date): string {
  return time.toISOString().slice(0, 10).split('-').toReversed().join('.') + '.';
}

async function run({ requirements, folder, isWhole }: Options, connect: Connect | undefined): Promise<number> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const stage = new Stage(connect);
  try {
    const manual = resolve(import.meta.dirname, '../../docs/sr');
    const progress = (outcome: Parameters<typeof lineOf>[0]) => process.stdout.write(`${lineOf(outcome)}\n`);
    const outcomes = await runAll({ stage, folder, manual, requirements, progress });
    const samples: Made[] = [];
    for (const sample of isWhole ? SAMPLES : []) samples.push(await makeSample(stage, sample, folder));
    const documents = isWhole ? await writeDocuments(stage, folder) : [];
    const status = await (await stage.shop()).get<{ readonly app: string; readonly esirNumber: string }>('/status');
    const page = reportPage({
      ...{ outcomes, samples, documents, product: `${status.app}, ЕСИР број ${status.esirNumber}` },
      isSandbox: connect !== undefined,
      date: serbianDate(new Date()),
    });
    writeFileSync(join(folder, 'izvestaj.html'), page);
    process.stdout.write(`\n${table(outcomes)}\nизвештај: ${join(folder, 'izvestaj.html')}\n`);
    return outcomes.some(isShortfall) ? 1 : 0;
  } finally {
    await stage.close();
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`approval: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(2);
  },
);
