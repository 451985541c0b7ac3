import type { PrinterFault } from '../../../platform/ledger/index.js';

/**
 * Answers of a printer, which differ in their bit patterns (manuals of the TM series, "Status"). An answer to `DLE EOT`
 * is 0xx1xx10. An answer to `GS r` has bits 7 and 4 clear. An automatic status (`GS a`) begins with 0xx1xx00 and three
 * bytes with bits 7 and 4 clear. An answer to `GS ( H` is 37h 22h, the four bytes of the id, 00h.
 */
export type PrinterAnswer =
  | { readonly kind: 'status'; readonly value: number }
  | { readonly kind: 'queued-status'; readonly value: number }
  | { readonly kind: 'process-id'; readonly id: string }
  | { readonly kind: 'automatic-status'; readonly fault: PrinterFault | null };

const REAL_TIME_MASK = 0x93;
const REAL_TIME = 0x12;
const AUTOMATIC = 0x10;
const AUTOMATIC_LENGTH = 4;
const QUEUED_MASK = 0x90;
const ID_PREFIX = 0x37;
const ID_KIND = 0x22;
const ID_LENGTH = 4;

/**
 * Reads answers from the byte stream of a printer, which may be split anywhere. Bytes that match no pattern are
 * skipped.
 */
export class AnswerReader {
  /** The bytes of a process id so far; empty when none is being received. */
  private id: number[] = [];
  /** The bytes of an automatic status so far; the later ones look like answers to `GS r`. */
  private automatic: number[] = [];

  push(bytes: Uint8Array): PrinterAnswer[] {
    return Array.from(bytes, (byte) => this.take(byte)).filter((answer) => answer !== undefined);
  }

  private take(byte: number): PrinterAnswer | undefined {
    if (this.id.length > 0) {
      if (this.fitsId(byte)) return this.takeOfId(byte);
      this.id = [];
    }
    if (byte === ID_PREFIX) {
      this.id = [byte];
      return undefined;
    }
    if ((byte & REAL_TIME_MASK) === REAL_TIME) return { kind: 'status', value: byte };
    if ((byte & REAL_TIME_MASK) === AUTOMATIC) {
      this.automatic = [byte];
      return undefined;
    }
    if ((byte & QUEUED_MASK) !== 0) return undefined;
    return this.automatic.length > 0 ? this.takeOfAutomatic(byte) : { kind: 'queued-status', value: byte };
  }

  private takeOfAutomatic(byte: number): PrinterAnswer | undefined {
    this.automatic.push(byte);
    if (this.automatic.length < AUTOMATIC_LENGTH) return undefined;
    const fault = automaticFault(this.automatic);
    this.automatic = [];
    return { kind: 'automatic-status', fault };
  }

  private fitsId(byte: number): boolean {
    if (this.id.length === 1) return byte === ID_KIND;
    return this.id.length < 2 + ID_LENGTH ? byte >= 0x20 && byte <= 0x7e : byte === 0;
  }

  private takeOfId(byte: number): PrinterAnswer | undefined {
    if (this.id.length < 2 + ID_LENGTH) {
      this.id.push(byte);
      return undefined;
    }
    const id = String.fromCharCode(...this.id.slice(2));
    this.id = [];
    return { kind: 'process-id', id };
  }
}

/** The fault in the four bytes of an automatic status. A cause takes precedence over its consequences. */
function automaticFault([printer = 0, error = 0, paper = 0]: readonly number[]): PrinterFault | null {
  if ((printer & 0x20) !== 0) return 'cover';
  if ((paper & 0x0c) !== 0) return 'paper';
  if ((error & 0x08) !== 0) return 'cutter';
  if ((error & 0x64) !== 0) return 'error';
  return (printer & 0x08) === 0 ? null : 'offline';
}

/** Answers to `DLE EOT` 1 to 4, in this order; undefined where none was received. */
type StatusBytes = readonly (number | undefined)[];

/** The fault in the status bytes, a cause before its consequences; null without a fault. */
export function faultOf([printer = 0, offline = 0, error = 0, paper = 0]: StatusBytes): PrinterFault | null {
  if ((offline & 0x04) !== 0) return 'cover';
  if ((paper & 0x60) !== 0 || (offline & 0x20) !== 0) return 'paper';
  if ((error & 0x08) !== 0) return 'cutter';
  // The second answer reports that there is an error, the third one which.
  if ((error & 0x60) !== 0 || ((offline & 0x40) !== 0 && error !== 0)) return 'error';
  return (printer & 0x08) === 0 ? null : 'offline';
}
