import { httpCells } from './httpServers.js';
import { type Leg, reported } from './leg.js';

/** The processor of the inactive environment: that of the active one could refuse every sale with less work. */
const ENVIRONMENT = 'production';
const SETTING = `pfr.${ENVIRONMENT}`;

export const processor: Leg = {
  name: 'processor',
  sources: ['pfr/http/dial.ts', 'pfr/http/exchange.ts'],
  bytes: 1e6,
  ms: 45_000,
  cells: httpCells({
    set: ({ target }, url) => target.set(SETTING, { mode: 'lpfr', url }),
    call: async ({ box }) => {
      const status = await box.ask('pfr.status', { environment: ENVIRONMENT });
      return reported(status?.ok === true && !status.value.ok ? status.value.words : undefined, status);
    },
    unset: ({ target }) => target.set(SETTING, { mode: 'demo' }),
  }),
};
