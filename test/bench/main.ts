import { cpus, loadavg, tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { attackRows } from './attack.js';
import { Bench } from './bench.js';
import { boardRows } from './board.js';
import { cardRows } from './card.js';
import { markdown, type Row } from './figures.js';
import { documentRows } from './documents.js';
import { eventRows } from './events.js';
import { fleetRows } from './fleet.js';
import { flashRows } from './flash.js';
import { groupRows } from './group.js';
import { healthRows } from './health.js';
import { historyRows } from './longHistory.js';
import { loadRows } from './load.js';
import { lookupRows } from './lookup.js';
import { lossRows } from './loss.js';
import { loopRows } from './loop.js';
import { ownerRows } from './owner.js';
import { pageRows } from './pages.js';
import { queueRows } from './queue.js';
import { printingRows } from './printing.js';
import { processorRows } from './processors.js';
import { rebuildRows } from './rebuild.js';
import { receiptRows } from './receipt.js';
import { reportRows } from './reports.js';
import { restartRows } from './restart.js';
import { saleRows } from './sale.js';
import { slipRows } from './slips.js';
import { startRows } from './start.js';
import { streamRows } from './stream.js';

/** In the order of the table. */
const PARTS: Readonly<Record<string, (bench: Bench) => Promise<Row[]>>> = {
  receipt: receiptRows,
  sale: saleRows,
  load: loadRows,
  start: startRows,
  restart: restartRows,
  flash: flashRows,
  health: healthRows,
  loop: loopRows,
  rebuild: rebuildRows,
  documents: documentRows,
  slips: slipRows,
  history: historyRows,
  lookup: lookupRows,
  reports: reportRows,
  events: eventRows,
  processors: processorRows,
  queue: queueRows,
  loss: lossRows,
  printing: printingRows,
  attack: attackRows,
  pages: pageRows,
  card: cardRows,
  board: boardRows,
  stream: streamRows,
  fleet: fleetRows,
  group: groupRows,
  owner: ownerRows,
};
/** Parts that run only when they are named: they take minutes. */
const NAMED_ONLY: ReadonlySet<string> = new Set([
  'health',
  'history',
  'lookup',
  'reports',
  'events',
  'processors',
  'queue',
  'loss',
  'attack',
  'pages',
  'card',
  'board',
  'stream',
  'fleet',
  'group',
  'owner',
]);

const USAGE = `npm run bench [-- [--quick] [--dir DIR] [--sales N] [PART …]]

Measures the box against the bare limits of this machine, in turn within one run, and prints a table.
A figure that misses its reach is printed as missed; the exit code stays 0, unless a receipt is doubled or lost.

  --quick    the same rows from smaller samples, in about a minute
  --dir DIR  where to write; must lie on a disk, not in memory (default: ${tmpdir()})
  --sales N  how many sales \`loss\` makes with each kind of processor, and again without losses (default: 10000)
  PART       only these: ${Object.keys(PARTS).join(', ')}
             (without a PART all but ${[...NAMED_ONLY].join(', ')})

HISTORY=10000,100000,1000000 sets the sizes of the histories of the part \`history\`.
`;

async function run(bench: Bench, names: readonly string[]): Promise<void> {
  const { fileSystem } = bench;
  if (fileSystem === 'tmpfs') throw new Error('the folder lies in memory; choose one on a disk with --dir');
  const load = loadavg()[0] ?? 0;
  const rows: Row[] = [];
  for (const [name, part] of Object.entries(PARTS)) {
    if (names.length === 0 ? !NAMED_ONLY.has(name) : names.includes(name)) rows.push(...(await part(bench)));
  }
  const [cpu] = cpus();
  const machine = `${cpus().length} × ${cpu?.model.trim() ?? 'CPU'}, ${fileSystem}, Node.js ${process.versions.node}`;
  const when = `${new Date().toISOString().slice(0, 10)}, load before the run ${load.toFixed(1)}`;
  if (rows.some(({ isBroken = false }) => isBroken)) process.exitCode = 1;
  process.stdout.write(`${markdown(rows)}\n\nMeasured ${when}, on ${machine}${bench.quick ? ', quick' : ''}.\n`);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      dir: { type: 'string' },
      sales: { type: 'string' },
      help: { type: 'boolean' },
    },
    allowPositionals: true,
  });
  const sales = values.sales === undefined ? undefined : Number(values.sales);
  const isWrong = sales !== undefined && !(Number.isInteger(sales) && sales > 0);
  if (values.help === true || isWrong || positionals.some((name) => !Object.hasOwn(PARTS, name))) {
    process.stderr.write(USAGE);
    process.exitCode = values.help === true ? 0 : 2;
    return;
  }
  const bench = new Bench(values.dir ?? tmpdir(), values.quick, sales);
  try {
    await run(bench, positionals);
  } finally {
    bench.remove();
  }
}

void main();
