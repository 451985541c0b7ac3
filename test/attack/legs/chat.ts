import { CollectedBytes } from '../../../src/base/collectedBytes.js';
import { MAX_INFORMATIONAL } from '../../../src/base/httpAnswers.js';
import { MOST_BESIDE, POST_LIMITS } from '../../../src/delivery/post.js';
import { httpCells } from './httpServers.js';
import { kib, type Leg, reported, seconds } from './leg.js';

const POST_MOST = MOST_BESIDE + 2 * POST_LIMITS.maxAnswer;

/** Messages to the owner, by a bot: whose answer is read, unlike that of a webhook. */
export const chat: Leg = {
  name: 'messages to the owner',
  sources: ['delivery/post.ts'],
  bytes: POST_MOST,
  ms: POST_LIMITS.wholeMs + 2000,
  bounds: {
    bytes: `${kib(POST_LIMITS.maxAnswer)} of an answer, ${kib(POST_MOST)} in all`,
    pieces: `${new CollectedBytes(POST_LIMITS.maxAnswer).mostPieces}, ${MAX_INFORMATIONAL} answers that only inform`,
    time: seconds(POST_LIMITS.wholeMs),
  },
  cells: httpCells({
    set: ({ target }, url) => target.set('notify', { kind: 'bot', token: 'napad', chat: 1, url }),
    call: async ({ box }) => {
      const tested = await box.ask('notify.test', {});
      return reported(tested?.ok === true ? tested.value.failure?.found : undefined, tested);
    },
    unset: ({ target }) => target.set('notify', null),
  }),
};
