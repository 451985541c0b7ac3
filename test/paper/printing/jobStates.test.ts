import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { JOB_REASONS, JOB_STATES, type JobState, type PrintJob } from '../../../src/platform/ledger/job.js';
import { hasEnded } from '../../../src/platform/ledger/views/jobs.js';
import { badTransition, TABLE } from './jobTransitions.js';

const FAULTS = ['paper', 'cover', 'cutter', 'error', 'offline'];

test('the states of a print job are these, in the order of their numbers on flash', () => {
  const rows = JOB_STATES.map((state) => [state, TABLE[state].isFirst, TABLE[state].next.join(' ')]);
  assert.equal(rows, [
    ['queued', true, 'sending cancelled'],
    ['sending', false, 'printed unconfirmed unknown cancelled'],
    ['printed', false, ''],
    ['unconfirmed', false, ''],
    ['unknown', false, ''],
    ['cancelled', true, ''],
  ]);
});

test('the reasons of a print job are these, in the order of their numbers on flash', () => {
  const others = ['lost', 'silent', 'restart', 'age', 'full', 'operator', 'removed', 'unprintable', 'proven'];
  assert.equal(JOB_REASONS, [...FAULTS, ...others]);
});

test('only a job that is unknown or cancelled has a reason, and each reason is used', () => {
  const used: Readonly<Record<JobState, readonly string[]>> = {
    queued: [],
    sending: [],
    printed: [],
    unconfirmed: [],
    unknown: [...FAULTS, 'lost', 'silent', 'restart', 'age', 'removed'],
    cancelled: ['age', 'full', 'operator', 'removed', 'unprintable', 'proven'],
  };
  for (const state of JOB_STATES) assert.equal(TABLE[state].reasons, used[state], state);
  assert.equal(new Set(Object.values(used).flat()), new Set(JOB_REASONS));
});

test('a job has ended when no state may follow', () => {
  for (const state of JOB_STATES) assert.is(hasEnded({ state }), TABLE[state].next.length === 0, state);
});

test('what the table does not allow is found', () => {
  const job = (state: JobState, reason: PrintJob['reason'] = null): PrintJob => ({
    ...{ id: 1, uuid: '', printer: 'kasa', repeat: false, createdAt: 0, updatedAt: 0 },
    ...{ state, reason },
  });
  assert.is(badTransition(undefined, job('queued')), undefined);
  assert.is(badTransition(job('queued'), job('sending')), undefined);
  assert.is(badTransition(undefined, job('sending')), 'job 1 begins as sending');
  assert.is(badTransition(job('unknown', 'lost'), job('sending')), 'job 1 goes from unknown to sending');
  assert.is(badTransition(job('queued'), job('cancelled', 'silent')), 'job 1 is cancelled, silent');
  assert.is(badTransition(job('sending'), job('unknown')), 'job 1 is unknown, null');
});

test.run();
