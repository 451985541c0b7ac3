import type { Environment, UtcMs } from '../base/fiscal.js';
import type { Ledger } from '../ledger/ledger.js';
import type { Settings } from '../settings/settings.js';
import { DemoPfr } from './demo/processor.js';
import { demoJid } from './demo/seal.js';
import type { Pfr } from './port.js';
import { UnavailablePfr } from './unavailable.js';

export interface ProcessorParts {
  readonly ledger: Ledger;
  readonly settings: Settings;
  readonly now: () => UtcMs;
}

/** The processor of each environment, as the settings have it at the moment. */
export class Processors {
  private readonly demos = new Map<Environment, DemoPfr>();
  private origin = (): string => this.parts.settings.now.publicUrl ?? 'https://localhost';

  constructor(private readonly parts: ProcessorParts) {}

  /** Tells under which origin customers reach the pages of the box. */
  useOrigin(origin: () => string): void {
    this.origin = origin;
  }

  of(environment: Environment): Pfr {
    const { mode } = this.parts.settings.now[`pfr.${environment}`];
    if (mode === 'demo') return this.demo(environment);
    return new UnavailablePfr(mode, environment, () => this.parts.settings.activeTaxLabels);
  }

  /** One for the life of the process: it goes on counting from what the ledger holds. */
  private demo(environment: Environment): DemoPfr {
    const known = this.demos.get(environment);
    if (known !== undefined) return known;
    const { ledger, settings, now } = this.parts;
    const demo = new DemoPfr({
      environment,
      now,
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
