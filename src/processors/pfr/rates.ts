import type { Clock } from '../../base/index.js';
import type { TaxLabel } from '../../contract/index.js';
import { groupAt, hasLabels, labelsAt, type TaxRateGroup } from './wire/rates.js';

export interface RatesDeps {
  readonly clock: Clock;
  /** Rates that were stored before this start. */
  readonly rates: readonly TaxRateGroup[];
  /** False when the disk could not store them. */
  readonly storeRates: (groups: readonly TaxRateGroup[]) => Promise<boolean>;
}

/** Least time between two records of rates, ms, and the longest record, characters. Each record wears the flash. */
const STORE_INTERVAL = 60 * 60 * 1000;
const MAX_STORED = 64 * 1024;

/**
 * The tax rates of a processor. The last received ones apply, and they are stored for times when it cannot be reached.
 */
export class Rates {
  private groups: readonly TaxRateGroup[];
  private labelsCache: { readonly group: TaxRateGroup | undefined; readonly labels: readonly TaxLabel[] } | undefined;
  /** The stored rates, as JSON, and when they were written; undefined: before this start. */
  private storedJson: string;
  private storedAt: number | undefined;
  private receivedAt: number;

  constructor(private readonly deps: RatesDeps) {
    this.groups = deps.rates;
    this.storedJson = JSON.stringify(deps.rates);
    this.receivedAt = deps.clock.monotonic();
  }

  /** Time since they were received, ms. For rates from before this start, time since the start. */
  get age(): number {
    return this.deps.clock.monotonic() - this.receivedAt;
  }

  get areKnown(): boolean {
    return this.groups.length > 0;
  }

  /** Labels that a receipt may have now. Returns the same list object as long as the same group applies. */
  labels(): readonly TaxLabel[] {
    const { groups, labelsCache } = this;
    const { clock } = this.deps;
    // The processor sends its current group first. If the clock is a guess, an announced group could be mistaken for
    // it.
    const group = groupAt(groups, clock.isTrusted() ? clock.now() : -Infinity);
    if (labelsCache?.group === group) return labelsCache?.labels ?? [];
    const labels = group === undefined ? [] : labelsAt([group], Infinity);
    this.labelsCache = { group, labels };
    return labels;
  }

  /**
   * Applies received rates until others arrive. They are stored at most once an hour, since some products change a
   * detail each time.
   */
  async take(received: readonly TaxRateGroup[]): Promise<void> {
    const rates = received.filter(hasLabels);
    if (rates.length === 0) return;
    this.groups = rates;
    this.receivedAt = this.deps.clock.monotonic();
    const { clock, storeRates } = this.deps;
    const json = JSON.stringify(rates);
    const isDue = this.storedAt === undefined || clock.monotonic() - this.storedAt >= STORE_INTERVAL;
    if (json === this.storedJson || !isDue || json.length > MAX_STORED) return;
    const before = this.storedJson;
    this.storedJson = json;
    this.storedAt = clock.monotonic();
    if (!(await storeRates(rates))) this.storedJson = before;
  }
}
