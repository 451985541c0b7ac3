import { additions } from './additions.js';
import { enumerations, general } from './general.js';
import { followUps, issuing } from './issuing.js';
import { reading } from './reading.js';
import { resources, states } from './resources.js';
import { access, limits, services } from './rest.js';
import type { Sentence } from './sentence.js';

/** The contract of API v1, sentence by sentence and row by row, in its order; then what kasirbox adds to it. */
export const sentences = {
  ...general,
  ...enumerations,
  ...resources,
  ...states,
  ...reading,
  ...issuing,
  ...followUps,
  ...services,
  ...access,
  ...limits,
  ...additions,
} satisfies Readonly<Record<string, Sentence>>;

export type SentenceId = keyof typeof sentences;

export const sentenceIds = Object.keys(sentences) as readonly SentenceId[];

export function sentence(id: SentenceId): Sentence {
  return sentences[id];
}
