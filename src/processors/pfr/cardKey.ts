import type { Clock, Finding } from '../../base/index.js';
import type { Environment } from '../../contract/index.js';
import type { CardClient } from '../card/index.js';
import type { PfrSetting } from '../../shop/settings/index.js';
import type { Channel, ChannelRequest, Exchanged } from './channel.js';
import { type CardForPfr, cardEndpointOf, type Endpoint } from './endpoint.js';
import { SHARED_THREAD } from './http/externalKey/dial.js';
import type { TlsThread } from './http/externalKey/thread.js';
import { noLibrary } from './pfrTexts.js';

/** Consecutive signatures without a successful answer that are allowed before any pause. */
const FREE = 3;
/**
 * The pause after those, ms; it doubles after each further one. Sales and the look-ups of lost sales have a person
 * waiting, so their pauses are shorter than those of status calls.
 */
const PAUSES = {
  sale: { first: 5_000, longest: 30_000 },
  lookUp: { first: 5_000, longest: 30_000 },
  state: { first: 30_000, longest: 5 * 60_000 },
} as const;
type Purpose = keyof typeof PAUSES;
/** HTTP statuses of a server that denies access. */
const TURNED_AWAY = [401, 403];

interface Failures {
  inARow: number;
  lastAt: number;
}

/**
 * Limits how often a card is asked to sign when its signatures have no effect. A processor that breaks off after each
 * of them costs a signature, and a use of the PIN, with every call. It is called less and less often until it answers.
 * Each purpose has its own count, so failed sales do not delay other calls, nor the other way round. A call that has to
 * wait fails at once, with the same outcome as the call before it, and sends nothing.
 */
class SigningBackoff {
  private signatures = 0;
  private failures: Record<Purpose, Failures> = noFailures();
  /** How the last call ended, if the server denied access. */
  private lastEnd: Exchanged | undefined;

  constructor(private readonly monotonic: () => number) {}

  /** Counts a signature that the card is asked for. */
  signed(): void {
    this.signatures += 1;
  }

  /** Wraps the channel of the processor with this limit. */
  around(channel: Channel): Channel {
    return { exchange: (request) => this.exchange(channel, request) };
  }

  private async exchange(channel: Channel, request: ChannelRequest): Promise<Exchanged> {
    const purpose = request.purpose ?? 'state';
    if (this.lastEnd !== undefined && this.hasToWait(purpose)) return this.lastEnd;
    const before = this.signatures;
    const exchanged = await channel.exchange(request);
    this.lastEnd = failedEnd(exchanged);
    if (this.lastEnd === undefined) this.failures = noFailures();
    else if (this.signatures > before) this.failures[purpose] = this.withOneMore(purpose);
    return exchanged;
  }

  private withOneMore(purpose: Purpose): Failures {
    return { inARow: this.failures[purpose].inARow + 1, lastAt: this.monotonic() };
  }

  private hasToWait(purpose: Purpose): boolean {
    const { inARow, lastAt } = this.failures[purpose];
    if (inARow < FREE) return false;
    const { first, longest } = PAUSES[purpose];
    return this.monotonic() - lastAt < Math.min(first * 2 ** (inARow - FREE), longest);
  }
}

function noFailures(): Record<Purpose, Failures> {
  const none = { inARow: 0, lastAt: -Infinity };
  return { sale: none, lookUp: none, state: none };
}

/** The outcome for calls that are skipped because this one failed; undefined when the server granted access. */
function failedEnd(exchanged: Exchanged): Exchanged | undefined {
  if (exchanged.kind !== 'answered') return { kind: 'unsent', reason: exchanged.reason };
  return TURNED_AWAY.includes(exchanged.status) ? exchanged : undefined;
}

export interface CardKeyDeps {
  readonly card: CardForPfr;
  readonly clock: Clock;
  /** Thread that runs TLS with the key of the card. Defaults to the shared one. */
  readonly tlsThread?: TlsThread;
}

const HOUR = 3_600_000;

/** Shared by all processors that are reached with the key of the card: the TLS thread, and the count of signatures. */
export class CardKey {
  private readonly thread: TlsThread;
  private total = 0;
  /** Times of the signatures requested within the last hour, ms of the monotonic clock. */
  private lately: number[] = [];

  constructor(private readonly deps: CardKeyDeps) {
    this.thread = deps.tlsThread ?? SHARED_THREAD;
  }

  /** Client of the inserted card; undefined while no card that can sign is inserted. */
  get client(): CardClient | undefined {
    return this.deps.card.client();
  }

  /** Why no card's key can be used, regardless of the card. */
  get fault(): Finding | undefined {
    const { fault } = this.thread;
    return fault && noLibrary(fault.detail);
  }

  /** Number of signatures for TLS that cards were asked for, since the start and in the last hour. */
  get signatures(): { readonly total: number; readonly lately: number } {
    this.forget();
    return { total: this.total, lately: this.lately.length };
  }

  /** The endpoint of a V-PFR that is reached with the key of the inserted card. */
  endpointOf(environment: Environment, setting: PfrSetting, ca: string | undefined): Endpoint {
    const { card, clock } = this.deps;
    const backoff = new SigningBackoff(clock.monotonic);
    const client = card.client();
    const counted: CardForPfr = {
      client: () =>
        client && {
          ...client,
          sign: (digestInfo, signal) => {
            this.note();
            backoff.signed();
            return client.sign(digestInfo, signal);
          },
        },
      obstacle: () => this.fault ?? card.obstacle(),
    };
    const endpoint = cardEndpointOf(environment, setting, counted, { ca, thread: this.thread }, clock);
    return { ...endpoint, channel: backoff.around(endpoint.channel), recheck: () => this.thread.check() };
  }

  private note(): void {
    this.total += 1;
    this.forget();
    this.lately.push(this.deps.clock.monotonic());
  }

  private forget(): void {
    const from = this.deps.clock.monotonic() - HOUR;
    this.lately = this.lately.filter((at) => at > from);
  }
}
