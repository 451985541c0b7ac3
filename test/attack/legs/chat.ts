import { httpCells } from './httpServers.js';
import { type Leg, reported } from './leg.js';

/** Messages to the owner, by a bot: whose answer is read, unlike that of a webhook. */
export const chat: Leg = {
  name: 'messages to the owner',
  sources: ['delivery/post.ts'],
  bytes: 1e6,
  ms: 45_000,
  cells: httpCells({
    set: ({ target }, url) => target.set('notify', { kind: 'bot', token: 'napad', chat: 1, url }),
    call: async ({ box }) => {
      const tested = await box.ask('notify.test', {});
      return reported(tested?.ok === true ? tested.value.failure?.found : undefined, tested);
    },
    unset: ({ target }) => target.set('notify', null),
  }),
};
