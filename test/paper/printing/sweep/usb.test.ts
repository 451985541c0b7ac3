// proof: sweep
// time limit: 300 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sweep } from './sweep.js';

test('box and paper agree after a fault at any byte of a job over USB', async () => {
  const { cases, isComplete, jobs, violations } = await sweep('usb');
  assert.is(violations.join('\n'), '');
  assert.ok(isComplete && cases > 0, `only ${cases} cases were tried`);
  assert.ok(jobs >= cases, `${jobs} jobs in ${cases} cases`);
});

test.run();
