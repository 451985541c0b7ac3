import {
  BEFORE_TLS,
  MAX_BARE_LINES,
  MAX_LINE,
  MAX_MESSAGE,
  OVER_TLS,
} from '../../../src/outward/delivery/stream/boundedNats.js';
import { HostileServer, type Script } from './hostileServer.js';
import { type Attempt, type Cell, type Field, kib, type Leg, reported, TRICKLE } from './leg.js';

const NO_HTTP = { notPossible: 'NATS has neither chunks nor header lines' } as const;
const SEED = 'SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY';
const INFO = `INFO ${JSON.stringify({ server_id: 'N', version: '2.10.0', proto: 1, max_payload: 1048576, headers: true, nonce: 'napad' })}\r\n`;
const IN_TLS = INFO.replace('{', '{"tls_required":true,');

/** The stream to a server of the owner's, by NATS. Before TLS anybody on the way can speak. */
export const stream: Leg = {
  name: 'stream',
  sources: ['outward/delivery/stream/boundedNats.ts'],
  bytes: OVER_TLS.pace?.atOnce ?? 0,
  perSecond: OVER_TLS.pace?.perSecond ?? 0,
  ms: 45_000,
  bounds: {
    bytes: `${kib(BEFORE_TLS.most ?? 0)} before TLS; a line of ${kib(MAX_LINE)}, a message of ${kib(MAX_MESSAGE)}`,
    pieces: `${kib(OVER_TLS.pace?.atOnce ?? 0)} at once, then ${kib(OVER_TLS.pace?.perSecond ?? 0)} a second; ${MAX_BARE_LINES} lines without a message`,
    time: '10 s for each answer',
  },
  cells: {
    'TLS crumbs': tried({ greeting: IN_TLS, rest: Buffer.from('PING\r\n'.repeat(1000)), isInCrumbs: true }, 'TLS'),
    'chunk crumbs': NO_HTTP,
    'header crumbs': NO_HTTP,
    'line crumbs': tried({ rest: Buffer.alloc(64 * 1024, ' ') }),
    flood: tried({ rest: Buffer.alloc(64 * 1024, 'x') }),
    trickle: { ...tried({ rest: Buffer.alloc(1024, 'x'), pause: TRICKLE }), isSlow: true },
    silence: { ...tried({}), isSlow: true },
    preliminaries: tried({ greeting: IN_TLS, head: 'PONG\r\n', rest: Buffer.from('PING\r\n'.repeat(10_000)) }, 'TLS'),
    oversized: tried(
      { greeting: IN_TLS, head: '+OK\r\nMSG kasirbox-group.x 1 900000000\r\n', rest: Buffer.alloc(64 * 1024) },
      'TLS',
    ),
    unread: tried({ greeting: INFO, rest: Buffer.alloc(64 * 1024, 'x') }),
  },
};

function tried(script: Script, after?: 'TLS'): Extract<Cell, { begin: unknown }> {
  return { begin: (field) => begun(field, script, after === 'TLS') };
}

async function begun({ box, target, authority }: Field, script: Script, startsTls: boolean): Promise<Attempt> {
  const identity = startsTls ? await authority.server('127.0.0.1') : undefined;
  const server = await HostileServer.start(script, identity, startsTls ? 'after the greeting' : 'at once');
  const setting = {
    ...{ url: `tls://127.0.0.1:${server.port}`, credentials: SEED, subject: 'kasirbox.napad', ca: authority.ca },
  };
  return {
    async once() {
      // Set again it connects at once.
      const called = server.called();
      await target.set('stream', setting);
      await called;
      await server.left();
      const looked = await box.ask('doctor', {});
      return reported(
        looked?.ok === true ? looked.value.find(({ name }) => name === 'stream')?.found : undefined,
        looked,
      );
    },
    async end() {
      server.end();
      await target.set('stream', null);
    },
  };
}
