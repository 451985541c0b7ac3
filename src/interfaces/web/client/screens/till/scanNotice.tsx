import type { JSX } from 'preact';
import { Notice } from '../../parts/notice.js';
import { t } from '../../text/language.js';
import { TILL } from '../../text/till.js';
import { MAX_LINES } from '../../till/cart.js';
import { type ScanFault, scanFault } from './scans.js';

/**
 * Why the last code or item is not on the bill. Each view and dialog of the till that accepts scans shows it, so that
 * the seller sees it.
 */
export function ScanNotice(): JSX.Element | null {
  const { value } = scanFault;
  return value === undefined ? null : <Notice kind="failure">{words(value)}</Notice>;
}

function words(fault: ScanFault): string {
  switch (fault.kind) {
    case 'unknown':
      return t(TILL.unknownCode, { code: fault.code });
    case 'advance':
      return t(TILL.notOnAdvance, { name: fault.name });
    case 'full':
      return t(TILL.billFull, { name: fault.name, most: MAX_LINES });
  }
}
