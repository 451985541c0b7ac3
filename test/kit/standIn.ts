import type { Pfr } from '../../src/pfr/port.js';

/** A processor that does some things otherwise. */
export function standIn(pfr: Pfr, change: Partial<Pfr>): Pfr {
  return {
    mode: pfr.mode,
    environment: pfr.environment,
    lane: pfr.lane,
    signingLimit: pfr.signingLimit,
    status: () => pfr.status(),
    refresh: () => pfr.refresh(),
    taxLabels: () => pfr.taxLabels(),
    ready: () => pfr.ready(),
    sign: (request) => pfr.sign(request),
    find: (request) => pfr.find(request),
    enterPin: (pin) => pfr.enterPin(pin),
    stop: () => pfr.stop(),
    ...change,
  };
}
