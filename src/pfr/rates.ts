import type { Clock } from '../base/clock.js';
import type { TaxLabel } from '../base/fiscal.js';
import { groupAt, hasLabels, labelsAt, type TaxRateGroup } from './wire/rates.js';

export interface RatesParts {
  readonly clock: Clock;
  /** Rates that were kept from an earlier start. */
  readonly rates: readonly TaxRateGroup[];
  readonly keepRates: (groups: readonly TaxRateGroup[]) => Promise<void>;
}

/** Between two records of rates, ms, and the longest one, characters: flash is worn by each. */
const KEEP_AFTER = 60 * 60 * 1000;
const MAX_KEPT = 64 * 1024;

/** The tax rates of a processor: what it told last holds, and is kept for the time when it cannot be asked. */
export class Rates {
  private groups: readonly TaxRateGroup[];
  private held: { readonly group: TaxRateGroup | undefined; readonly labels: readonly TaxLabel[] } | undefined;
  /** What the ledger has, as JSON, and when it was written; undefined: not in this process. */
  private kept: string;
  private keptAt: number | undefined;
  private toldAt: number;

  constructor(private readonly parts: RatesParts) {
    this.groups = parts.rates;
    this.kept = JSON.stringify(parts.rates);
    this.toldAt = parts.clock.monotonic();
  }

  /** How long ago they were told, ms; those of an earlier start count from this one. */
  get age(): number {
    return this.parts.clock.monotonic() - this.toldAt;
  }

  get areKnown(): boolean {
    return this.groups.length > 0;
  }

  /** Labels that a receipt may carry now; the same list as long as the same group holds. */
  labels(): readonly TaxLabel[] {
    const { groups, held } = this;
    const { clock } = this.parts;
    // The processor names its current group first: by a clock that is a guess, one that is only announced could hold.
    const group = groupAt(groups, clock.isTrusted() ? clock.now() : -Infinity);
    if (held?.group === group) return held?.labels ?? [];
    const labels = group === undefined ? [] : labelsAt([group], Infinity);
    this.held = { group, labels };
    return labels;
  }

  /** Those that are known hold until others come. They are written now and then only: some products change a detail each time. */
  async take(told: readonly TaxRateGroup[]): Promise<void> {
    const rates = told.filter(hasLabels);
    if (rates.length === 0) return;
    this.groups = rates;
    this.toldAt = this.parts.clock.monotonic();
    const { clock, keepRates } = this.parts;
    const json = JSON.stringify(rates);
    const isDue = this.keptAt === undefined || clock.monotonic() - this.keptAt >= KEEP_AFTER;
    if (json === this.kept || !isDue || json.length > MAX_KEPT) return;
    this.kept = json;
    this.keptAt = clock.monotonic();
    await keepRates(rates);
  }
}
