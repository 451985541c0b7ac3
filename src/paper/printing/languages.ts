import { assertNever } from '../../base/index.js';
import type { ProbeFindings } from '../../platform/ledger/index.js';
import type { PrinterSetting } from '../../shop/settings/index.js';
import type { Slip } from '../slips/index.js';
import { type EncodedSlip, encodeKick, encodeSlip } from './escpos/encode.js';

/**
 * Encodes a slip in the language of its printer, see `encodeSlip`. The encoder of another language than ESC/POS is
 * loaded with the first slip that needs it, since few boxes have such a printer.
 */
export async function encodeFor(slip: Slip, printer: PrinterSetting): Promise<EncodedSlip> {
  const { language = 'escpos' } = printer;
  switch (language) {
    case 'escpos':
      return encodeSlip(slip, printer);
    case 'star':
      return (await import('./star/encode.js')).encodeStarSlip(slip, printer);
    default:
      return assertNever(language);
  }
}

/** Opens the drawer without printing, in the language of its printer; undefined where no drawer is configured. */
export async function kickFor(printer: PrinterSetting): Promise<EncodedSlip | undefined> {
  const { language = 'escpos' } = printer;
  switch (language) {
    case 'escpos':
      return encodeKick(printer);
    case 'star':
      return (await import('./star/encode.js')).encodeStarKick(printer);
    default:
      return assertNever(language);
  }
}

/** Findings of a printer that cannot be queried: it can prove nothing. */
export const NO_ANSWERS: ProbeFindings = { status: false, queuedStatus: false, processId: false, autoStatus: false };

/**
 * True when a printer of this language is queried for its status. All requests of the box are ESC/POS, and other
 * printers would print them.
 */
export function reportsStatus({ language = 'escpos' }: PrinterSetting): boolean {
  switch (language) {
    case 'escpos':
      return true;
    case 'star':
      return false;
    default:
      return assertNever(language);
  }
}
