/**
 * Counts words that plain English avoids, and lines of more than 120 characters, in the documents and in the comments of `src`.
 *
 *     node scripts/lint/english.mjs           fails where a count exceeds its maximum in `english.json`
 *     node scripts/lint/english.mjs --list    also prints each place, as FILE:LINE
 *     node scripts/lint/english.mjs --lower   lowers the maxima to the present counts; it never raises one
 *
 * A maximum that is greater than in an earlier commit fails, too.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = resolve(import.meta.dirname, '../..');
const MAXIMA = 'scripts/lint/english.json';
const MAX_LINE = 120;
/** The commits whose maxima must not be exceeded: the last one, and as far back as the CI lane looks. */
const EARLIER = ['HEAD', 'HEAD~20'];

/** Words that are avoided in every meaning which these texts need; one that also has a good use is not counted. */
const AVOIDED = [
  'nobody|somebody|whoever|whom|who asks',
  'tells?|told|saying|said',
  'kept|held|gone|taken in',
  'go(?:es|ing)? on|went on|comes to|stands(?! for)|lies|lying|hangs? on',
  'bought with|at the cost of',
  'that (?:is|are) none|all the same|be it|a thing|as it came',
];
const WORDS = new RegExp(`\\b(?:${AVOIDED.join('|')})\\b`, 'giu');

/** Text without what is no English: code, and targets of links. */
const english = (line) => line.replace(/`[^`]*`|\]\([^)]*\)|(?:src|alt)="[^"]*"|https?:\S+/g, '` `');

/** The lines of a document that count, each with its number. */
export function linesOfDocument(text) {
  let isCode = false;
  return text.split('\n').flatMap((line, at) => {
    if (line.startsWith('```')) isCode = !isCode;
    else if (!isCode) return [{ number: at + 1, text: line, isFree: line.startsWith('|') }];
    return [];
  });
}

/** The comments of a source, line by line. */
export function linesOfComments(source) {
  let isBlock = false;
  return source.split('\n').flatMap((line, at) => {
    const start = line.trimStart();
    const isComment = isBlock || /^(?:\/\/|\/\*|\{\/\*)/.test(start);
    if (isBlock || /^(?:\{)?\/\*/.test(start)) isBlock = !line.includes('*/');
    if (isComment) return [{ number: at + 1, text: line, isFree: false }];
    const behind = /[;,{}()[\]|] \/\/ (.*)$/.exec(line)?.[1];
    return behind === undefined ? [] : [{ number: at + 1, text: behind, isFree: false }];
  });
}

/** The avoided words and the long lines among some lines. */
export function count(lines) {
  const words = lines.flatMap(({ number, text }) =>
    Array.from(english(text).matchAll(WORDS), ([word]) => ({ number, what: word })),
  );
  const long = lines
    .filter(({ text, isFree }) => !isFree && text.length > MAX_LINE)
    .map(({ number, text }) => ({ number, what: `${text.length} characters` }));
  return { lines: lines.length, words, long };
}

/** Documents and sources, as paths relative to the root. */
function filesOf(part) {
  if (part === 'documents') {
    const files = ['docs', 'docs/decisions'].flatMap((folder) => {
      const names = existsSync(join(ROOT, folder)) ? readdirSync(join(ROOT, folder)) : [];
      return names.filter((name) => name.endsWith('.md')).map((name) => `${folder}/${name}`);
    });
    return ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'src/sdk/README.md', ...files].filter((file) =>
      existsSync(join(ROOT, file)),
    );
  }
  if (!existsSync(join(ROOT, 'src'))) return [];
  const names = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => /\.tsx?$/.test(name)).map((name) => `src/${name}`);
}

const PARTS = { documents: linesOfDocument, comments: linesOfComments };

/** All of the project: of each part its lines, its avoided words and its long lines, each with its place. */
function countProject() {
  return Object.entries(PARTS).map(([part, linesOf]) => {
    const files = filesOf(part).map((file) => ({ file, ...count(linesOf(readFileSync(join(ROOT, file), 'utf8'))) }));
    const places = (kind) => files.flatMap((one) => one[kind].map((place) => ({ file: one.file, ...place })));
    return {
      part,
      lines: files.reduce((sum, { lines }) => sum + lines, 0),
      words: places('words'),
      long: places('long'),
    };
  });
}

/** The maxima that were raised since an earlier commit. */
function raised(maxima) {
  return EARLIER.flatMap((commit) => {
    const { status, stdout } = spawnSync('git', ['show', `${commit}:./${MAXIMA}`], { cwd: ROOT, encoding: 'utf8' });
    if (status !== 0) return [];
    return raisedFrom(JSON.parse(stdout), maxima).map((name) => `${MAXIMA}: ${name} is greater than in ${commit}`);
  });
}

/** The names of the maxima that are greater than before. */
export function raisedFrom(before, maxima) {
  return Object.entries(maxima).flatMap(([part, kinds]) =>
    Object.entries(kinds)
      .filter(([kind, max]) => max > (before[part]?.[kind] ?? 0))
      .map(([kind]) => `${part}.${kind}`),
  );
}

function main(options) {
  const maxima = JSON.parse(readFileSync(join(ROOT, MAXIMA), 'utf8'));
  const problems = raised(maxima);
  const lowered = {};
  for (const { part, lines, words, long } of countProject()) {
    const max = maxima[part];
    const perThousand = ((words.length * 1000) / Math.max(lines, 1)).toFixed(1);
    console.log(`${part}: ${words.length} avoided words (${perThousand} in 1,000 lines), ${long.length} long lines`);
    lowered[part] = { words: Math.min(words.length, max.words), long: Math.min(long.length, max.long) };
    if (words.length > max.words) problems.push(`${part}: ${words.length} avoided words, at most ${max.words}`);
    if (long.length > max.long) problems.push(`${part}: ${long.length} long lines, at most ${max.long}`);
    if (!options.includes('--list')) continue;
    for (const { file, number, what } of [...words, ...long]) console.log(`  ${file}:${number}: ${what}`);
  }
  if (options.includes('--lower')) writeFileSync(join(ROOT, MAXIMA), `${JSON.stringify(lowered, null, 2)}\n`);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) console.error('node scripts/lint/english.mjs --list prints each place.');
  process.exitCode = problems.length > 0 ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.slice(2));
