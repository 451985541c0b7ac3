import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cases } from './cases.js';

const COUNTS = { inRun: 8, alone: 20 };

/** What `cases` says in such an environment; that of this process is as before afterwards. */
function said(environment: Readonly<Record<string, string>>): number {
  const before = process.env;
  process.env = environment;
  try {
    return cases('CASES', COUNTS);
  } finally {
    process.env = before;
  }
}

test('a proof has all of its cases, fewer in a run of all tests, and as many as are asked for in both', () => {
  assert.is(said({}), 20);
  assert.is(said({ WHOLE_RUN: '1' }), 8);
  assert.is(said({ WHOLE_RUN: '1', CASES: '500' }), 500);
  assert.is(said({ CASES: '500' }), 500);
});

test.run();
