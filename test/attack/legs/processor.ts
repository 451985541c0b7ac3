import { maxPieces } from '../../../src/base/collectedBytes.js';
import { MAX_ANSWER_HEAD, MAX_INFORMATIONAL } from '../../../src/base/boundedSocket.js';
import { MAX_RECEIPT_ANSWER, MAX_SHORT_ANSWER } from '../../../src/processors/pfr/channel.js';
import { httpCells } from './httpServers.js';
import { kib, type Leg, reported } from './leg.js';

/** The processor of the inactive environment: that of the active one could refuse every sale with less work. */
const ENVIRONMENT = 'production';
const SETTING = `pfr.${ENVIRONMENT}`;

export const processor: Leg = {
  name: 'processor',
  // A card's own TLS is read by a thread of its own, and bounded where its content is collected.
  sources: [
    'processors/pfr/http/dial.ts',
    'processors/pfr/http/httpExchange.ts',
    'processors/pfr/http/channel.ts',
    'processors/pfr/http/externalKey/connection.ts',
  ],
  bytes: MAX_SHORT_ANSWER + MAX_ANSWER_HEAD,
  ms: 10_000,
  bounds: {
    bytes: `${kib(MAX_SHORT_ANSWER)} of an answer, ${kib(MAX_RECEIPT_ANSWER)} with a receipt`,
    pieces: `${maxPieces(MAX_RECEIPT_ANSWER)}, ${MAX_INFORMATIONAL} answers that only inform`,
    time: 'the setting `timeout`, 40 s',
  },
  cells: httpCells({
    set: ({ target }, url) => target.set(SETTING, { mode: 'lpfr', url }),
    call: async ({ box }) => {
      const status = await box.ask('pfr.status', { environment: ENVIRONMENT });
      return reported(status?.ok === true && !status.value.ok ? status.value.words : undefined, status);
    },
    unset: ({ target }) => target.set(SETTING, { mode: 'demo' }),
  }),
};
