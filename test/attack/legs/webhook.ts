import { MAX_INFORMATIONAL } from '../../../src/base/httpAnswers.js';
import { MOST_BESIDE, POST_LIMITS } from '../../../src/delivery/post.js';
import { httpCells } from './httpServers.js';
import { kib, type Leg, reported, seconds } from './leg.js';

const POST_MOST = MOST_BESIDE + 2 * POST_LIMITS.maxAnswer;
const NAME = 'napad';
const SECRET = `whsec_${'QUFB'.repeat(8)}`;

export const webhook: Leg = {
  name: 'webhooks',
  sources: ['delivery/post.ts'],
  bytes: POST_MOST,
  ms: POST_LIMITS.wholeMs + 2000,
  bounds: {
    bytes: `the status of an answer, ${kib(POST_MOST)} in all`,
    pieces: `${MAX_INFORMATIONAL} answers that only inform`,
    time: seconds(POST_LIMITS.wholeMs),
  },
  cells: httpCells({
    set: ({ target }, url) => target.set('webhooks', [{ name: NAME, url, secret: SECRET }]),
    call: async ({ box }) => {
      const tested = await box.ask('webhooks.test', { name: NAME });
      return reported(tested?.ok === true ? tested.value.failure?.found : undefined, tested);
    },
    unset: ({ target }) => target.set('webhooks', []),
  }),
};
