import { assertNever } from '../base/index.js';
import type { ProbeFindings } from '../ledger/index.js';
import type { PrinterSetting } from '../settings/index.js';
import type { Slip } from '../slips/index.js';
import { type EncodedSlip, encodeKick, encodeSlip } from './escpos/encode.js';

/**
 * A slip in the language of its printer, see `encodeSlip`. What encodes another language than ESC/POS is loaded with the first
 * slip that needs it: few boxes have such a printer.
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

/** What opens the drawer without any paper, in the language of its printer; undefined where none is set. */
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

/** What is known of a printer that is asked nothing: nothing proves its slips. */
export const NO_ANSWERS: ProbeFindings = { status: false, queuedStatus: false, processId: false, autoStatus: false };

/** Is a printer of this language asked for its status? All questions of the box are ESC/POS, and others would print them. */
export function canBeAsked({ language = 'escpos' }: PrinterSetting): boolean {
  switch (language) {
    case 'escpos':
      return true;
    case 'star':
      return false;
    default:
      return assertNever(language);
  }
}
