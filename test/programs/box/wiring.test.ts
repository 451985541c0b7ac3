// time limit: 1800 s
// proof: wiring
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { shareOf } from '../../kit/cases.js';
import { seededRandom } from '../../kit/random.js';
import { wiringFiles } from './wiring/instrumented.js';
import { readKept } from './wiring/kept.js';
import { NOT_NOTICED } from './wiring/notNoticed.js';
import type { Variant } from './wiring/switchboard.js';
import { look, nameOf, type Noticed, tryAll } from './wiring/workers.js';

/** `VARIANTS=80` tries so many of those that are noticed, by chance. */
const MOST = Number(process.env['VARIANTS'] ?? Infinity);
/** In so many commits in a row the CI lane tries each of them once: a whole box is started for each, at times six. */
const COMMITS = 60;
const LISTED: ReadonlySet<string> = new Set(Object.values(NOT_NOTICED).flat());
/** A busy machine may take so long that this is reported for any variant. */
const TOO_LATE = /does not come to its end/;

const kept = readKept();
const random = seededRandom();
let variants: readonly Variant[] = [];
let tried: readonly Variant[] = [];
let noticed: Noticed = new Map();

test('a whole box, wired as it is, does what is kept of it', async () => {
  ({ variants, noticed } = await look(kept, (all) => (tried = chosen(all))));
});

/** Of those that are not listed; in the order of their names, since scenarios may come by them in any. */
function chosen(all: readonly Variant[]): readonly Variant[] {
  const unlisted = all
    .filter((variant) => !LISTED.has(nameOf(variant)))
    .sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
  return MOST === Infinity ? shareOf(unlisted, COMMITS) : sample(unlisted, MOST);
}

test('whatever of the wiring is left out or replaced by its like, it does something else', () => {
  process.stdout.write(`${tried.length} of ${variants.length} variants are tried\n`);
  assert.ok(tried.length > 0);
  assert.equal([...noticed.keys()].sort(), tried.map(nameOf).sort());
  assert.equal(
    [...noticed].flatMap(([name, by]) => (by === null ? [name] : [])),
    [],
    'nothing notices these',
  );
});

test('what is listed as not noticed is not noticed indeed, and each place is tried or listed', async () => {
  const sites = [...wiringFiles().values()].flatMap((file) => file.sites);
  const passed = new Set(variants.map(({ site }) => site));
  const listed = new Set([...LISTED].map(siteOf));
  assert.equal(
    sites.filter((site) => !passed.has(site) && !listed.has(site)),
    [],
    'no scenario comes by these',
  );
  const gone = [...listed].filter((site) => !sites.includes(site));
  assert.equal(gone, [], 'these are no places of the wiring any more');
  // What is listed is tried when all else is.
  if (tried.length < variants.filter((variant) => !LISTED.has(nameOf(variant))).length) return;
  const unnoticed = variants.filter((variant) => LISTED.has(nameOf(variant)));
  // What is noticed once by chance is not noticed again.
  const once = await tryAll(kept, unnoticed);
  const twice = await tryAll(
    kept,
    unnoticed.filter((variant) => isNoticed(once.get(nameOf(variant)))),
  );
  const stale = [...twice].flatMap(([name, by]) => (isNoticed(by) ? [name] : []));
  assert.equal(stale, [], 'these are noticed; take them out of notNoticed.ts');
});

/** A name on the list belongs to a variant, or to a place without one. */
const siteOf = (name: string): string => name.split(' | ')[0] ?? name;

function isNoticed(by: string | null | undefined): boolean {
  return typeof by === 'string' && !TOO_LATE.test(by);
}

function sample(all: readonly Variant[], most: number): readonly Variant[] {
  const left = [...all];
  return Array.from({ length: Math.min(most, left.length) }, () =>
    left.splice(random.int(0, left.length - 1), 1),
  ).flat();
}

test.run();
