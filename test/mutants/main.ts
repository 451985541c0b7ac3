import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../kit/random.js';
import { coverageOf } from './coverage.js';
import { type Equivalent, equivalentOf, readEquivalents } from './equivalent.js';
import { judge } from './judge.js';
import { install } from './instrumenter.js';
import { isSame, type Mutant } from './mutant.js';
import { endWithSignals } from './process.js';
import { isNoticed, linesOf, mistakes, type Report, type Result } from './report.js';
import { testsOf } from './runner.js';
import { sample } from './sample.js';
import { buildFor, makeTree } from './tree.js';

const USAGE = `npm run mutants -- [ROOM …] [--sample N] [--seed S] [--seconds S] [--again] [--list]

Changes the source of rooms in many small ways, and runs the tests of the room (without long proofs) that come to each change.
Says which changes no test notices, and the share of those noticed. Ends with 1 where test/mutants/equivalent.json is out of date.

  --sample N     so many mutants of each room, chosen at random over all its files (100); 0: all
  --seed S       chooses the same again
  --seconds S    most that the tests of one mutant may take, as measured without it (240)
  --again        only what the last run of a room did not notice, or did not come to
  --list         says how many mutants each room has, and runs nothing
  --install      only installs what makes the mutants, which the first run does otherwise

Rooms: ROOMS. What was found is kept in .cache/mutants/ROOM.json.
`;
const ROOMS = ['ledger', 'invoicing', 'pfr', 'printing', 'backup'];

const root = process.cwd();
/** What is still said when Ctrl-C ends the run. */
let atSignal = (): void => undefined;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

interface Asked {
  readonly sample: number;
  readonly seed: number;
  readonly seconds: number;
  readonly again: boolean;
}

function pathOf(room: string): string {
  return join(root, '.cache/mutants', `${room}.json`);
}

/** What a run begins with: a new sample that waits, or the last report. */
function begin(counted: readonly Mutant[], room: string, asked: Asked): Report {
  if (asked.again) return JSON.parse(readFileSync(pathOf(room), 'utf8')) as Report;
  const mutants = sample(counted, asked.sample === 0 ? counted.length : asked.sample, new Random(asked.seed));
  const judged = { verdict: 'waiting', ran: [] } as const;
  return { room, seed: asked.seed, mutants: counted.length, results: mutants.map((mutant) => ({ mutant, judged })) };
}

async function runRoom(room: string, asked: Asked): Promise<boolean> {
  const tree = await makeTree(root, room);
  const counted = tree.mutants.filter(({ ignored }) => ignored === null);
  const begun = begin(counted, room, asked);
  print(`${room}: ${begun.results.length} of ${counted.length} mutants, seed ${begun.seed}`);
  const tests = testsOf(tree.runner, room);
  buildFor(tree, tests);
  const coverage = await coverageOf(tree, tests, print);
  const results: Result[] = [...begun.results];
  const report = { ...begun, results };
  const equivalents = readEquivalents(root);
  const keep = (): void => writeFileSync(pathOf(room), JSON.stringify(report, null, 2));
  const finish = (): void => {
    keep();
    for (const line of linesOf(report, equivalents, tree.mutants)) print(line);
  };
  atSignal = finish;
  for (const [at, result] of begun.results.entries()) {
    // Its number may have changed since the last run, as the source may have.
    const mutant = counted.find((other) => isSame(other, result.mutant));
    if (mutant === undefined || isNoticed(result) || isSettled(result, equivalents)) continue;
    const judged = await judge(tree, mutant, coverage, asked.seconds);
    results[at] = { mutant, judged };
    print(`${at + 1}/${results.length} ${judged.verdict} ${mutant.file}:${mutant.line} ${mutant.becomes}`);
    keep();
  }
  finish();
  return mistakes(report, equivalents, tree.mutants).length === 0;
}

/** Is it known that no test can notice it? One that was never tried is tried once. */
function isSettled({ mutant, judged }: Result, equivalents: readonly Equivalent[]): boolean {
  return judged.verdict !== 'waiting' && equivalentOf(mutant, equivalents) !== undefined;
}

async function list(room: string): Promise<void> {
  const { mutants } = await makeTree(root, room);
  const reasons = new Map<string, number>();
  for (const { ignored } of mutants) if (ignored !== null) reasons.set(ignored, (reasons.get(ignored) ?? 0) + 1);
  const counted = mutants.filter(({ ignored }) => ignored === null).length;
  const left = Array.from(reasons, ([reason, count]) => `, left out ${count} of ${reason}`).join('');
  print(`${room}: ${counted} mutants${left}`);
}

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      again: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      install: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      sample: { type: 'string', default: '100' },
      seconds: { type: 'string', default: '240' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
    },
  });
  const known = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const numbers = [values.sample, values.seconds, values.seed].map(Number);
  const isUsable =
    positionals.every((room) => known.some(({ name }) => name === room)) && numbers.every(Number.isSafeInteger);
  if (values.help || !isUsable) {
    process.stdout.write(USAGE.replace('ROOMS', `${ROOMS.join(', ')}, unless others are named`));
    return values.help ? 0 : 2;
  }
  if (values.install) {
    install();
    return 0;
  }
  endWithSignals(() => {
    atSignal();
  });
  mkdirSync(join(root, '.cache/mutants'), { recursive: true });
  const [count = 0, seconds = 0, seed = 0] = numbers;
  let well = true;
  for (const room of positionals.length === 0 ? ROOMS : positionals) {
    if (values.list) await list(room);
    else if (values.again && !existsSync(pathOf(room))) print(`${room}: no earlier run`);
    else well = (await runRoom(room, { sample: count, seed, seconds, again: values.again })) && well;
  }
  return well ? 0 : 1;
}

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
