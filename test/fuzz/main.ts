import { seededRandom } from '../kit/random.js';
import { type Fuzzed, Fuzzer } from './engine.js';
import { TARGETS } from './targets/index.js';

const USAGE = `FUZZ=1000000 npm run fuzz [-- TARGET …]

Gives wrong inputs to everything that reads bytes of others; ends with 1 when something is thrown, hangs or leaks.
FUZZ is the number of inputs, over all targets together; SEED repeats a run.
Targets: ${TARGETS.map(({ name }) => name).join(', ')}
`;

async function main(names: readonly string[]): Promise<number> {
  const chosen = TARGETS.filter(({ name }) => names.length === 0 || names.includes(name));
  if (names.some((name) => !TARGETS.some((target) => target.name === name))) {
    process.stderr.write(USAGE);
    return 2;
  }
  const { seed } = seededRandom();
  const all = chosen.reduce((sum, { share }) => sum + share, 0);
  const inputs = Number(process.env['FUZZ'] ?? 100_000);
  const fuzzer = new Fuzzer();
  let faults = 0;
  for (const { name, share } of chosen) {
    const fuzzed = await fuzzer.run(name, seed, Math.ceil((inputs * share) / all));
    process.stdout.write(`${lineOf(fuzzed)}\n`);
    faults += fuzzed.fault === undefined ? 0 : 1;
  }
  await fuzzer.close();
  return faults === 0 ? 0 : 1;
}

function lineOf({ target, count, seconds, held, fault }: Fuzzed): string {
  if (fault !== undefined) return `FAIL ${fault}`;
  const [first, second] = held.map((bytes) => Math.round(bytes / 1e6));
  return `ok   ${target}: ${count} inputs in ${seconds.toFixed(0)} s; held ${first} MB, then ${second} MB`;
}

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
