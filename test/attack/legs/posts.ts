import { maxPieces } from '../../../src/base/collectedBytes.js';
import { MAX_INFORMATIONAL } from '../../../src/base/boundedSocket.js';
import { MAX_OVERHEAD_BYTES, POST_LIMITS } from '../../../src/outward/delivery/post.js';
import { httpCells } from './httpServers.js';
import { kib, type Leg, reported, seconds } from './leg.js';

const NAME = 'napad';
const SECRET = `whsec_${'QUFB'.repeat(8)}`;

/** Limits of the servers to which the box posts what the owner wants. */
const POST_MOST = MAX_OVERHEAD_BYTES + 2 * POST_LIMITS.maxAnswer;
const POSTED = {
  sources: ['outward/delivery/post.ts'],
  bytes: POST_MOST,
  ms: POST_LIMITS.wholeMs + 2000,
};
const INFORMATIONAL = `${MAX_INFORMATIONAL} answers that only inform`;
const TIME = seconds(POST_LIMITS.wholeMs);

export const webhook: Leg = {
  ...POSTED,
  name: 'webhooks',
  bounds: { bytes: `the status of an answer, ${kib(POST_MOST)} in all`, pieces: INFORMATIONAL, time: TIME },
  cells: httpCells({
    set: ({ target }, url) => target.set('webhooks', [{ name: NAME, url, secret: SECRET }]),
    call: async ({ box }) => {
      const tested = await box.ask('webhooks.test', { name: NAME });
      return reported(tested?.ok === true ? tested.value.failure?.found : undefined, tested);
    },
    unset: ({ target }) => target.set('webhooks', []),
  }),
};

/** Messages to the owner, by a bot: whose answer is read, unlike that of a webhook. */
export const chat: Leg = {
  ...POSTED,
  name: 'messages to the owner',
  bounds: {
    bytes: `${kib(POST_LIMITS.maxAnswer)} of an answer, ${kib(POST_MOST)} in all`,
    pieces: `${maxPieces(POST_LIMITS.maxAnswer)}, ${INFORMATIONAL}`,
    time: TIME,
  },
  cells: httpCells({
    set: ({ target }, url) => target.set('notify', { kind: 'bot', token: NAME, chat: 1, url }),
    call: async ({ box }) => {
      const tested = await box.ask('notify.test', {});
      return reported(tested?.ok === true ? tested.value.failure?.found : undefined, tested);
    },
    unset: ({ target }) => target.set('notify', null),
  }),
};
