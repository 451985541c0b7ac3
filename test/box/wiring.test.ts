// time limit: 600 s
// proof: wiring
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { wiringFiles } from './wiring/instrumented.js';
import { readKept } from './wiring/kept.js';
import { NOT_NOTICED } from './wiring/notNoticed.js';
import { look, nameOf, tryAll } from './wiring/workers.js';

const LISTED: ReadonlySet<string> = new Set(Object.values(NOT_NOTICED).flat());
/** Also those that are listed, which must all be tried by each scenario: `WIRING=all npm run proof -- wiring`. */
const TRIES_ALL = process.env['WIRING'] === 'all';
/** A busy machine may take so long that this is said of any variant. */
const TOO_LATE = /does not come to its end/;

test('whatever of the wiring is left out or replaced by its like, a whole box does something else than what is kept of it', async () => {
  const kept = readKept();
  const { variants } = await look(kept);
  const tried = variants.filter((variant) => TRIES_ALL || !LISTED.has(nameOf(variant)));
  const noticed = await tryAll(kept, tried);
  const unnoticed = [...noticed].flatMap(([name, by]) => (by === null && !LISTED.has(name) ? [name] : []));
  assert.equal(unnoticed, [], 'nothing notices these');
  const stale = [...noticed].flatMap(([name, by]) =>
    by !== null && !TOO_LATE.test(by) && LISTED.has(name) ? [name] : [],
  );
  assert.equal(stale, [], 'these are noticed; take them out of notNoticed.ts');

  const names = new Set(variants.map(nameOf));
  const passed = new Set(variants.map(({ site }) => site));
  const unpassed = [...wiringFiles().values()].flatMap(({ sites }) => sites).filter((site) => !passed.has(site));
  assert.equal(
    unpassed.filter((site) => !LISTED.has(site)),
    [],
    'no scenario comes by these',
  );
  const gone = [...LISTED].filter((name) => !names.has(name) && !unpassed.includes(name));
  assert.equal(gone, [], 'these are no places of the wiring any more');
});

test.run();
