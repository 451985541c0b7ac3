import { maxPieces } from '../../../src/base/collectedBytes.js';
import { MAX_BODY } from '../../../src/platform/http/body.js';
import { CRUMBS } from '../../../src/platform/http/crumbs.js';
import { MAX_LINGERED, MAX_UNREAD } from '../../../src/platform/http/pacedConnection.js';
import { REQUEST_TIMEOUT } from '../../../src/platform/http/server.js';
import { bearer, head } from '../kit/target.js';
import { calling } from './callers.js';
import { kib, type Leg, seconds, TRICKLE } from './leg.js';

const MUCH = 900_000_000;
const POST = 'POST /api/v1/invoices';
const BLANKS = Buffer.alloc(64 * 1024, ' ');
const tls = ({ target }: Parameters<Parameters<typeof calling>[0]>[0]) => target.tls();

/** API and pages: one server. The caller has no key but where it says so. */
export const api: Leg = {
  name: 'API and pages',
  sources: ['platform/http/server.ts'],
  bytes: MAX_UNREAD + MAX_LINGERED + 512 * 1024,
  ms: REQUEST_TIMEOUT + 10_000,
  bounds: {
    bytes: `${kib(MAX_BODY)} of a body that is wanted, ${kib(MAX_UNREAD)} of another, then ${kib(MAX_LINGERED)} unread`,
    pieces: `${CRUMBS.stranger.perSecond} TLS records without content a second, ${maxPieces(MAX_BODY)} chunks`,
    time: seconds(REQUEST_TIMEOUT),
  },
  cells: {
    'TLS crumbs': {
      ...calling(tls, { begin: head(POST, `Content-Length: ${MUCH}`), rest: BLANKS, isInCrumbs: true }),
      isSlow: true,
    },
    'chunk crumbs': calling(tls, {
      begin: head(POST, 'Transfer-Encoding: chunked'),
      rest: Buffer.from('1\r\n \r\n'.repeat(10_000)),
    }),
    'header crumbs': calling(tls, { begin: 'GET / HTTP/1.1\r\n', rest: Buffer.from('a:\r\n'.repeat(10_000)) }),
    'line crumbs': calling(tls, { rest: Buffer.from('\r\n'.repeat(10_000)) }),
    flood: calling(tls, { rest: Buffer.alloc(64 * 1024, 'x') }),
    trickle: {
      begin: async (field) => {
        const words = head(POST, bearer(field.target.key), `Content-Length: ${MUCH}`);
        return calling(tls, { begin: words, rest: BLANKS, pause: TRICKLE }).begin(field);
      },
      isSlow: true,
    },
    silence: { ...calling(tls, {}), isSlow: true },
    preliminaries: { notPossible: 'a client announces nothing but by Expect, once in each request' },
    oversized: calling(tls, { begin: head(POST, `Content-Length: ${MUCH}`), rest: BLANKS }),
    unread: {
      begin: async (field) => {
        const words = head('GET /api/v1/me', bearer(field.target.key), `Content-Length: ${MUCH}`);
        const cell = calling(tls, { begin: words, rest: BLANKS });
        return cell.begin(field);
      },
    },
  },
};
