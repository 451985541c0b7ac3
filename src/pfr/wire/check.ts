import type { Draft, Signature, TaxItem } from '../../base/fiscal.js';
import { failed, ok } from '../../base/result.js';
import type { Result } from '../../base/result.js';
import { stepsBetween } from '../../base/pfrNumber.js';
import { localTime } from '../../base/time.js';
import { decodeLink, isIntact, linkBuyer, linkPayload } from '../link.js';
import type { DecodedLink } from '../link.js';
import type { SignRequest, Witness } from '../port.js';
import { possibleCounterLetters } from './counter.js';
import type { WireReceipt } from './receipt.js';

/** The first thing that does not hold; for the log. */
export type Disbelief =
  /** The verification link is none, or its payload has another layout. */
  | 'link'
  /** The link was damaged. */
  | 'md5'
  /** JSON and link name other elements, or an L-PFR did not sign with its own card. */
  | 'jid'
  | 'counters'
  | 'amount'
  | 'time'
  | 'types'
  | 'buyer'
  /** The internal data or the signature beside the link are not those in it. */
  | 'blocks'
  | 'invoiceNumber'
  | 'invoiceCounter'
  | 'labels'
  | 'journal'
  /** Signed for another element than the one that was asked. */
  | 'foreign'
  /** Signed before it was asked for. */
  | 'stale';

/**
 * How far a clock may seem to go back, ms: that of a V-PFR between two of its servers; that of an L-PFR when it is set,
 * since one that is further behind its last receipt may refuse to sign (Technical Instruction, chapter 11).
 */
const CLOCK_SLACK = 3 * 60_000;

/**
 * Whether a receipt is the one that was asked for: its parts must agree with each other, with the request, and with what
 * was known of the processor before. A receipt that was signed earlier, for somebody else, or damaged on the way fails.
 * A journal that is longer than such a receipt can need is as if it had not been sent.
 */
export function believe(sent: WireReceipt, request: SignRequest, mode: 'lpfr' | 'vpfr'): Result<Signature, Disbelief> {
  const receipt = withFittingJournal(sent, request.draft);
  const link = readLink(receipt.verificationUrl);
  if (!link.ok) return link;
  const doubt =
    doubtOfLink(receipt, link.value) ??
    doubtOfRequest(receipt, link.value, request.draft) ??
    doubtOfNumbers(receipt, request.draft) ??
    doubtOfOrigin(receipt, link.value, request.witness, mode);
  return doubt === undefined ? ok(signatureOf(receipt, link.value, request.draft)) : failed(doubt);
}

/** What a journal may need beside its items, and for each item beside its name, which may be written twice; characters. */
const JOURNAL_FRAME = 4_000;
const JOURNAL_ITEM = 400;

/** So that the record fits into the room that is reserved for it before a receipt is asked for. */
function withFittingJournal(receipt: WireReceipt, { lines }: Draft): WireReceipt {
  const room = lines.reduce((sum, { name }) => sum + 2 * name.length + JOURNAL_ITEM, JOURNAL_FRAME);
  return (receipt.journal ?? '').length > room ? { ...receipt, journal: null } : receipt;
}

function readLink(url: string): Result<DecodedLink, Disbelief> {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return failed('link');
  const payload = linkPayload(new URL(url).searchParams.get('vl') ?? '');
  if (payload === undefined) return failed('link');
  if (!isIntact(payload)) return failed('md5');
  const link = decodeLink(payload);
  return link === undefined ? failed('link') : ok(link);
}

/** The JSON against the link, which is what was signed. */
function doubtOfLink(receipt: WireReceipt, link: DecodedLink): Disbelief | undefined {
  if (receipt.requestedBy !== link.requestedBy || receipt.signedBy !== link.signedBy) return 'jid';
  if (receipt.totalCounter !== link.totalCounter || receipt.typeCounter !== link.typeCounter) return 'counters';
  if (receipt.total !== link.total) return 'amount';
  if (!isSameTime(receipt, link)) return 'time';
  const areBlocksSame =
    isSameBlock(receipt.encryptedInternalData, link.internalData) && isSameBlock(receipt.signature, link.signature);
  return areBlocksSame ? undefined : 'blocks';
}

/**
 * The link has milliseconds, the JSON may have none. A time without an offset does not say which of the two hours at the
 * end of summer time it is, so that clock times are compared.
 */
function isSameTime({ time }: WireReceipt, link: DecodedLink): boolean {
  const isSameFraction = time % 1000 === 0 || time % 1000 === link.time % 1000;
  return isSameFraction && localTime(time) === localTime(link.time);
}

function isSameBlock(base64: string | null, block: Buffer): boolean {
  return base64 === null || Buffer.from(base64, 'base64').equals(block);
}

/** The two numbers that are printed, which are made of the others. */
function doubtOfNumbers(receipt: WireReceipt, draft: Draft): Disbelief | undefined {
  const { requestedBy, signedBy, totalCounter, typeCounter, invoiceCounter, invoiceCounterExtension } = receipt;
  if (receipt.invoiceNumber !== `${requestedBy}-${signedBy}-${totalCounter}`) return 'invoiceNumber';
  const letters = possibleCounterLetters(draft.invoiceType, draft.transactionType).find(
    (letters) => invoiceCounter === `${typeCounter}/${totalCounter}${letters}`,
  );
  const isCounterSound = letters !== undefined && (invoiceCounterExtension ?? letters) === letters;
  return isCounterSound ? undefined : 'invoiceCounter';
}

/** What was signed against what was asked for. */
function doubtOfRequest(receipt: WireReceipt, link: DecodedLink, draft: Draft): Disbelief | undefined {
  if (link.invoiceType !== draft.invoiceType || link.transactionType !== draft.transactionType) return 'types';
  if (link.total !== draft.total) return 'amount';
  if (link.buyerId !== linkBuyer(draft.buyerId)) return 'buyer';
  const wanted = [...new Set(draft.lines.map(({ label }) => label))].sort().join(' ');
  const given = receipt.taxItems.map(({ label }) => label).sort();
  if (given.join(' ') !== wanted) return 'labels';
  return receipt.journal === null || namesAnItem(receipt.journal, draft) ? undefined : 'journal';
}

const NAME_SIGNS = 20;

/** Makers lay a journal out in their own ways and break names where they like: only that it speaks of our items is asked. */
function namesAnItem(journal: string, draft: Draft): boolean {
  const text = squeezed(journal);
  return draft.lines.some(({ name }) => text.includes(Array.from(squeezed(name)).slice(0, NAME_SIGNS).join('')));
}

/**
 * More marks on one character than a text of any language has (UAX #15, Stream-Safe Text Format): composing them takes
 * quadratic time.
 */
const MARKS_PILED_UP = /\p{M}{31}/u;

function squeezed(text: string): string {
  const composed = MARKS_PILED_UP.test(text) ? text : text.normalize('NFC');
  return composed.replace(/\s+/g, '').toLowerCase();
}

/** Who signed, and that it was after the question. */
function doubtOfOrigin(
  { requestedBy, signedBy, invoiceNumber }: WireReceipt,
  link: DecodedLink,
  witness: Witness,
  mode: 'lpfr' | 'vpfr',
): Disbelief | undefined {
  if (mode === 'lpfr' && signedBy !== requestedBy) return 'jid';
  if (witness.uid !== '' && requestedBy !== witness.uid) return 'foreign';
  const steps = mode === 'lpfr' ? stepsBetween(witness.lastNumber ?? '', invoiceNumber) : undefined;
  if (steps !== undefined) return steps <= 0 ? 'stale' : undefined;
  // Another till may have sold the same before, so that an L-PFR without a number to count from must have told its time.
  if (witness.time === null) return mode === 'lpfr' ? 'stale' : undefined;
  return link.time < witness.time - CLOCK_SLACK ? 'stale' : undefined;
}

function signatureOf(receipt: WireReceipt, link: DecodedLink, draft: Draft): Signature {
  const { requestedBy, signedBy, invoiceNumber, invoiceCounter, totalCounter, typeCounter } = receipt;
  const { verificationUrl, verificationQRCode, rest } = receipt;
  return {
    requestedBy,
    signedBy,
    invoiceNumber,
    invoiceCounter,
    totalCounter,
    typeCounter,
    time: link.time,
    verificationUrl,
    verificationQRCode,
    journal: receipt.journal ?? '',
    taxItems: receipt.taxItems.map((item): TaxItem => ({ ...item, total: totalOf(draft, item.label) })),
    company: receipt.company,
    ...(Object.keys(rest).length > 0 && { extra: rest }),
  };
}

function totalOf(draft: Draft, label: string): number {
  return draft.lines.reduce((sum, line) => (line.label === label ? sum + line.total : sum), 0);
}
