import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { keepHeapSmall } from '../../src/base/memory.js';

/** What is in use: so many lists of so many numbers, 16 MB. */
const LISTS = 2000;
const NUMBERS = 1000;
/** Each list is replaced so many times, long after it has left the young generation. */
const TURNS = 10;

/** The most that the heap came to while lists grew old and were thrown away, bytes. */
function highestHeap(): number {
  const lists = Array.from({ length: LISTS }, () => new Array<number>(NUMBERS).fill(0));
  let highest = 0;
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (let at = 0; at < LISTS; at += 1) {
      lists[at] = new Array<number>(NUMBERS).fill(turn);
      if (at % 100 === 0) highest = Math.max(highest, process.memoryUsage().heapUsed);
    }
  }
  return highest;
}

test('what has grown old and is of no use any more is collected long before the heap is at twice its size', () => {
  const usual = highestHeap();
  keepHeapSmall();
  highestHeap(); // V8 judges anew with the next full collection
  const small = highestHeap();
  assert.ok(small < 0.75 * usual, `${small} bytes at most, ${usual} without the bound`);
});

test.run();
