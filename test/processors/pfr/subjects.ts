import { systemClock } from '../../../src/base/clock.js';
import { silentLog } from '../../../src/base/log.js';
import { DemoPfr } from '../../../src/processors/pfr/demo/processor.js';
import { HttpChannel } from '../../../src/processors/pfr/http/channel.js';
import type { TlsOptions } from '../../../src/processors/pfr/http/dial.js';
import { Mutex } from '../../../src/base/mutex.js';
import { RemotePfr } from '../../../src/processors/pfr/remotePfr.js';
import { COMPANY, LABELS } from '../../paper/journal/drafts.js';
import type { Subject } from './suite.js';

export interface RemoteSubject {
  readonly mode: 'lpfr' | 'vpfr';
  readonly base: URL;
  readonly tls?: TlsOptions;
  readonly pac?: string;
  readonly close?: () => Promise<void>;
}

export function demoSubject(): Subject {
  const pfr = new DemoPfr({
    environment: 'sandbox',
    boxId: Buffer.from('00112233445566778899aabbccddeeff', 'hex'),
    company: () => COMPANY,
    taxLabels: () => LABELS,
    publicUrl: () => 'https://kasirbox.local',
    now: Date.now,
    counters: { total: 0, byType: {} },
  });
  return { pfr, close: () => Promise.resolve() };
}

/** A processor of the sandbox behind real sockets, which alone stores its receipts. */
export function remoteSubject({ mode, base, tls, pac, close = () => Promise.resolve() }: RemoteSubject): Subject {
  const pfr = new RemotePfr({
    ...{ mode, environment: 'sandbox', clock: systemClock, log: silentLog, mutex: new Mutex(systemClock) },
    channel: new HttpChannel({ base, ...(tls !== undefined && { tls }) }),
    pac: pac ?? null,
    pinForm: 'text',
    timeout: 40_000,
    signingLimit: 60_000,
    lookUpTime: 5000,
    rates: [],
    storeRates: () => Promise.resolve(true),
    isRecorded: () => Promise.resolve(false),
    obstacle: () => undefined,
  });
  return { pfr, close };
}
