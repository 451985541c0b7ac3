import { MAX_ANSWER_HEAD, MAX_INFORMATIONAL } from '../../../src/base/boundedSocket.js';
import { CONNECTION_LIMIT, MAX_BESIDE, MAX_OVERHEAD, SILENCE } from '../../../src/outward/updates/download.js';
import { MAX_BUNDLE } from '../../../src/outward/updates/incomingPart.js';
import { kib, type Leg, seconds } from './leg.js';

/** Only a box that was made from an image takes updates. */
const BY_HAND = { triedBy: 'test/outward/updates/hostileServer.test.ts' } as const;

export const updates: Leg = {
  name: 'updates',
  sources: ['outward/updates/download.ts'],
  bytes: CONNECTION_LIMIT.most ?? 0,
  ms: 0,
  bounds: {
    bytes: `${kib(MAX_BUNDLE)}, a head of ${kib(MAX_ANSWER_HEAD)}`,
    pieces: `${kib(MAX_BESIDE)} and ${100 * MAX_OVERHEAD} % of overhead, ${MAX_INFORMATIONAL} answers that only inform`,
    time: `${seconds(SILENCE)} of silence`,
  },
  cells: {
    'TLS crumbs': BY_HAND,
    'chunk crumbs': BY_HAND,
    'header crumbs': BY_HAND,
    'line crumbs': { notPossible: 'HTTP has no replies of lines; header lines are a shape of their own' },
    flood: BY_HAND,
    trickle: { notPossible: 'a slow line looks the same: only silence and its owner end a download' },
    silence: BY_HAND,
    preliminaries: BY_HAND,
    oversized: { triedBy: 'test/outward/updates/incomingPart.test.ts' },
    unread: BY_HAND,
  },
};
