/** Of a caller who waits for the answer in any case. */
export const STAYS = new AbortController().signal;

/** Why nothing is changed for whoever has gone, or was signed out, before it was the turn of the change. An English sentence. */
export const GONE = 'Whoever asked for this has gone, or is not signed in any more.';
