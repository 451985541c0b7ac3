import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../kit/random.js';
import { coverageOf } from './coverage.js';
import { type Equivalent, equivalentOf, readEquivalents } from './equivalent.js';
import { judge } from './judge.js';
import { install } from './instrumenter.js';
import { isSame, type Mutant } from './mutant.js';
import { type Asked, readOptions, USAGE } from './options.js';
import { isNoticed, linesOf, mistakes, type Report, type Result } from './report.js';
import { sample } from './sample.js';
import { StayingProcess } from './stayingProcess.js';
import { testsOf } from './tests.js';
import { buildFor, makeTree, nameOf } from './tree.js';

const root = process.cwd();
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const end = (): never => process.exit(1);
/** What is done at Ctrl-C before what runs is ended. */
let atSignal: () => void = end;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const isRoom = (name: string): boolean => /^\w+(\/\w+)*$/.test(name) && existsSync(join(root, 'src', name));

function pathOf(room: string): string {
  return join(root, '.cache/mutants', `${nameOf(room)}.json`);
}

/** What a run begins with: a new sample that waits, or the last report. */
function begin(counted: readonly Mutant[], room: string, asked: Asked): Report {
  if (asked.again) return JSON.parse(readFileSync(pathOf(room), 'utf8')) as Report;
  const mutants = sample(counted, asked.sample === 0 ? counted.length : asked.sample, new Random(asked.seed));
  const judged = { verdict: 'waiting', ran: [] } as const;
  return { room, seed: asked.seed, mutants: counted.length, results: mutants.map((mutant) => ({ mutant, judged })) };
}

async function runRoom(room: string, asked: Asked): Promise<boolean> {
  // The runner of a room before would end the run without what this one has started.
  for (const signal of SIGNALS) process.removeAllListeners(signal).once(signal, () => atSignal());
  atSignal = end;
  const tree = await makeTree(root, room);
  atSignal = () => undefined;
  tree.runner.endWithSignals();
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
  const waiting = [...begun.results.entries()];
  const work = async (): Promise<void> => {
    const judges = { tree, staying: new StayingProcess(tree) };
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [at, result] = next;
      // Its number may have changed since the last run, as the source may have.
      const same = counted.filter((other) => isSame(other, result.mutant));
      const mutant = same.find(({ id }) => id === result.mutant.id) ?? same[0];
      if (mutant === undefined || isNoticed(result) || isSettled(result, equivalents)) continue;
      const judged = await judge(judges, mutant, coverage, asked.seconds);
      results[at] = { mutant, judged };
      print(`${at + 1}/${results.length} ${judged.verdict} ${mutant.file}:${mutant.line} ${mutant.becomes}`);
      keep();
    }
    judges.staying.end();
  };
  await Promise.all(Array.from({ length: asked.jobs }, work));
  atSignal = () => undefined;
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
  const asked = readOptions(args, isRoom);
  if (asked === 'help' || asked === 'wrong') {
    process.stdout.write(USAGE);
    return asked === 'help' ? 0 : 2;
  }
  if (asked.does === 'install') {
    install();
    return 0;
  }
  mkdirSync(join(root, '.cache/mutants'), { recursive: true });
  let well = true;
  for (const room of asked.rooms) {
    if (asked.does === 'list') await list(room);
    else if (asked.again && !existsSync(pathOf(room))) print(`${room}: no earlier run`);
    else well = (await runRoom(room, asked)) && well;
  }
  return well ? 0 : 1;
}

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
