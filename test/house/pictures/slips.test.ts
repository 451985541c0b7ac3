import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { difference, readPng } from '../../paper/documents/sheet/pictures.js';
import { drawSlipPaper, SLIPS } from './slips.js';

/** After a change that is meant: `npm run pictures -- papers`, and look at the new ones. */
const FOLDER = join(import.meta.dirname, 'expected');

for (const name of SLIPS) {
  test(`the paper ${name} is what somebody has looked at, to the dot`, () => {
    assert.is(difference(drawSlipPaper(name), readPng(readFileSync(join(FOLDER, `${name}.png`)))), 0);
  });
}

test('there is no approved picture of a paper that no longer exists', () => {
  const known = SLIPS.map((name) => `${name}.png`).sort();
  assert.equal(readdirSync(FOLDER).sort(), known);
});

test.run();
