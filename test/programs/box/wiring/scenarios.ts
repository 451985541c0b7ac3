import { sellsAndCloses } from './day.js';
import { sendsThings } from './goesOut.js';
import { tellsOfItself } from './looks.js';
import { guessesTheTime, hangs, keepsTheTime } from './odd.js';
import type { Trace } from './trace.js';

/** Something that a whole box goes through, on real sockets and files; what it did is in the trace. */
export interface Scenario {
  readonly name: string;
  readonly run: (trace: Trace) => Promise<void>;
}

/** The quick ones first: most of what is wired wrongly never gets further. */
export const scenarios: readonly Scenario[] = [
  { name: 'sells and closes', run: sellsAndCloses },
  { name: 'tells of itself', run: tellsOfItself },
  { name: 'sends things', run: sendsThings },
  { name: 'guesses the time', run: guessesTheTime },
  { name: 'keeps the time', run: keepsTheTime },
  { name: 'a sale hangs', run: hangs },
];
