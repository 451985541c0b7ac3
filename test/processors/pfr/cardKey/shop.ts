import { english } from '../../../../src/base/index.js';
import type { CardClient } from '../../../../src/processors/card/cardClient.js';
import { silentLog } from '../../../../src/base/log.js';
import { TlsThread } from '../../../../src/processors/pfr/http/externalKey/thread.js';
import type { Pfr } from '../../../../src/processors/pfr/port.js';
import { Processors } from '../../../../src/processors/pfr/processors.js';
import { Settings } from '../../../../src/shop/settings/settings.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { HandClock } from '../../../kit/handClock.js';
import { openLedger } from '../../../kit/ledger.js';
import { TestAuthority } from '../../../kit/pfr/certificates.js';
import { NO_IDENTITY } from '../../../kit/pfr/noIdentity.js';
import { DEFAULTS } from '../../../kit/pfr/options.js';
import { FakePfrServer, type TlsOptions } from '../../../kit/pfr/server.js';
import { SETTINGS_KEY } from '../../../kit/settingsKey.js';
import { keyOf } from '../http/externalKey/keys.js';

/** The tax authority, which certifies cards and its server. */
const authority = TestAuthority.create();
/** One of which that server knows nothing. */
export const another = TestAuthority.create('Another');
const thread = new TlsThread();

export interface ShopOptions {
  readonly tls?: TlsOptions;
  /** Has another authority issued the card? */
  readonly isStranger?: boolean;
  /** Does the server close each connection after its answer? */
  readonly closesIdle?: boolean;
  readonly tlsThread?: TlsThread;
}

/**
 * Processors of a shop whose V-PFR is spoken to with the key of a card in software, by a clock that is moved by hand.
 */
export class CardShop {
  readonly clock = new HandClock(Date.now());
  /** How often the card has signed. */
  signatures = 0;
  /** Authorities that are trusted in addition. */
  trusted: string | undefined;
  private held: { readonly client: CardClient; readonly over: AbortController } | undefined;

  private constructor(
    readonly server: FakePfrServer,
    readonly settings: Settings,
    readonly processors: Processors,
    private readonly options: ShopOptions,
    private readonly pem: { readonly certificate: string; readonly key: string },
  ) {}

  static async open(options: ShopOptions): Promise<CardShop> {
    const { tls, isStranger = false, tlsThread = thread } = options;
    const server = await FakePfrServer.start({ kind: 'vpfr', tls: { authority: await authority, ...tls } });
    const ledger = await openLedger(new MemoryDisk());
    const settings = new Settings(ledger, '1.0', silentLog, SETTINGS_KEY);
    const { jid, company } = DEFAULTS;
    const pem = await (await (isStranger ? another : authority)).client({ jid, company, environment: 'sandbox' });
    const processors: Processors = new Processors({
      ...{ ledger, settings, log: silentLog, ...NO_IDENTITY, tlsThread },
      clock: { ...systemLike, monotonic: () => shop.clock.monotonic() },
      caOf: () => shop.trusted,
      card: { ...NO_IDENTITY.card, client: () => shop.held?.client },
    });
    const shop: CardShop = new CardShop(server, settings, processors, options, pem);
    shop.trusted = server.authority?.pem;
    await settings.set('environment', 'sandbox');
    await shop.set();
    return shop;
  }

  /** Sets the V-PFR; each time it is another setting. */
  async set(timeout = 30): Promise<void> {
    const { url } = this.server;
    const done = await this.settings.set('pfr.sandbox', { mode: 'vpfr', key: 'card', url, pac: DEFAULTS.pac, timeout });
    if (!done.ok) throw new Error(english(done.error));
  }

  get pfr(): Pfr {
    return this.processors.of('sandbox');
  }

  /** A card is put in, and its PIN is taken. */
  insert(): void {
    this.pull();
    const over = new AbortController();
    const { certificate: cert, key } = this.pem;
    const its = keyOf({ cert, key });
    const client: CardClient = {
      ...{ cert, environment: 'sandbox', url: null, signal: over.signal },
      sign: (digestInfo, signal) => {
        this.signatures += 1;
        return its.sign(digestInfo, signal);
      },
    };
    this.held = { client, over };
  }

  pull(): void {
    this.held?.over.abort();
    this.held = undefined;
  }

  /** The message to the seller when the processor is needed for a sale; '' when it is ready. */
  async wanted(): Promise<string> {
    const ready = await this.pfr.ready();
    this.rest();
    return ready.kind === 'ready' ? '' : ready.message;
  }

  /**
   * Polls, as the box does by itself, at each of these times from now on, ms. How often the card has signed by then.
   */
  async polls(times: number, every: number): Promise<number> {
    for (let poll = 0; poll < times; poll += 1) {
      await this.pfr.refresh();
      this.rest();
      this.clock.pass(every);
    }
    return this.signatures;
  }

  private rest(): void {
    if (this.options.closesIdle === true) this.server.closeIdle();
  }

  close(): Promise<void> {
    this.processors.stop();
    return this.server.stop();
  }
}

/** A shop while `use` runs, its card put in. */
export async function inShop(use: (shop: CardShop) => Promise<void>, options: ShopOptions = {}): Promise<void> {
  const shop = await CardShop.open(options);
  shop.insert();
  try {
    await use(shop);
  } finally {
    await shop.close();
  }
}

const systemLike = {
  now: Date.now,
  isTrusted: () => true,
  sleep: (): Promise<boolean> => Promise.resolve(true),
};
