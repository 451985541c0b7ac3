import type { Mishap } from '../../kit/pfr/faults.js';

/** How long the boxes wait for an answer, s: their setting `timeout`. */
export const TIMEOUT = 5;

/** One way in which an answer is lost. */
export interface Way {
  readonly name: string;
  readonly mishap: Mishap;
}

const before = (status: number): Mishap => ({ fault: 'answer', signs: false, status, body: '' });
const after = (status: number, body = ''): Mishap => ({ fault: 'answer', signs: true, status, body });

/** Those that are not signed come first. */
export const WAYS: readonly Way[] = [
  { name: 'reset before the request is read', mishap: { fault: 'drop', signs: false } },
  { name: 'no answer, not signed', mishap: { fault: 'hang', signs: 'never' } },
  { name: '503 before signing', mishap: before(503) },
  { name: '302 before signing', mishap: before(302) },
  { name: 'reset after signing', mishap: { fault: 'drop', signs: true } },
  { name: 'no answer, signed', mishap: { fault: 'hang', signs: 'now' } },
  // The box has given the answer up by then, and looks for its receipt.
  {
    name: 'no answer, signed 2 s after the box gave up',
    mishap: { fault: 'hang', signs: 'late', ms: (TIMEOUT + 2) * 1000 },
  },
  { name: '500 after signing', mishap: after(500) },
  { name: '302 after signing', mishap: after(302) },
  { name: '200 with nothing', mishap: after(200) },
  { name: '200 with an HTML page', mishap: after(200, '<html><h1>It works!</h1></html>') },
  { name: 'answer cut in its middle', mishap: { fault: 'cut' } },
];
