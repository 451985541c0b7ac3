import type { Bilingual } from '../../../base/index.js';
import type { Pfr } from '../../../processors/pfr/index.js';
import { FAULT_TEXTS, type Printing } from '../../../paper/printing/index.js';

/** A fault that will stop the next sale, or its paper, for the person at the till. */
export interface Trouble {
  readonly of: 'processor' | 'printer';
  readonly found: Bilingual;
  readonly action: Bilingual;
}

/** At most this many are sent, most urgent first. */
const MOST = 3;

/** Built from known state; no device is queried. */
export function troublesOf(pfr: Pick<Pfr, 'status'>, printing: Pick<Printing, 'printers'>): readonly Trouble[] {
  const findings = pfr.status().findings.filter(({ blocks }) => blocks);
  const processor = findings.map(({ found, action }): Trouble => ({ of: 'processor', found, action }));
  const printers = printing.printers().flatMap(({ state, reason }): Trouble[] => {
    const { found, action } = FAULT_TEXTS[reason ?? 'offline'];
    return state === 'blocked' || state === 'offline' ? [{ of: 'printer', found, action }] : [];
  });
  return [...processor, ...printers].slice(0, MOST);
}
