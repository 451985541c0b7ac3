import { type Environment, type Log, Mutex, PFR_TRAITS, type RemoteMode, type Signature } from '../base/index.js';
import type { Ledger } from '../ledger/index.js';
import { type PfrSetting, sellerOf, type Settings } from '../settings/index.js';
import type { ClientTls } from './certificate/store.js';
import { DemoPfr } from './demo/processor.js';
import { demoRun } from './demo/linkSignature.js';
import type { Pfr } from './port.js';
import { RemotePfr } from './remotePfr.js';
import { CardKey, type CardKeyParts } from './cardKey.js';
import { type Endpoint, endpointOf } from './endpoint.js';
import type { TaxRateGroup } from './wire/rates.js';

export interface ProcessorParts extends CardKeyParts {
  readonly ledger: Ledger;
  readonly settings: Settings;
  readonly log: Log;
  /** What the certificate of an environment holds; undefined while none is installed. */
  readonly tlsOf: (environment: Environment) => ClientTls | undefined;
  /** PEM of authorities that are trusted in addition for a processor that uses the key of the card. */
  readonly caOf: (environment: Environment) => string | undefined;
}

/** A processor, and what it was created from. */
interface RemoteEntry {
  readonly setting: PfrSetting;
  /** Who it is spoken to as. */
  readonly identity: readonly unknown[];
  readonly pfr: RemotePfr;
}

/** How long to wait for an answer by default, seconds: as long as the tax authority's own POS does. */
export const ANSWER_TIMEOUT = 40;
/** How long a processor may still sign a request, seconds: signing takes one or two, and no product is known that takes ten. */
const SIGNING_LIMIT = 60;
/** How long after a lost answer the next receipt is sent at the latest, seconds: most lost answers are found by then. */
const SELL_ON_AFTER = 5;

/** The processor of each environment, as the settings are at the moment. */
export class Processors {
  private readonly demos = new Map<Environment, DemoPfr>();
  private readonly remotes = new Map<Environment, RemoteEntry>();
  /** Also for those that were replaced, which may still wait for an answer. */
  private readonly stopped = new AbortController();
  /** That of the card, for those that use it. */
  readonly cardKey: CardKey;
  private readonly mutexes: Readonly<Record<Environment, Mutex>>;
  private readonly reachedListeners: ((environment: Environment) => void)[] = [];
  private origin = (): string => this.parts.settings.now.publicUrl ?? 'https://localhost';

  constructor(private readonly parts: ProcessorParts) {
    this.cardKey = new CardKey(parts);
    this.mutexes = { sandbox: new Mutex(parts.clock), production: new Mutex(parts.clock) };
  }

  /** Sets the origin under which customers reach the web pages of the box. */
  useOrigin(origin: () => string): void {
    this.origin = origin;
  }

  /**
   * Calls `listener` whenever a real processor answers that could not be asked before, also the first time. It is called in the
   * middle of other work, and must leave what takes time for later.
   */
  onReached(listener: (environment: Environment) => void): void {
    this.reachedListeners.push(listener);
  }

  of(environment: Environment): Pfr {
    const setting = this.parts.settings.now[`pfr.${environment}`];
    return setting.mode === 'demo' ? this.demo(environment) : this.remote(environment, setting.mode, setting);
  }

  /** The processor of the active environment. */
  get active(): Pfr {
    return this.of(this.parts.settings.now.environment);
  }

  /** Aborts what is under way, for good: an open intent is settled after the next start. */
  stop(): void {
    this.stopped.abort();
  }

  /** A new one whenever the setting or the certificate has changed. The old one finishes what it has begun. */
  private remote(environment: Environment, mode: RemoteMode, setting: PfrSetting): Pfr {
    const { tlsOf, caOf, clock } = this.parts;
    const { cardKey } = this;
    const usesCard = setting.key === 'card';
    const tls = PFR_TRAITS[mode].needsCertificate && !usesCard ? tlsOf(environment) : undefined;
    const ca = usesCard ? caOf(environment) : undefined;
    const identity = [tls, ca, usesCard ? cardKey.client : undefined];
    const known = this.remotes.get(environment);
    if (known?.setting === setting && identity.every((part, at) => part === known.identity[at])) return known.pfr;
    const endpoint = usesCard
      ? cardKey.endpointOf(environment, setting, ca)
      : endpointOf(environment, setting, tls, clock.isTrusted);
    const pfr = this.makeRemote(environment, mode, setting, endpoint);
    this.remotes.set(environment, { setting, identity, pfr });
    return pfr;
  }

  private makeRemote(environment: Environment, mode: RemoteMode, setting: PfrSetting, endpoint: Endpoint): RemotePfr {
    const { ledger, clock, log } = this.parts;
    const stored = ledger.main.rates(environment);
    return new RemotePfr({
      mode,
      environment,
      clock,
      log,
      ...endpoint,
      isByCard: setting.key === 'card',
      stopped: this.stopped.signal,
      onReached: () => this.reachedListeners.forEach((listener) => listener(environment)),
      mutex: this.mutexes[environment],
      pac: setting.pac ?? null,
      pinForm: setting.pinBody ?? 'text',
      timeout: (setting.timeout ?? ANSWER_TIMEOUT) * 1000,
      signingLimit: (setting.signingLimit ?? SIGNING_LIMIT) * 1000,
      sellOnAfter: (setting.sellOnAfter ?? SELL_ON_AFTER) * 1000,
      rates: stored === undefined ? [] : (JSON.parse(stored) as TaxRateGroup[]),
      storeRates: async (groups) => {
        await ledger.put({ type: 'rates', environment, value: JSON.stringify(groups) });
      },
      isRecorded: async ({ requestedBy, signedBy, totalCounter }: Signature) =>
        (await ledger.invoiceByNumber(requestedBy, signedBy, totalCounter)) !== undefined,
    });
  }

  /** One for the whole run of the program. Its counters continue from those in the ledger. */
  private demo(environment: Environment): DemoPfr {
    const known = this.demos.get(environment);
    if (known !== undefined) return known;
    const { ledger, settings, clock } = this.parts;
    const demo = new DemoPfr({
      environment,
      now: clock.now,
      boxId: ledger.boxId,
      company: () => sellerOf(settings.now.company),
      taxLabels: () => settings.activeTaxLabels,
      publicUrl: () => this.origin(),
      counters: ledger.main.runningNumbersOf(demoRun(ledger.boxId, environment)),
    });
    this.demos.set(environment, demo);
    return demo;
  }
}
