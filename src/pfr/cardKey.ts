import type { Clock, Environment, Finding } from '../base/index.js';
import type { CardClient } from '../card/index.js';
import type { PfrSetting } from '../settings/index.js';
import { type CardForPfr, cardEndpointOf, type Endpoint } from './endpoint.js';
import { SHARED_THREAD } from './http/externalKey/dial.js';
import type { TlsThread } from './http/externalKey/thread.js';
import { Sparing } from './sparing.js';
import { noLibrary } from './texts.js';

export interface CardKeyParts {
  readonly card: CardForPfr;
  readonly clock: Clock;
  /** Where TLS is spoken with the key of the card; one for all when left out. */
  readonly tlsThread?: TlsThread;
}

const HOUR = 3_600_000;

/** What all processors share that are spoken to with the key of the card. */
export class CardKey {
  private readonly thread: TlsThread;
  private total = 0;
  /** When the card was asked for those of the last hour, ms of the monotonic clock. */
  private lately: number[] = [];

  constructor(private readonly parts: CardKeyParts) {
    this.thread = parts.tlsThread ?? SHARED_THREAD;
  }

  /** Of the card that is there now; undefined while there is none that can sign. */
  get client(): CardClient | undefined {
    return this.parts.card.client();
  }

  /** Why the key of no card can be used, whichever it is. */
  get fault(): Finding | undefined {
    const { fault } = this.thread;
    return fault && noLibrary(fault.detail);
  }

  /** How often cards were asked to sign for TLS, since the start and in the last hour. */
  get signatures(): { readonly total: number; readonly lately: number } {
    this.forget();
    return { total: this.total, lately: this.lately.length };
  }

  /** The endpoint of a V-PFR that is spoken to with the key of the card that is there now. */
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
