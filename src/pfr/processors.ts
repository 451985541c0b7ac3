import type { Clock } from '../base/clock.js';
import type { Environment, Signature } from '../base/fiscal.js';
import type { Log } from '../base/log.js';
import type { Ledger } from '../ledger/ledger.js';
import type { PfrSetting } from '../settings/schema.js';
import type { Settings } from '../settings/settings.js';
import type { ClientTls } from './certificate/store.js';
import { DemoPfr } from './demo/processor.js';
import { demoJid } from './demo/seal.js';
import { Lane } from './lane.js';
import type { Pfr } from './port.js';
import { RemotePfr } from './remote.js';
import { type Reach, reachOf } from './reach.js';
import type { TaxRateGroup } from './wire/rates.js';

export interface ProcessorParts {
  readonly ledger: Ledger;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: Log;
  /** What the certificate of an environment holds; undefined while none is installed. */
  readonly tlsOf: (environment: Environment) => ClientTls | undefined;
}

/** A processor, and what it was made from. */
interface Made {
  readonly setting: PfrSetting;
  readonly identity: ClientTls | undefined;
  readonly pfr: RemotePfr;
}

/** How long an answer is waited for when the settings do not say, seconds: as long as the tax authority's own POS does. */
export const ANSWER_TIMEOUT = 40;
/** How long a processor may still sign what it was sent, seconds: signing takes one or two, and none is known to take ten. */
const SIGNING_LIMIT = 60;

/** The processor of each environment, as the settings have it at the moment. */
export class Processors {
  private readonly demos = new Map<Environment, DemoPfr>();
  private readonly remotes = new Map<Environment, Made>();
  /** Also those that were replaced: one may still wait for an answer. */
  private readonly made = new Set<RemotePfr>();
  private readonly lanes: Readonly<Record<Environment, Lane>>;
  private origin = (): string => this.parts.settings.now.publicUrl ?? 'https://localhost';

  constructor(private readonly parts: ProcessorParts) {
    this.lanes = { sandbox: new Lane(parts.clock), production: new Lane(parts.clock) };
  }

  /** Tells under which origin customers reach the pages of the box. */
  useOrigin(origin: () => string): void {
    this.origin = origin;
  }

  of(environment: Environment): Pfr {
    const setting = this.parts.settings.now[`pfr.${environment}`];
    return setting.mode === 'demo' ? this.demo(environment) : this.remote(environment, setting.mode, setting);
  }

  /** The processor of the environment that is active now. */
  get active(): Pfr {
    return this.of(this.parts.settings.now.environment);
  }

  /** Gives up what is under way. */
  stop(): void {
    for (const pfr of this.made) pfr.stop();
  }

  /** A new one for each change of what it is made from; one that is replaced ends what it has begun. */
  private remote(environment: Environment, mode: RemotePfr['mode'], setting: PfrSetting): Pfr {
    const identity = mode === 'vpfr' ? this.parts.tlsOf(environment) : undefined;
    const known = this.remotes.get(environment);
    if (known?.setting === setting && known.identity === identity) return known.pfr;
    const reach = reachOf(environment, setting, identity, this.parts.clock.isTrusted);
    const pfr = this.makeRemote(environment, mode, setting, reach);
    this.remotes.set(environment, { setting, identity, pfr });
    this.made.add(pfr);
    return pfr;
  }

  private makeRemote(environment: Environment, mode: RemotePfr['mode'], setting: PfrSetting, reach: Reach): RemotePfr {
    const { ledger, clock, log } = this.parts;
    const kept = ledger.main.rates(environment);
    return new RemotePfr({
      mode,
      environment,
      clock,
      log,
      channel: reach.channel,
      obstacle: () => reach.obstacle,
      lane: this.lanes[environment],
      pac: setting.pac ?? null,
      pinForm: setting.pinBody ?? 'text',
      timeout: (setting.timeout ?? ANSWER_TIMEOUT) * 1000,
      signingLimit: (setting.signingLimit ?? SIGNING_LIMIT) * 1000,
      rates: kept === undefined ? [] : (JSON.parse(kept) as TaxRateGroup[]),
      keepRates: async (groups) => {
        await ledger.put({ type: 'rates', environment, value: JSON.stringify(groups) });
      },
      isRecorded: async ({ requestedBy, signedBy, totalCounter }: Signature) =>
        (await ledger.invoiceByNumber(requestedBy, signedBy, totalCounter)) !== undefined,
    });
  }

  /** One for the life of the process: it goes on counting from what the ledger holds. */
  private demo(environment: Environment): DemoPfr {
    const known = this.demos.get(environment);
    if (known !== undefined) return known;
    const { ledger, settings, clock } = this.parts;
    const demo = new DemoPfr({
      environment,
      now: clock.now,
      boxId: ledger.boxId,
      company: () => settings.now.company,
      taxLabels: () => settings.activeTaxLabels,
      publicUrl: () => this.origin(),
      counters: ledger.main.counters(demoJid(ledger.boxId, environment)),
    });
    this.demos.set(environment, demo);
    return demo;
  }
}
