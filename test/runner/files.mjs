import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';

/** The project that the tests belong to. */
export const ROOT = resolve(import.meta.dirname, '../..');

/** Long enough that a file which is only slow, on a busy machine, is not taken for one that hangs. */
export const DEFAULT_LIMIT_S = 300;
const HEADER_LINES = 5;

export const isTest = (file) => file.endsWith('.test.ts');

/** Every test file, as a path relative to the root. */
export function allTests() {
  return readdirSync(resolve(ROOT, 'test'), { recursive: true })
    .map((name) => `test/${name}`)
    .filter(isTest)
    .sort();
}

/** Programs on clients of other makers: compiled as a reader of theirs would, not as files of ours. */
const GENERATED_WITH = resolve(ROOT, 'test/interfaces/api/generators/programs');

/** Every TypeScript file that a test may load, as a whole path. */
export function allSources() {
  return ['src', 'test'].flatMap((folder) => {
    const files = readdirSync(resolve(ROOT, folder), { recursive: true, withFileTypes: true });
    return files
      .filter((file) => file.isFile() && file.name.endsWith('.ts'))
      .map(({ parentPath, name }) => resolve(parentPath, name))
      .filter((file) => !file.startsWith(GENERATED_WITH));
  });
}

/** The files that a filter means: an existing file of any name, or all tests with the filter in their path. */
export function matching(filter, all) {
  const path = relative(ROOT, resolve(filter));
  return path.endsWith('.ts') && existsSync(filter) ? [path] : all.filter((test) => test.includes(filter));
}

/** The first lines of a file, which may say how it wants to be run. */
export function header(file) {
  return readFileSync(resolve(ROOT, file), 'utf8').split('\n', HEADER_LINES).join('\n');
}

/** `// time limit: 400 s` in the first lines of a file, in seconds. */
export function timeLimitSeconds(file) {
  return Number(/^\/\/ time limit: (\d+) s$/m.exec(header(file))?.[1] ?? DEFAULT_LIMIT_S);
}

/** Proofs of all tests in a folder, by its name: each file is short, but all of them together are not. */
const PROOFS_OF_FOLDERS = { scenarios: 'scenarios', cli: 'commands' };

/** Is it a proof of which each file is short? */
export const isOfShortTests = (proof) => Object.values(PROOFS_OF_FOLDERS).includes(proof);

/** The long proof that a file belongs to, by `// proof: kills` in its first lines, or by its folder; undefined elsewhere. */
export function proofOf(file) {
  const named = /^\/\/ proof: ([a-z][a-z-]*)$/m.exec(header(file))?.[1];
  const folder = file.split('/').find((part) => Object.hasOwn(PROOFS_OF_FOLDERS, part));
  return named ?? (folder && PROOFS_OF_FOLDERS[folder]);
}

/** The files of each long proof by its name, in the order of the names. */
export function proofs(files) {
  const named = new Map();
  for (const file of files) {
    const name = proofOf(file);
    if (name !== undefined) named.set(name, [...(named.get(name) ?? []), file]);
  }
  return new Map([...named].sort(([one], [other]) => (one < other ? -1 : 1)));
}

export const isAlone = (file) => file.includes('.alone.');
export const isBeside = (file) => file.includes('.beside.');
export const isSpare = (file) => file.includes('.spare.');

/** Test files that need a process of their own, each with the reason. A long time limit or a name that says so is a reason, too. */
const APART = {
  'test/platform/http/messageBounds.test.ts': 'looks at when V8 collects what its process no longer needs',
};

const FILES_TOGETHER = 16;
const SECONDS_TOGETHER = 40;

/** May a file follow others in one process? Not one that takes long: others would wait for it. */
export function isSharing(file) {
  const isUsual = isTest(file) && timeLimitSeconds(file) <= DEFAULT_LIMIT_S;
  return isUsual && ![isAlone, isBeside, isSpare].some((is) => is(file)) && !Object.hasOwn(APART, file);
}

/**
 * Lists of the files that run in one process, each in the order given: neighbours load the same. `secondsOf` a file is its duration; `jobs`
 * lists at least are made, so that few files do not wait for each other.
 */
export function byProcess(files, secondsOf = () => 0, jobs = 1) {
  const most = Math.min(FILES_TOGETHER, Math.ceil(files.length / jobs));
  const lists = [];
  let open;
  let seconds = 0;
  for (const file of files) {
    const its = secondsOf(file);
    if (!isSharing(file)) {
      lists.push([file]);
    } else if (open !== undefined && open.length < most && seconds + its <= SECONDS_TOGETHER) {
      open.push(file);
      seconds += its;
    } else {
      lists.push((open = [file]));
      seconds = its;
    }
  }
  return lists;
}
