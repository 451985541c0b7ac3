import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../kit/random.js';
import { type Covered, coverageOf } from './coverage.js';
import { type Equivalent, equivalentOf, readEquivalents } from './equivalent.js';
import { Judge } from './judge.js';
import { install } from './instrumenter.js';
import { isSame, type Mutant } from './mutant.js';
import { type RunOptions, type Pass, readOptions, USAGE } from './options.js';
import { isJudged, isNoticed, linesOf, mistakes, type Report, type Result } from './report.js';
import { sample } from './sample.js';
import { StayingProcess } from './stayingProcess.js';
import {
  type FileResult,
  followMoves,
  hashOfText,
  newHoles,
  readSurvivors,
  resultOfFile,
  writeSurvivors,
} from './survivors.js';
import { testsOf } from './tests.js';
import { buildFor, makeTree, nameOf, type Tree } from './tree.js';

const root = process.cwd();
/** How often a mutant is tried that could not be judged because the machine was too busy. */
const ROUNDS = 3;
/** The hash of no file, so the next pass tries the file again. */
const UNFINISHED = '';
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const end = (): never => process.exit(1);
/** Runs at Ctrl-C before the running tests are ended. */
let atSignal: () => void = end;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const isFolder = (name: string): boolean => /^\w+(\/\w+)*$/.test(name) && existsSync(join(root, 'src', name));

function pathOf(folder: string): string {
  return join(root, '.cache/mutants', `${nameOf(folder)}.json`);
}

/** The report a run starts with: a new sample, or the last report. */
function begin(counted: readonly Mutant[], folder: string, options: RunOptions): Report {
  if (options.again) return JSON.parse(readFileSync(pathOf(folder), 'utf8')) as Report;
  const mutants = sample(counted, options.sample === 0 ? counted.length : options.sample, new Random(options.seed));
  return { folder, seed: options.seed, mutants: counted.length, results: mutants.map(waiting) };
}

const waiting = (mutant: Mutant): Result => ({ mutant, judged: { verdict: 'waiting', ran: [] } });

/** A folder with its mutants and the coverage of its tests. */
interface Opened {
  readonly tree: Tree;
  readonly counted: readonly Mutant[];
  readonly cover: () => Promise<ReadonlyMap<string, Covered>>;
}

async function open(folder: string): Promise<Opened> {
  // The handlers of the previous folder's runner would end the process without ending what this one starts.
  for (const signal of SIGNALS) process.removeAllListeners(signal).once(signal, () => atSignal());
  atSignal = end;
  const tree = await makeTree(root, folder);
  atSignal = () => undefined;
  tree.runner.endWithSignals();
  const tests = testsOf(tree.runner, folder);
  const cover = async (): Promise<ReadonlyMap<string, Covered>> => {
    buildFor(tree, tests);
    return coverageOf(tree, tests, print);
  };
  return { tree, counted: tree.mutants.filter(({ ignored }) => ignored === null), cover };
}

/** Tries mutants, several at a time, and reports each result with its index. */
async function judgeAll(
  { tree, counted }: Opened,
  coverage: ReadonlyMap<string, Covered>,
  results: Iterable<[number, Result]>,
  options: RunOptions,
  onResult: (at: number, result: Result) => void,
): Promise<void> {
  const equivalents = readEquivalents(root);
  const left = [...results];
  const work = async (): Promise<void> => {
    const staying = new StayingProcess(tree);
    const judge = new Judge({ tree, staying, alone: new Map() }, coverage, options.maxSeconds);
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [at, result] = next;
      // Its id may have changed with the source since the last run.
      const same = counted.filter((other) => isSame(other, result.mutant));
      const mutant = same.find(({ id }) => id === result.mutant.id) ?? same[0];
      if (mutant === undefined || isNoticed(result) || isKnownEquivalent(result, equivalents)) continue;
      await judge.take(mutant, (judged) => onResult(at, { mutant, judged }));
    }
    await judge.finish();
    staying.end();
  };
  await Promise.all(Array.from({ length: options.jobs }, work));
}

/** Tries a sample of a folder's mutants. */
async function runSample(folder: string, options: RunOptions): Promise<boolean> {
  const opened = await open(folder);
  const { tree, counted } = opened;
  const begun = begin(counted, folder, options);
  print(`${folder}: ${begun.results.length} of ${counted.length} mutants, seed ${begun.seed}`);
  const coverage = await opened.cover();
  const results: Result[] = [...begun.results];
  const report = { ...begun, results };
  const equivalents = readEquivalents(root);
  const store = (): void => writeFileSync(pathOf(folder), JSON.stringify(report, null, 2));
  const finish = (): void => {
    store();
    for (const line of linesOf(report, equivalents, tree.mutants)) print(line);
  };
  atSignal = finish;
  await judgeAll(opened, coverage, begun.results.entries(), options, (at, result) => {
    results[at] = result;
    const { mutant, judged } = result;
    print(`${at + 1}/${results.length} ${judged.verdict} ${mutant.file}:${mutant.line} ${mutant.becomes}`);
    store();
  });
  atSignal = () => undefined;
  finish();
  return mistakes(report, equivalents, tree.mutants).length === 0;
}

/**
 * Tries all mutants of each file of a folder that has changed since its last pass, or of every file in a part of the
 * folder. The result of each file is stored at once, so an interrupted pass continues with the next file. Returns false
 * when a mutant survives that was noticed before.
 */
async function runPass(folder: string, { part, parts }: Pass, options: RunOptions): Promise<boolean> {
  const opened = await open(folder);
  const sources = new Map<string, string>();
  for (const { file } of opened.counted) sources.set(file, hashOfText(readFileSync(join(root, file), 'utf8')));
  const known = followMoves(readSurvivors(root), folder, sources);
  const isTried = (file: string): boolean => known.survivors[file]?.source === sources.get(file);
  const isDue = (file: string, at: number): boolean =>
    options.again ? isTried(file) : parts === 1 ? !isTried(file) : at % parts === part - 1;
  const due = [...sources.keys()].sort().filter(isDue);
  print(`${folder}: ${due.length} of ${sources.size} files`);
  const coverage = due.length === 0 ? new Map<string, Covered>() : await opened.cover();
  let isGreen = true;
  for (const file of due) {
    const all = opened.counted.filter((mutant) => mutant.file === file);
    const results = all.map(options.again ? unlessNoticed(known.survivors[file], readEquivalents(root)) : waiting);
    for (let round = 0; round < ROUNDS && !results.every(isJudged); round += 1) {
      const left = [...results.entries()].filter(([, result]) => !isJudged(result));
      await judgeAll(opened, coverage, left, options, (at, result) => (results[at] = result));
    }
    const judged = results.filter(isJudged);
    const left = results.length - judged.length;
    if (left > 0) print(`${file}: ${left} not judged on a busy machine; the next pass tries the file again`);
    const survivors = readSurvivors(root);
    const source = left > 0 ? UNFINISHED : (sources.get(file) ?? UNFINISHED);
    const result = resultOfFile(source, judged, readEquivalents(root));
    print(`${file}: ${result.noticed} of ${result.mutants - result.equivalent} noticed`);
    for (const { line, was, becomes } of newHoles(file, known.survivors[file], result, known.lost)) {
      isGreen = false;
      print(`  no longer noticed: ${file}:${line}\n  - ${was}\n  + ${becomes}`);
    }
    writeSurvivors(root, { ...survivors, [file]: result });
  }
  if (parts === 1) writeSurvivors(root, followMoves(readSurvivors(root), folder, sources).survivors);
  return isGreen;
}

/** The first result of each mutant when only the stored holes of its file are tried again. */
function unlessNoticed(before: FileResult | undefined, equivalents: readonly Equivalent[]) {
  return (mutant: Mutant): Result => {
    if (before?.holes.some((hole) => isSame({ file: mutant.file, ...hole }, mutant)) === true) return waiting(mutant);
    const verdict = equivalentOf(mutant, equivalents) === undefined ? 'caught' : 'survived';
    return { mutant, judged: { verdict, ran: [] } };
  };
}

/** True when the mutant was tried and no test can notice it. One that was never tried is tried once. */
function isKnownEquivalent({ mutant, judged }: Result, equivalents: readonly Equivalent[]): boolean {
  return judged.verdict !== 'waiting' && equivalentOf(mutant, equivalents) !== undefined;
}

async function list(folder: string): Promise<void> {
  const { mutants } = await makeTree(root, folder);
  const reasons = new Map<string, number>();
  for (const { ignored } of mutants) if (ignored !== null) reasons.set(ignored, (reasons.get(ignored) ?? 0) + 1);
  const counted = mutants.filter(({ ignored }) => ignored === null).length;
  const left = Array.from(reasons, ([reason, count]) => `, ignored ${count}: ${reason}`).join('');
  print(`${folder}: ${counted} mutants${left}`);
}

async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args, isFolder);
  if (options === 'help' || options === 'wrong') {
    process.stdout.write(USAGE);
    return options === 'help' ? 0 : 2;
  }
  if (options.action === 'install') {
    install();
    return 0;
  }
  mkdirSync(join(root, '.cache/mutants'), { recursive: true });
  let isGreen = true;
  for (const folder of options.folders) {
    if (options.action === 'list') await list(folder);
    else if (options.pass !== undefined) isGreen = (await runPass(folder, options.pass, options)) && isGreen;
    else if (options.again && !existsSync(pathOf(folder))) print(`${folder}: no earlier run`);
    else isGreen = (await runSample(folder, options)) && isGreen;
  }
  return isGreen ? 0 : 1;
}

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
