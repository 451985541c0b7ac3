import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Judge, limitFor } from './judge.js';
import type { Mutant } from './mutant.js';
import type { Outcome } from './stayingProcess.js';
import type { Tree } from './tree.js';

const MUTANT: Mutant = { id: '7', file: 'src/a.ts', line: 1, kind: 'x', was: 'a', becomes: 'b', ignored: null };

/**
 * The verdicts on mutants whose runs end with `outcomes`, in this order; `-` marks a run without a mutant. A run that
 * is not listed fails the test. `isSlow`: each run takes longer than the file usually does.
 */
async function verdictsOf(
  count: number,
  outcomes: readonly (Outcome | `-${Outcome}`)[],
  isSlow = false,
): Promise<string> {
  const remaining = [...outcomes];
  const run = (_file: string, id: string | null): Promise<Outcome> => {
    const next = remaining.shift();
    assert.is(next?.startsWith('-'), id === null, outcomes.join(' '));
    return Promise.resolve(next?.replace('-', '') as Outcome);
  };
  const covered = { seconds: isSlow ? 0 : 1000, mutants: ['7'], atLoad: [], isApart: false };
  const staying = { run, ends: 0, end: () => undefined };
  const judge = new Judge({ tree: {} as Tree, staying, alone: new Map() }, new Map([['test/a.test.ts', covered]]), 20);
  const verdicts: string[] = [];
  for (let at = 0; at < count; at += 1) await judge.take(MUTANT, ({ verdict }) => (verdicts[at] = verdict));
  await judge.finish();
  assert.equal(remaining, [], outcomes.join(' '));
  return verdicts.join(' ');
}

test('the limit of a run is a multiple of its usual time, at most 20 s, and never less than twice the usual time', () => {
  assert.is(limitFor(0), 5);
  assert.is(limitFor(2), 15);
  assert.is(limitFor(9), 20);
  assert.is(limitFor(90), 180);
});

test('a test that is late or fails by chance on a busy machine does not count as noticing a mutant', async () => {
  for (const [verdict, isSlow, outcomes] of [
    ['survived', false, ['green']],
    ['caught', false, ['failed', '-green']],
    ['caught', true, ['failed', '-green', 'failed']],
    ['survived', true, ['failed', '-green', 'green']],
    ['late', false, ['late', '-green', 'late']],
    ['survived', false, ['late', '-green', 'green']],
    ['caught', false, ['late', '-green', 'failed']],
    ['waiting', false, ['late', '-late']],
  ] as const)
    assert.is(await verdictsOf(1, outcomes, isSlow), verdict, outcomes.join(' '));
});

test('one run without a mutant checks ten verdicts; when it fails, each mutant is tried again and checked at once', async () => {
  for (const [verdicts, outcomes] of [
    ['caught caught', ['failed', 'failed', '-green']],
    ['caught survived', ['failed', 'failed', '-failed', 'failed', '-green', 'green']],
    ['caught survived', ['failed', 'green', '-green']],
    ['caught caught', ['failed', 'failed', '-late', 'failed', '-failed', 'failed', 'failed', '-green']],
  ] as const)
    assert.is(await verdictsOf(2, outcomes), verdicts, outcomes.join(' '));
  const many = Array<Outcome>(25).fill('failed');
  const inTens = [
    ...many.slice(0, 10),
    '-green',
    ...many.slice(10, 20),
    '-green',
    ...many.slice(20),
    '-green',
  ] as const;
  assert.is(await verdictsOf(25, inTens), Array(25).fill('caught').join(' '));
});

test.run();
