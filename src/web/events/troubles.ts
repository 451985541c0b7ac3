import type { Bilingual } from '../../base/index.js';
import type { Pfr } from '../../pfr/index.js';
import { FAULT_TEXTS, type Printing } from '../../printing/index.js';

/** What will stop the next sale, or its paper, for the person at the till. */
export interface Trouble {
  readonly found: Bilingual;
  readonly action: Bilingual;
}

/** So many are told: the first is to be mended first. */
const MOST = 3;

/** As it is known already; nothing is asked for it. */
export function troublesOf(pfr: Pick<Pfr, 'status'>, printing: Pick<Printing, 'printers'>): readonly Trouble[] {
  const processor = pfr.status().findings.filter(({ blocks }) => blocks);
  const printers = printing.printers().flatMap(({ state, reason }) => {
    return state === 'blocked' || state === 'offline' ? [FAULT_TEXTS[reason ?? 'offline']] : [];
  });
  return [...processor, ...printers].slice(0, MOST).map(({ found, action }) => ({ found, action }));
}
