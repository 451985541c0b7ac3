/** A PFR number in its parts, `<requestedBy>-<signedBy>-<counter>`: who asked, who signed, and the running number of all. */
export interface PfrNumber {
  /** JIDs: 8 letters or digits. */
  readonly requestedBy: string;
  readonly signedBy: string;
  /** From 1, below 2^32. */
  readonly counter: number;
}

const FORM = /^([A-Z\d]{8})-([A-Z\d]{8})-(\d{1,10})$/i;

/** Undefined when the text is no PFR number, such as that of an old cash register. */
export function readPfrNumber(text: string): PfrNumber | undefined {
  const [, requestedBy, signedBy, counter] = FORM.exec(text) ?? [];
  if (requestedBy === undefined || signedBy === undefined) return undefined;
  return { requestedBy, signedBy, counter: Number(counter) };
}

/**
 * How many receipts the same secure element has signed for the same one between two numbers: 1 when `after` follows
 * `before`, 0 or less when it is not later. Undefined when they are not of the same two, or one is no number.
 */
export function stepsBetween(before: string, after: string): number | undefined {
  const [earlier, later] = [readPfrNumber(before), readPfrNumber(after)];
  if (earlier === undefined || later === undefined) return undefined;
  const isSame = earlier.requestedBy === later.requestedBy && earlier.signedBy === later.signedBy;
  return isSame ? later.counter - earlier.counter : undefined;
}
