import { httpCells } from './httpServers.js';
import { type Leg, reported } from './leg.js';

const NAME = 'napad';
const SECRET = `whsec_${'QUFB'.repeat(8)}`;

export const webhook: Leg = {
  name: 'webhooks',
  sources: ['delivery/post.ts'],
  bytes: 1e6,
  ms: 45_000,
  cells: httpCells({
    set: ({ target }, url) => target.set('webhooks', [{ name: NAME, url, secret: SECRET }]),
    call: async ({ box }) => {
      const tested = await box.ask('webhooks.test', { name: NAME });
      return reported(tested?.ok === true ? tested.value.failure?.found : undefined, tested);
    },
    unset: ({ target }) => target.set('webhooks', []),
  }),
};
