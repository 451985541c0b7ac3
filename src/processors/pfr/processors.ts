import { type Environment, PFR_TRAITS, type RemoteMode, type Signature } from '../../contract/index.js';
import { type Log, Mutex } from '../../base/index.js';
import type { Ledger } from '../../platform/ledger/index.js';
import { type PfrSetting, sellerOf, type Settings } from '../../shop/settings/index.js';
import type { ClientTls } from './certificate/store.js';
import { DemoPfr } from './demo/processor.js';
import { demoSeries } from './demo/linkSignature.js';
import type { Pfr } from './port.js';
import { RemotePfr } from './remotePfr.js';
import { CardKey, type CardKeyDeps } from './cardKey.js';
import { type Endpoint, endpointOf } from './endpoint.js';
import type { TaxRateGroup } from './wire/rates.js';

export interface ProcessorDeps extends CardKeyDeps {
  readonly ledger: Ledger;
  readonly settings: Settings;
  readonly log: Log;
  /** TLS options from the certificate of an environment; undefined while none is installed. */
  readonly tlsOf: (environment: Environment) => ClientTls | undefined;
  /** PEM of authorities that are trusted in addition, for a processor that uses the key of the card. */
  readonly caOf: (environment: Environment) => string | undefined;
}

/** A processor, and the inputs it was created from. */
interface RemoteEntry {
  readonly setting: PfrSetting;
  /** Certificate, authorities and card client that it authenticates with. */
  readonly identity: readonly unknown[];
  readonly pfr: RemotePfr;
}

/** Default timeout for an answer, seconds: the same as in the tax authority's own POS. */
export const ANSWER_TIMEOUT = 40;
/** How long a processor may still sign a request, seconds. Signing takes one or two, and no known product takes ten. */
const SIGNING_LIMIT = 60;
/** The next receipt is sent at most this long after a lost answer, seconds. Most lost answers are found by then. */
const SELL_ON_AFTER = 5;

/** The processor of each environment, according to the current settings. */
export class Processors {
  private readonly demos = new Map<Environment, DemoPfr>();
  private readonly remotes = new Map<Environment, RemoteEntry>();
  /** Also aborts replaced processors, which may still wait for an answer. */
  private readonly stopped = new AbortController();
  /** Shared by the processors that use the card's key. */
  readonly cardKey: CardKey;
  private readonly mutexes: Readonly<Record<Environment, Mutex>>;
  private readonly reachedListeners: ((environment: Environment) => void)[] = [];
  private origin = (): string => this.deps.settings.now.publicUrl ?? 'https://localhost';

  constructor(private readonly deps: ProcessorDeps) {
    this.cardKey = new CardKey(deps);
    this.mutexes = { sandbox: new Mutex(deps.clock), production: new Mutex(deps.clock) };
  }

  /** Sets the origin under which customers reach the web pages of the box. */
  useOrigin(origin: () => string): void {
    this.origin = origin;
  }

  /**
   * Calls `listener` whenever a real processor answers after it could not be reached, and the first time it answers.
   * The listener is called in the middle of other work and must defer slow work.
   */
  onReached(listener: (environment: Environment) => void): void {
    this.reachedListeners.push(listener);
  }

  of(environment: Environment): Pfr {
    const setting = this.deps.settings.now[`pfr.${environment}`];
    return setting.mode === 'demo' ? this.demo(environment) : this.remote(environment, setting.mode, setting);
  }

  /** The processor of the active environment. */
  get active(): Pfr {
    return this.of(this.deps.settings.now.environment);
  }

  /** Aborts pending calls permanently. An open intent is reconciled after the next start. */
  stop(): void {
    this.stopped.abort();
  }

  /**
   * Creates a new processor whenever the setting or the certificate has changed. The old one finishes its pending work.
   */
  private remote(environment: Environment, mode: RemoteMode, setting: PfrSetting): Pfr {
    const { tlsOf, caOf, clock } = this.deps;
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
    const { ledger, clock, log } = this.deps;
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
      lookUpTime: (setting.sellOnAfter ?? SELL_ON_AFTER) * 1000,
      rates: stored === undefined ? [] : (JSON.parse(stored) as TaxRateGroup[]),
      storeRates: async (groups) =>
        (await ledger.put({ type: 'rates', environment, value: JSON.stringify(groups) })).ok,
      isRecorded: async ({ requestedBy, signedBy, totalCounter }: Signature) =>
        (await ledger.invoiceByNumber(requestedBy, signedBy, totalCounter)) !== undefined,
    });
  }

  /** One simulator for the lifetime of the process. Its counters continue from those in the ledger. */
  private demo(environment: Environment): DemoPfr {
    const known = this.demos.get(environment);
    if (known !== undefined) return known;
    const { ledger, settings, clock } = this.deps;
    const demo = new DemoPfr({
      environment,
      now: clock.now,
      boxId: ledger.boxId,
      company: () => sellerOf(settings.now.company),
      taxLabels: () => settings.activeTaxLabels,
      publicUrl: () => this.origin(),
      counters: ledger.main.runningNumbersOf(demoSeries(ledger.boxId, environment)),
    });
    this.demos.set(environment, demo);
    return demo;
  }
}
