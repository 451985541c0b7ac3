import type { Result } from '../base/index.js';
import { type BundleFault, faultOf, type Own, refusalOf } from './accept.js';
import type { Bundle } from './bundles.js';
import { REFUSALS } from './refusals.js';

/** An update on a stick, as it is offered to a person. */
export interface OfferedBundle {
  /** The whole path, as `install` takes it. */
  readonly path: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Null where its signature is not good: then nothing of it is believed. */
  readonly version: string | null;
  /** Against the version that runs; null where its own is not known. */
  readonly order: 'newer' | 'same' | 'older' | null;
  /** Why it cannot be installed; null when it can. */
  readonly fault: 'no signature' | BundleFault | null;
  /** The same as an English sentence. */
  readonly refusal: string | null;
}

/** Judges what lies on the sticks before anybody chooses. */
export function offered({ path, name, size, facts }: Bundle, own: Own): OfferedBundle {
  const file = { path, name, size };
  if (!facts.ok) {
    const refusal = REFUSALS.noSignature(facts.error);
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
 * By Semantic Versioning 2.0.0, clause 11, as far as people notice: numbers count as numbers (1.10.0 is newer than 1.9.0), and what
 * stands before a release (1.0.0-rc.1) is older than it.
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

/** Its numbers, and what makes it a pre-release; empty for a release. What tells builds apart (`+…`) has no order. */
function split(version: string): readonly [core: string, before: string] {
  const whole = version.split('+', 1)[0] ?? '';
  const at = whole.indexOf('-');
  return at < 0 ? [whole, ''] : [whole.slice(0, at), whole.slice(at + 1)];
}

export type Offers = Result<readonly OfferedBundle[], string>;
