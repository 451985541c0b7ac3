import { MAX_DATAGRAMS, MAX_WAIT } from '../../../src/platform/devices/mdns/browse.js';
import { MAX_MESSAGE } from '../../../src/platform/devices/mdns/dnsMessage.js';
import { kib, type Leg, seconds } from './leg.js';

const DATAGRAMS = { notPossible: 'datagrams of mDNS hold neither TLS nor HTTP nor lines' } as const;
const TRIED = { triedBy: 'test/platform/devices/mdns/browse.test.ts' } as const;

/** The search for printers: mDNS, and connections over which nothing is read. */
export const search: Leg = {
  name: 'search for printers',
  sources: ['platform/devices/mdns/browse.ts', 'platform/devices/found.ts'],
  bytes: MAX_DATAGRAMS * MAX_MESSAGE,
  ms: MAX_WAIT,
  bounds: {
    bytes: `${kib(MAX_MESSAGE)} of a datagram`,
    pieces: `${MAX_DATAGRAMS} datagrams`,
    time: seconds(MAX_WAIT),
  },
  cells: {
    'TLS crumbs': DATAGRAMS,
    'chunk crumbs': DATAGRAMS,
    'header crumbs': DATAGRAMS,
    'line crumbs': DATAGRAMS,
    flood: TRIED,
    trickle: { notPossible: 'a datagram comes whole or not at all' },
    silence: TRIED,
    preliminaries: { notPossible: 'an answer of mDNS announces no other' },
    oversized: TRIED,
    unread: TRIED,
  },
};
