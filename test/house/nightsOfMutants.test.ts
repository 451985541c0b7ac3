import { execFileSync } from 'node:child_process';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const DAY_MS = 86_400_000;

/** What the nights that begin at these times try. */
function partsOf(times: readonly number[]): string[] {
  const program = `import { partOfNight } from './test/runner/stages.mjs';
    console.log(JSON.stringify(${JSON.stringify(times)}.map(partOfNight)));`;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' }),
  ) as string[];
}

test('ten nights in a row try each part of the mutants once, and the next begins again', () => {
  const first = Date.UTC(2026, 10, 28, 23, 59);
  const parts = partsOf(Array.from({ length: 11 }, (_, night) => first + night * DAY_MS));
  assert.equal([...parts.slice(0, 10)].sort(), [
    '1/10',
    '10/10',
    '2/10',
    '3/10',
    '4/10',
    '5/10',
    '6/10',
    '7/10',
    '8/10',
    '9/10',
  ]);
  assert.is(parts[10], parts[0]);
});

test('a run that was ended and started again on the same day continues with the same part', () => {
  const [begun, again] = partsOf([Date.UTC(2026, 10, 29), Date.UTC(2026, 10, 29, 23, 59, 59, 999)]);
  assert.is(begun, again);
});

test.run();
