import { MAIL_LIMITS, PACE } from '../../../src/outward/delivery/mailer.js';
import { HostileServer, type Script } from './hostileServer.js';
import { type Attempt, type Cell, type Field, kib, type Leg, reported, seconds, TRICKLE } from './leg.js';

const NO_HTTP = { notPossible: 'SMTP has neither chunks nor header lines' } as const;
const GREETING = '220 posta\r\n';

export const mail: Leg = {
  name: 'mail',
  sources: ['outward/delivery/mailer.ts'],
  bytes: MAIL_LIMITS.maxConversation,
  ms: MAIL_LIMITS.wholeMs + 5000,
  bounds: {
    bytes: `${kib(MAIL_LIMITS.maxConversation)}, a reply of ${kib(MAIL_LIMITS.maxReply)}`,
    pieces: `${kib(PACE.atOnce)} at once, then ${kib(PACE.perSecond)} a second`,
    time: seconds(MAIL_LIMITS.wholeMs),
  },
  cells: {
    'TLS crumbs': tried({ rest: Buffer.alloc(64 * 1024, '220-\r\n'), isInCrumbs: true }, true),
    'chunk crumbs': NO_HTTP,
    'header crumbs': NO_HTTP,
    'line crumbs': tried({ greeting: GREETING, head: '', rest: Buffer.from('250-\r\n'.repeat(10_000)) }),
    flood: tried({ rest: Buffer.alloc(64 * 1024, 'x') }),
    trickle: {
      ...tried({ greeting: GREETING, head: '250-', rest: Buffer.alloc(1024, 'x'), pause: TRICKLE }),
      isSlow: true,
    },
    silence: { ...tried({}), isSlow: true },
    preliminaries: tried({ greeting: GREETING, head: '', rest: Buffer.from('120 wait\r\n'.repeat(10_000)) }),
    oversized: tried({ greeting: GREETING, head: '250-', rest: Buffer.alloc(64 * 1024, 'x') }),
    unread: tried({ greeting: GREETING, head: '554 5.3.2 no\r\n', rest: Buffer.alloc(64 * 1024, '\r\n') }),
  },
};

function tried(script: Script, secure = false): Extract<Cell, { begin: unknown }> {
  return { begin: (field) => begun(field, script, secure) };
}

async function begun({ box, target, authority }: Field, script: Script, secure: boolean): Promise<Attempt> {
  const server = await HostileServer.start(script, secure ? await authority.server('127.0.0.1') : undefined);
  const setting = { host: '127.0.0.1', port: server.port, secure, from: 'kasa@primer.rs' };
  await target.set('mail', setting);
  return {
    async once() {
      const tested = await box.ask('mail.test', { to: 'kupac@primer.rs' });
      await server.left();
      return reported(tested?.ok === true ? tested.value.failure?.words : undefined, tested);
    },
    async end() {
      server.end();
      await target.set('mail', null);
    },
  };
}
