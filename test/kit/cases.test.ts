import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cases, shareOf } from './cases.js';

const COUNTS = { ci: 8, all: 20 };

/** What `work` returns in such an environment; that of this process is restored. */
function within<T>(environment: Readonly<Record<string, string>>, work: () => T): T {
  const before = process.env;
  process.env = environment;
  try {
    return work();
  } finally {
    process.env = before;
  }
}

test('a proof has all of its cases, fewer in the CI lane, and as many as are asked for in both', () => {
  const count = (environment: Readonly<Record<string, string>>): number =>
    within(environment, () => cases('CASES', COUNTS));
  assert.is(count({}), 20);
  assert.is(count({ TEST_LANE: 'nightly' }), 20);
  assert.is(count({ TEST_LANE: 'ci' }), 8);
  assert.is(count({ TEST_LANE: 'ci', CASES: '500' }), 500);
  assert.is(count({ CASES: '500' }), 500);
});

const LIST = Array.from({ length: 47 }, (_, at) => at);
const part = (number: number, list: readonly number[], parts?: number): readonly number[] =>
  within({ TEST_LANE: 'ci', TEST_PART: String(number) }, () => shareOf(list, parts));

test('twenty commits in a row try every case of a list once, each a twentieth of it', () => {
  for (const first of [0, 1, 6187]) {
    const parts = Array.from({ length: 20 }, (_, at) => part(first + at, LIST));
    assert.equal(
      parts.flat().sort((one, other) => one - other),
      LIST,
    );
    for (const { length } of parts) assert.ok(length === 2 || length === 3);
  }
});

test('a list that takes fewer commits, or is shorter than their number, is never left out', () => {
  assert.equal([0, 1, 2].flatMap((number) => part(number, [7, 8, 9, 10], 3)).sort(), [10, 7, 8, 9].sort());
  for (const number of [0, 1, 19, 20]) assert.is(part(number, [5, 6]).length, 1);
  assert.equal(part(3, []), []);
});

test('outside of the CI lane the whole list is tried', () => {
  assert.equal(
    within({}, () => shareOf(LIST)),
    LIST,
  );
  assert.equal(
    within({ TEST_LANE: 'nightly', TEST_PART: '3' }, () => shareOf(LIST)),
    LIST,
  );
});

test.run();
