import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { PrintJobStatus } from '../../../src/paper/printing/port.js';
import { jobsToCheck } from '../../../src/paper/printing/printingTexts.js';
import { DAY_MS, NOON } from '../../kit/ledger.js';

function job(id: number, change: Partial<PrintJobStatus> = {}): PrintJobStatus {
  const at = { createdAt: NOON - 60_000, updatedAt: NOON - 50_000 };
  return { id, uuid: 'one', printer: 'kasa', repeat: false, state: 'unknown', reason: 'lost', ...at, ...change };
}

const ids = (...jobs: readonly PrintJobStatus[]): number[] => jobsToCheck(jobs, NOON).map(({ id }) => id);

test('a person looks after papers of which nothing is known, and those that the box cancelled by itself', () => {
  assert.equal(ids(job(1)), [1]);
  assert.equal(ids(job(1, { state: 'cancelled', reason: 'age' })), [1]);
  assert.equal(ids(job(1, { state: 'cancelled', reason: 'operator' })), [], 'who cancelled it knows');
  assert.equal(ids(job(1, { state: 'cancelled', reason: 'proven' })), [], 'another job has printed it');
  for (const state of ['queued', 'sending', 'blocked', 'printed', 'unconfirmed'] as const) {
    assert.equal(ids(job(1, { state })), [], state);
  }
});

test('after a day nobody is asked to look any more', () => {
  assert.equal(ids(job(1, { updatedAt: NOON - DAY_MS })), [1]);
  assert.equal(ids(job(1, { updatedAt: NOON - DAY_MS - 1 })), []);
  assert.equal(ids(job(1, { createdAt: NOON })), [1], 'the clock was set back, and no other job took its place');
});

test('a later paper of the same receipt takes its place, unless that was cancelled', () => {
  const later = (change: Partial<PrintJobStatus> = {}): PrintJobStatus =>
    job(2, { createdAt: NOON - 40_000, updatedAt: NOON - 30_000, state: 'printed', reason: null, ...change });
  assert.equal(ids(later(), job(1)), []);
  assert.equal(ids(later({ state: 'queued' }), job(1)), [], 'it is on its way');
  assert.equal(ids(later({ state: 'cancelled', reason: 'operator' }), job(1)), [1]);
  assert.equal(ids(later({ uuid: 'two' }), job(1)), [1], 'of another receipt');
  assert.equal(ids(later({ state: 'unknown' }), job(1)), [2], 'the newest alone');
});

test('a second copy, made at the same time as the first, does not replace it', () => {
  assert.equal(ids(job(2, { state: 'printed', reason: null }), job(1)), [1]);
  assert.equal(ids(job(2), job(1)), [2, 1]);
  assert.equal(ids(job(2, { createdAt: NOON - 50_000, state: 'printed' }), job(1)), [1], 'made when that one ended');
});

test.run();
