import type { Clock, Environment, Finding } from '../../base/index.js';
import type { CardClient } from '../card/index.js';
import type { PfrSetting } from '../../shop/settings/index.js';
import { type CardForPfr, cardEndpointOf, type Endpoint } from './endpoint.js';
import { SHARED_THREAD } from './http/externalKey/dial.js';
import type { TlsThread } from './http/externalKey/thread.js';
import { Sparing } from './sparing.js';
import { noLibrary } from './texts.js';

export interface CardKeyParts {
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

  constructor(private readonly parts: CardKeyParts) {
    this.thread = parts.tlsThread ?? SHARED_THREAD;
  }

  /** Client of the inserted card; undefined while no card that can sign is inserted. */
  get client(): CardClient | undefined {
    return this.parts.card.client();
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
    const { card, clock } = this.parts;
    const sparing = new Sparing(clock.monotonic);
    const client = card.client();
    const counted: CardForPfr = {
      client: () =>
        client && {
          ...client,
          sign: (digestInfo, signal) => {
            this.note();
            sparing.signed();
            return client.sign(digestInfo, signal);
          },
        },
      obstacle: () => this.fault ?? card.obstacle(),
    };
    const endpoint = cardEndpointOf(environment, setting, counted, { ca, thread: this.thread }, clock);
    return { ...endpoint, channel: sparing.around(endpoint.channel), lookAgain: () => this.thread.check() };
  }

  private note(): void {
    this.total += 1;
    this.forget();
    this.lately.push(this.parts.clock.monotonic());
  }

  private forget(): void {
    const from = this.parts.clock.monotonic() - HOUR;
    this.lately = this.lately.filter((at) => at > from);
  }
}
