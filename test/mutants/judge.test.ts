import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { judge, limitFor } from './judge.js';
import type { Mutant } from './mutant.js';
import type { Outcome } from './stayingProcess.js';
import type { Tree } from './tree.js';

const MUTANT: Mutant = { id: '7', file: 'src/a.ts', line: 1, kind: 'x', was: 'a', becomes: 'b', ignored: null };

/**
 * What is said of a mutant when its runs, and those without it (`-`), end so; a run that is not listed is a mistake. `isSlow`: each takes longer
 * than the file usually does.
 */
async function verdictOf(outcomes: readonly (Outcome | `-${Outcome}`)[], isSlow: boolean): Promise<string> {
  const left = [...outcomes];
  const run = (_file: string, id: string | null): Promise<Outcome> => {
    const next = left.shift();
    assert.is(next?.startsWith('-'), id === null, outcomes.join(' '));
    return Promise.resolve(next?.replace('-', '') as Outcome);
  };
  const judges = { tree: {} as Tree, staying: { run, end: () => undefined } };
  const covered = { seconds: isSlow ? 0 : 1000, mutants: ['7'], atLoad: [], isApart: false };
  const { verdict } = await judge(judges, MUTANT, new Map([['test/a.test.ts', covered]]), 20);
  assert.equal(left, [], outcomes.join(' '));
  return verdict;
}

test('tests get some times as long as they took, yet no more than 20 s, and never less than twice as long', () => {
  assert.is(limitFor(0), 5);
  assert.is(limitFor(2), 15);
  assert.is(limitFor(9), 20);
  assert.is(limitFor(90), 180);
});

test('a test that is late or fails by chance, because the machine is busy, does not notice a mutant', async () => {
  for (const [verdict, isSlow, outcomes] of [
    ['survived', false, ['green']],
    ['caught', false, ['failed', '-green']],
    ['caught', true, ['failed', '-green', 'failed']],
    ['survived', true, ['failed', '-green', 'green']],
    ['caught', false, ['failed', '-failed', 'failed']],
    ['survived', false, ['failed', '-failed', 'green']],
    ['late', false, ['late', '-green', 'late']],
    ['survived', false, ['late', '-green', 'green']],
    ['caught', false, ['late', '-green', 'failed']],
    ['waiting', false, ['late', '-late']],
  ] as const)
    assert.is(await verdictOf(outcomes, isSlow), verdict, outcomes.join(' '));
});

test.run();
