/** The parts of a PFR number, `<requestedBy>-<signedBy>-<counter>`: requester, signer, and counter of all receipts. */
interface PfrNumber {
  /** JIDs: 8 letters or digits. */
  readonly requestedBy: string;
  readonly signedBy: string;
  /** From 1, below 2^32. */
  readonly counter: number;
}

const FORM = /^([A-Z\d]{8})-([A-Z\d]{8})-(\d{1,10})$/i;

/** Undefined when the text is not a PFR number, such as one of an old cash register. */
export function readPfrNumber(text: string): PfrNumber | undefined {
  const [, requestedBy, signedBy, counter] = FORM.exec(text) ?? [];
  if (requestedBy === undefined || signedBy === undefined) return undefined;
  return { requestedBy, signedBy, counter: Number(counter) };
}

/**
 * How much higher the counter of `after` is: 1 when it follows `before` directly, 0 or less when it is not later.
 * Undefined when requester or signer differ, or one of them is not a PFR number.
 */
export function stepsBetween(before: string, after: string): number | undefined {
  const [earlier, later] = [readPfrNumber(before), readPfrNumber(after)];
  if (earlier === undefined || later === undefined) return undefined;
  const isSame = earlier.requestedBy === later.requestedBy && earlier.signedBy === later.signedBy;
  return isSame ? later.counter - earlier.counter : undefined;
}
