import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../kit/random.js';
import { type Covered, coverageOf } from './coverage.js';
import { type Equivalent, equivalentOf, readEquivalents } from './equivalent.js';
import { Judge } from './judge.js';
import { install } from './instrumenter.js';
import { isSame, type Mutant } from './mutant.js';
import { type Asked, type Pass, readOptions, USAGE } from './options.js';
import { isJudged, isNoticed, linesOf, mistakes, type Report, type Result } from './report.js';
import { sample } from './sample.js';
import { StayingProcess } from './stayingProcess.js';
import {
  type FileResult,
  followMoves,
  nameOfText,
  newHoles,
  readSurvivors,
  resultOfFile,
  writeSurvivors,
} from './survivors.js';
import { testsOf } from './tests.js';
import { buildFor, makeTree, nameOf, type Tree } from './tree.js';

const root = process.cwd();
/** How often a mutant is tried for which the machine had too much else to do. */
const ROUNDS = 3;
/** Names the text of no file, so that the next pass tries it again. */
const UNFINISHED = '';
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
  return { room, seed: asked.seed, mutants: counted.length, results: mutants.map(waiting) };
}

const waiting = (mutant: Mutant): Result => ({ mutant, judged: { verdict: 'waiting', ran: [] } });

/** A room with its mutants, and what its tests come to. */
interface Opened {
  readonly tree: Tree;
  readonly counted: readonly Mutant[];
  readonly cover: () => Promise<ReadonlyMap<string, Covered>>;
}

async function open(room: string): Promise<Opened> {
  // The runner of a room before would end the run without what this one has started.
  for (const signal of SIGNALS) process.removeAllListeners(signal).once(signal, () => atSignal());
  atSignal = end;
  const tree = await makeTree(root, room);
  atSignal = () => undefined;
  tree.runner.endWithSignals();
  const tests = testsOf(tree.runner, room);
  const cover = async (): Promise<ReadonlyMap<string, Covered>> => {
    buildFor(tree, tests);
    return coverageOf(tree, tests, print);
  };
  return { tree, counted: tree.mutants.filter(({ ignored }) => ignored === null), cover };
}

/** Tries mutants, several at a time, and reports each verdict with its place. */
async function judgeAll(
  { tree, counted }: Opened,
  coverage: ReadonlyMap<string, Covered>,
  results: Iterable<[number, Result]>,
  asked: Asked,
  tell: (at: number, result: Result) => void,
): Promise<void> {
  const equivalents = readEquivalents(root);
  const left = [...results];
  const work = async (): Promise<void> => {
    const staying = new StayingProcess(tree);
    const judge = new Judge({ tree, staying, alone: new Map() }, coverage, asked.seconds);
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [at, result] = next;
      // Its number may have changed since the last run, as the source may have.
      const same = counted.filter((other) => isSame(other, result.mutant));
      const mutant = same.find(({ id }) => id === result.mutant.id) ?? same[0];
      if (mutant === undefined || isNoticed(result) || isSettled(result, equivalents)) continue;
      await judge.take(mutant, (judged) => tell(at, { mutant, judged }));
    }
    await judge.finish();
    staying.end();
  };
  await Promise.all(Array.from({ length: asked.jobs }, work));
}

/** Tries a sample of a room. */
async function runSample(room: string, asked: Asked): Promise<boolean> {
  const opened = await open(room);
  const { tree, counted } = opened;
  const begun = begin(counted, room, asked);
  print(`${room}: ${begun.results.length} of ${counted.length} mutants, seed ${begun.seed}`);
  const coverage = await opened.cover();
  const results: Result[] = [...begun.results];
  const report = { ...begun, results };
  const equivalents = readEquivalents(root);
  const keep = (): void => writeFileSync(pathOf(room), JSON.stringify(report, null, 2));
  const finish = (): void => {
    keep();
    for (const line of linesOf(report, equivalents, tree.mutants)) print(line);
  };
  atSignal = finish;
  await judgeAll(opened, coverage, begun.results.entries(), asked, (at, result) => {
    results[at] = result;
    const { mutant, judged } = result;
    print(`${at + 1}/${results.length} ${judged.verdict} ${mutant.file}:${mutant.line} ${mutant.becomes}`);
    keep();
  });
  atSignal = () => undefined;
  finish();
  return mistakes(report, equivalents, tree.mutants).length === 0;
}

/**
 * Tries all mutants of each file of a room that has changed since it was tried, or of the files of a part of the room; what is found is
 * kept file by file, so that a pass can be ended and goes on. False where a test was lost: a mutant is new among those that survive.
 */
async function runPass(room: string, { part, parts }: Pass, asked: Asked): Promise<boolean> {
  const opened = await open(room);
  const sources = new Map<string, string>();
  for (const { file } of opened.counted) sources.set(file, nameOfText(readFileSync(join(root, file), 'utf8')));
  const known = followMoves(readSurvivors(root), room, sources);
  const isTried = (file: string): boolean => known.survivors[file]?.source === sources.get(file);
  const isDue = (file: string, at: number): boolean =>
    asked.again ? isTried(file) : parts === 1 ? !isTried(file) : at % parts === part - 1;
  const due = [...sources.keys()].sort().filter(isDue);
  print(`${room}: ${due.length} of ${sources.size} files`);
  const coverage = due.length === 0 ? new Map<string, Covered>() : await opened.cover();
  let well = true;
  for (const file of due) {
    const all = opened.counted.filter((mutant) => mutant.file === file);
    const results = all.map(asked.again ? unlessNoticed(known.survivors[file], readEquivalents(root)) : waiting);
    for (let round = 0; round < ROUNDS && !results.every(isJudged); round += 1) {
      const left = [...results.entries()].filter(([, result]) => !isJudged(result));
      await judgeAll(opened, coverage, left, asked, (at, result) => (results[at] = result));
    }
    const judged = results.filter(isJudged);
    const left = results.length - judged.length;
    if (left > 0) print(`${file}: the machine had too much else to do for ${left}; the next pass tries it again`);
    const survivors = readSurvivors(root);
    const source = left > 0 ? UNFINISHED : (sources.get(file) ?? UNFINISHED);
    const result = resultOfFile(source, judged, readEquivalents(root));
    print(`${file}: ${result.noticed} of ${result.mutants - result.equivalent} noticed`);
    for (const { line, was, becomes } of newHoles(file, known.survivors[file], result, known.lost)) {
      well = false;
      print(`  not noticed any more: ${file}:${line}\n  - ${was}\n  + ${becomes}`);
    }
    writeSurvivors(root, { ...survivors, [file]: result });
  }
  if (parts === 1) writeSurvivors(root, followMoves(readSurvivors(root), room, sources).survivors);
  return well;
}

/** What is known of a mutant of a file, where only its holes are to be tried again. */
function unlessNoticed(before: FileResult | undefined, equivalents: readonly Equivalent[]) {
  return (mutant: Mutant): Result => {
    if (before?.holes.some((hole) => isSame({ file: mutant.file, ...hole }, mutant)) === true) return waiting(mutant);
    const verdict = equivalentOf(mutant, equivalents) === undefined ? 'caught' : 'survived';
    return { mutant, judged: { verdict, ran: [] } };
  };
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
    else if (asked.pass !== undefined) well = (await runPass(room, asked.pass, asked)) && well;
    else if (asked.again && !existsSync(pathOf(room))) print(`${room}: no earlier run`);
    else well = (await runSample(room, asked)) && well;
  }
  return well ? 0 : 1;
}

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
