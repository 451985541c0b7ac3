/** Requests for a printer's status. The answers are read in `answers.ts`. */

/** `DLE EOT n`: real-time status, answered at once, also by a printer that is off line. n is 1 to 4. */
export function statusRequest(n: number): Uint8Array {
  return Uint8Array.of(0x10, 0x04, n);
}

/** `GS r 1`: status of the paper, answered after everything before it was processed. */
export const PAPER_STATUS: Uint8Array = Uint8Array.of(0x1d, 0x72, 0x01);

/**
 * `GS a`: automatic status. The first request makes the printer report its status at once and at each change; the
 * second one stops it.
 */
export const REPORT_CHANGES: Uint8Array = Uint8Array.of(0x1d, 0x61, 0xff);
export const REPORT_NOTHING: Uint8Array = Uint8Array.of(0x1d, 0x61, 0x00);

/**
 * `GS ( H`, function 48: answered with the id, four characters from 20h to 7Eh, after everything before it was printed.
 */
export function processIdRequest(id: string): Uint8Array {
  return Buffer.concat([Buffer.from([0x1d, 0x28, 0x48, 6, 0, 0x30, 0x30]), Buffer.from(id, 'latin1')]);
}
