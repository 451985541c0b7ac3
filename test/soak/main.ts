import { cleanUp } from '../kit/process.js';
import { seededRandom } from '../kit/random.js';
import { leakOf, linesOf, Soak } from './soak.js';

const USAGE = `scripts/soak [HOURS | --minutes M]

Sells on the built box for HOURS (8 when left out) while all goes wrong that can: outages of the processor, printers without
paper, kills, wrong keys, clients that go away, a clock that jumps, and as root a full disk. At the end the ledger is held
against what was signed and answered, and memory and open files against a leak. Exit code 0: all was well. SEED repeats it.
`;
const HOURS = 8;

/** Minutes; undefined when the arguments are none. */
function minutesOf(args: readonly string[]): number | undefined {
  const [first, second, ...others] = args;
  if (others.length > 0) return undefined;
  const minutes = first === '--minutes' ? Number(second) : second === undefined ? Number(first ?? HOURS) * 60 : NaN;
  return minutes > 0 && minutes < Infinity ? minutes : undefined;
}

async function main(args: readonly string[]): Promise<number> {
  const minutes = minutesOf(args);
  if (minutes === undefined) {
    process.stderr.write(USAGE);
    return 2;
  }
  const report = await Soak.run(minutes, seededRandom());
  const leak = leakOf(report);
  process.stdout.write(`${linesOf(report)}\n${leak ?? 'nothing was lost, doubled, or leaked'}\n`);
  return leak === undefined ? 0 : 1;
}

main(process.argv.slice(2)).then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`soak: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    cleanUp();
    process.exitCode = 1;
  },
);
