import type { Result, Message } from '../../base/index.js';
import { type BundleFault, faultOf, type Own, refusalOf, REFUSALS } from './accept.js';
import type { Bundle } from './bundles.js';

/** An update on a stick, as offered to a person. */
export interface OfferedBundle {
  /** The whole path, for `install`. */
  readonly path: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Null where its signature is invalid: nothing in it is trusted then. */
  readonly version: string | null;
  /** Compared with the running version; null where its own version is unknown. */
  readonly order: 'newer' | 'same' | 'older' | null;
  /** Why it cannot be installed; null when it can. */
  readonly fault: 'no signature' | BundleFault | null;
  readonly refusal: Message | null;
}

/** Checks a bundle on a stick before it is offered. */
export function offered({ path, name, size, facts }: Bundle, own: Own): OfferedBundle {
  const file = { path, name, size };
  if (!facts.ok) {
    const refusal = REFUSALS.noSignature({ reason: facts.error });
    return { ...file, version: null, order: null, fault: 'no signature', refusal };
  }
  const { version } = facts.value;
  const order = orderOf(version, own.version);
  return {
    ...file,
    version,
    order,
    fault: faultOf(facts.value, own) ?? null,
    refusal: refusalOf(facts.value, own) ?? null,
  };
}

/**
 * Compares as in Semantic Versioning 2.0.0, clause 11, in simplified form: numbers are compared as numbers (1.10.0 is
 * newer than 1.9.0), and a pre-release (1.0.0-rc.1) is older than its release.
 */
function orderOf(version: string, own: string): 'newer' | 'same' | 'older' {
  const [core, before] = split(version);
  const [ownCore, ownBefore] = split(own);
  const byCore = core.localeCompare(ownCore, 'en', { numeric: true });
  const byRelease = Number(before === '') - Number(ownBefore === '');
  const order = byCore || byRelease || before.localeCompare(ownBefore, 'en', { numeric: true });
  if (order === 0) return 'same';
  return order > 0 ? 'newer' : 'older';
}

/** The numbers of a version, and its pre-release part, empty for a release. Build metadata (`+…`) has no order. */
function split(version: string): readonly [core: string, before: string] {
  const whole = version.split('+', 1)[0] ?? '';
  const at = whole.indexOf('-');
  return at < 0 ? [whole, ''] : [whole.slice(0, at), whole.slice(at + 1)];
}

export type Offers = Result<readonly OfferedBundle[], Message>;
