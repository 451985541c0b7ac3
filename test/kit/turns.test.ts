import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Turns } from './turns.js';

const NAMES = ['one', 'two', 'three', 'four', 'five'];

/** What a suite is handed in such an environment, by the name of a test; runs its hooks. */
function handed(environment: Readonly<Record<string, string>>, parts: number, isHere = true): readonly string[] {
  const list: string[] = [];
  const hooks: (() => void)[] = [];
  const suite = Object.assign((name: string): void => void list.push(name), {
    skip: (name: string): void => void list.push(`${name} is skipped`),
    before: (hook: () => void): void => void hooks.push(hook),
  });
  const before = process.env;
  process.env = environment;
  try {
    const turns = new Turns(parts, suite);
    for (const name of NAMES) {
      const isNow = turns.test(name, isHere ? () => undefined : undefined);
      assert.is(isNow, list.at(-1)?.startsWith(name) === true);
    }
  } finally {
    process.env = before;
  }
  for (const hook of hooks) hook();
  return list;
}

const inCi = (part: number) => ({ TEST_LANE: 'ci', TEST_PART: String(part) });

test('outside of the CI lane every test is run', () => {
  assert.equal(handed({}, 2), NAMES);
  assert.equal(handed({ TEST_LANE: 'nightly', TEST_PART: '1' }, 2), NAMES);
});

test('in the CI lane so many commits in a row run each test once', () => {
  assert.equal(handed(inCi(6), 3), ['one', 'four']);
  assert.equal(handed(inCi(7), 3), ['two', 'five']);
  assert.equal(handed(inCi(8), 3), ['three']);
});

test('a test that cannot run here is reported as skipped', () => {
  assert.equal(handed(inCi(2), 3, false), ['three is skipped']);
});

test('fewer tests than commits are a mistake, as some commits would run none', () => {
  assert.throws(() => handed({}, 6), /5 tests cannot take turns in 6 commits/);
});

test.run();
