import { parseArgs } from 'node:util';
import { NO_SERVERS } from '../../../kit/fleet/scene.js';
import { cleanUp } from '../../../kit/process.js';
import { seededRandom } from '../../../kit/random.js';
import { FaultRun, linesOf } from './faultRun.js';

const USAGE = `npm run fleet-faults [-- [--minutes M] [--real N] [--small N]]

Boxes of an owner sell: N of the built program (20), and N small ones (1000), which are ledgers with the publisher of a box. Three
nats-servers in a cluster, two ingesters and PostgreSQL work for them. For M minutes (5) all of it is killed and cut off at random,
and as root the disk of a server is filled. Then each record of each ledger must be in PostgreSQL once and in order, with the sums of
its box. Exit code 0: it is. SEED repeats it.
`;
/** Of small boxes in one process. */
const TOGETHER = 250;
/** Until all is taken in at the end, s. */
const PATIENCE = 180;

async function main(): Promise<number> {
  const number = (given: string | undefined, usual: number): number => Number(given ?? usual);
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { minutes: text, real: text, small: text, help: { type: 'boolean' } } });
  const [minutes, real, small] = [number(values.minutes, 5), number(values.real, 20), number(values.small, 1000)];
  if (values.help === true || !(minutes > 0 && real > 0 && small > 0)) {
    process.stderr.write(USAGE);
    return values.help === true ? 0 : 2;
  }
  if (NO_SERVERS !== undefined) throw new Error(NO_SERVERS);
  const processes = Math.ceil(small / TOGETHER);
  const size = { real, small: processes * Math.ceil(small / processes), processes };
  const pace = { receipts: Math.min(small / 2, 40), pause: 400 * real, disk: 256 * 1024 * 1024 };
  const report = await FaultRun.run({ ...size, ...pace }, minutes * 60, PATIENCE, seededRandom());
  process.stdout.write(`${linesOf(report)}\n`);
  return 0;
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`fleet-faults: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    cleanUp();
    process.exitCode = 1;
  },
);
