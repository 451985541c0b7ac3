import type { Bilingual, Finding } from '../../base/index.js';

/** A problem that the box found itself and that must be fixed before receipts can be issued. */
export function finding(found: Bilingual, action: Bilingual): Finding {
  return { code: null, blocks: true, found, action };
}
