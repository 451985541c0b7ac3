import type { Pfr } from '../../src/processors/pfr/port.js';

/** A processor that does some things otherwise. */
export function standIn(pfr: Pfr, change: Partial<Pfr>): Pfr {
  return {
    mode: pfr.mode,
    environment: pfr.environment,
    mutex: pfr.mutex,
    signingLimit: pfr.signingLimit,
    lookUpTime: pfr.lookUpTime,
    // No answer is overdue here.
    overdueAfter: 60_000,
    get reach() {
      return pfr.reach;
    },
    get quirks() {
      return pfr.quirks;
    },
    status: () => pfr.status(),
    refresh: () => pfr.refresh(),
    taxLabels: () => pfr.taxLabels(),
    ready: () => pfr.ready(),
    sign: (request) => pfr.sign(request),
    explain: (refusal) => pfr.explain(refusal),
    find: (request, within) => pfr.find(request, within),
    counters: () => pfr.counters(),
    enterPin: (pin) => pfr.enterPin(pin),
    ...change,
  };
}
