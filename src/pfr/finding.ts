import type { Bilingual, Finding } from '../base/index.js';

/** Something that the box itself has found, and that must be mended before receipts are issued. */
export function finding(found: Bilingual, action: Bilingual): Finding {
  return { code: null, blocks: true, found, action };
}
