import { defineMessages } from '../../base/index.js';

const MESSAGES = defineMessages('access', {
  gone: {
    en: 'Whoever asked for this has gone, or is not signed in any more.',
    sr: 'Ко је ово тражио више није пријављен.',
  },
});

/** For callers that always wait for the answer, such as the command line. */
export const STAYS = new AbortController().signal;

/** Refusal of a queued change whose caller disconnected or was signed out before it started. */
export const GONE = MESSAGES.gone;
