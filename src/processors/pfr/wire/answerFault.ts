import {
  type Draft,
  type Environment,
  labelsOfLine,
  readPfrNumber,
  type RemoteMode,
  type Signature,
  type TaxItem,
} from '../../../contract/index.js';
import { failed, localTime, ok, type Result } from '../../../base/index.js';
import {
  buyerIdInLink,
  taxItems as calculatedTaxes,
  type DecodedLink,
  decodeLink,
  hasValidDigest,
  type LinkPlace,
  placeOfLink,
  readLinkPayload,
} from '../../../paper/journal/index.js';
import { drawingOf, drawLink } from '../../../platform/pictures/index.js';
import type { SignRequest } from '../port.js';
import { faultInOrigin, type OriginFault } from './origin.js';
import { isJournalTooLong, type Quirk, quirksOf } from './quirks.js';
import { pfrNumberIn, readCounterText } from './receiptNumbers.js';
import type { WireReceipt } from './receipt.js';

/** The first fault that is found in an answer; for the log. */
type AnswerFault =
  /** The verification link is not a URL with a payload of the right layout. */
  | 'link'
  /** The digest in the link is wrong: the link was damaged. */
  | 'md5'
  /** JSON and link name different secure elements, or an L-PFR did not sign with its own card. */
  | 'jid'
  | 'counters'
  | 'amount'
  | 'time'
  | 'types'
  | 'buyer'
  | 'invoiceNumber'
  | 'invoiceCounter'
  /** There is a tax for a label that was not requested. */
  | 'labels'
  | OriginFault;

/** A receipt that answers our request, and its quirks. */
interface Accepted {
  readonly signature: Signature;
  readonly quirks: readonly Quirk[];
}

/**
 * Checks that a receipt answers our request. The signed data, which is its link, must agree with the request and with
 * the previously known state of the processor, and nothing else in the answer may contradict the link. A receipt that
 * was signed earlier, or for another till, or was damaged in transit, fails. A deviation that is merely unusual does
 * not fail a signed receipt: it is accepted with its quirks.
 */
export function checkAnswer(
  receipt: WireReceipt,
  request: SignRequest,
  mode: RemoteMode,
): Result<Accepted, AnswerFault> {
  const link = readLink(receipt.verificationUrl);
  if (!link.ok) return link;
  const fault =
    faultAgainstLink(receipt, link.value) ??
    faultAgainstRequest(receipt, link.value, request.draft) ??
    faultInOrigin(link.value, request.counterBaseline, mode);
  if (fault !== undefined) return failed(fault);
  const quirks = quirksOf(receipt, link.value, request.draft);
  return ok({ signature: signatureOf(receipt, link.value, request), quirks });
}

/** The signed data of a receipt, decoded from its verification link. */
export function readLink(url: string): Result<DecodedLink, 'link' | 'md5'> {
  const payload = payloadOf(url);
  if (payload === undefined) return failed('link');
  if (!hasValidDigest(payload)) return failed('md5');
  const link = decodeLink(payload);
  return link === undefined ? failed('link') : ok(link);
}

/** The payload of a link, without checking its content. Undefined when the text is not a web address with a payload. */
function payloadOf(url: string): Buffer | undefined {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined;
  return readLinkPayload(new URL(url).searchParams.get('vl') ?? '');
}

/** Compares the JSON with the link. Members that are missing in the JSON contradict nothing. */
function faultAgainstLink(receipt: WireReceipt, link: DecodedLink): AnswerFault | undefined {
  const differs = (name: 'requestedBy' | 'signedBy' | 'totalCounter' | 'typeCounter' | 'total'): boolean =>
    (receipt[name] ?? link[name]) !== link[name];
  if (differs('requestedBy') || differs('signedBy')) return 'jid';
  if (differs('totalCounter') || differs('typeCounter')) return 'counters';
  if (differs('total')) return 'amount';
  if (receipt.time !== null && !isSameTime(receipt.time, link)) return 'time';
  if (receipt.invoiceNumber !== null && !isSameNumber(receipt.invoiceNumber, link)) return 'invoiceNumber';
  return readCounterText(receipt.invoiceCounter, link).isContradicted ? 'invoiceCounter' : undefined;
}

/**
 * The link has milliseconds, the JSON may have none. Local times are compared, since a time without an offset is
 * ambiguous in the hour that occurs twice at the end of summer time.
 */
function isSameTime(time: number, link: DecodedLink): boolean {
  const isSameFraction = time % 1000 === 0 || time % 1000 === link.time % 1000;
  return isSameFraction && localTime(time) === localTime(link.time);
}

/** Accepts any spelling: letters of both cases, leading zeros, surrounding blanks. */
function isSameNumber(sent: string, link: DecodedLink): boolean {
  const read = readPfrNumber(sent.trim().toUpperCase());
  return read !== undefined && pfrNumberIn({ ...link, ...read, totalCounter: read.counter }) === pfrNumberIn(link);
}

/** Compares the signed data with the request. */
function faultAgainstRequest(receipt: WireReceipt, link: DecodedLink, draft: Draft): AnswerFault | undefined {
  if (link.invoiceType !== draft.invoiceType || link.transactionType !== draft.transactionType) return 'types';
  if (link.total !== draft.total) return 'amount';
  if (link.buyerId !== buyerIdInLink(draft.buyerId)) return 'buyer';
  const isRequested = (label: string): boolean => draft.lines.some((line) => labelsOfLine(line).includes(label));
  return receipt.taxItems.some(({ label, amount }) => amount > 0 && !isRequested(label)) ? 'labels' : undefined;
}

/**
 * The stored data of a receipt that has no fault. The signed members come from its link. A journal that cannot be used
 * is ''.
 */
function signatureOf(receipt: WireReceipt, link: DecodedLink, request: SignRequest): Signature {
  const { verificationUrl, verificationQRCode, journal, company, rest } = receipt;
  const { requestedBy, signedBy, totalCounter, typeCounter, time } = link;
  return {
    requestedBy,
    signedBy,
    invoiceNumber: pfrNumberIn(link),
    invoiceCounter: readCounterText(receipt.invoiceCounter, link).text,
    totalCounter,
    typeCounter,
    time,
    verificationUrl,
    verificationQRCode,
    journal: journal === null || isJournalTooLong(journal, request.draft) ? '' : journal,
    taxItems: taxItemsOf(receipt, request),
    company,
    ...(Object.keys(rest).length > 0 && { extra: rest }),
  };
}

/**
 * One for each label of the lines, in the order in which they were sent. A missing or repeated one is calculated from
 * the known rate.
 */
function taxItemsOf({ taxItems }: WireReceipt, { draft, taxLabels }: SignRequest): TaxItem[] {
  const wanted = new Set(draft.lines.flatMap(labelsOfLine));
  const calculated = calculatedTaxes(draft.lines, taxLabels);
  const sent = taxItems.map(({ label }) => label).filter((label) => wanted.has(label));
  return [...new Set([...sent, ...wanted])].flatMap((label) => {
    const total = draft.lines.reduce((sum, line) => (labelsOfLine(line).includes(label) ? sum + line.total : sum), 0);
    const [first, ...more] = taxItems.filter((item) => item.label === label);
    const known = taxLabels.find((candidate) => candidate.label === label);
    // Some processors leave the kind of a tax out.
    const perUnit = known?.perUnit;
    if (first !== undefined && (more.length === 0 || known === undefined))
      return [{ ...first, ...(perUnit !== undefined && { perUnit }), total }];
    return calculated.ok ? calculated.value.filter((item) => item.label === label) : [];
  });
}

/** The link of a receipt and its picture as buyers see them. */
type Shown = Pick<Signature, 'verificationUrl' | 'verificationQRCode'>;

/** A link that leads to a host that is not allowed in this environment. */
export type MisleadingLink = Exclude<LinkPlace, { readonly kind: 'right' }>;

/**
 * The link and picture for buyers and callers of the API, from a checked link, with the quirks that were found. In
 * production the link leads to the tax authority, and the picture shows exactly that link. An L-PFR sends the picture
 * over plain HTTP, like everything else, so it is not trusted.
 */
export function shownLink(
  { verificationUrl, verificationQRCode }: Shown,
  environment: Environment,
): Result<Shown & { readonly quirks: readonly Quirk[] }, MisleadingLink> {
  const payload = payloadOf(verificationUrl);
  if (payload === undefined) throw new RangeError('a link without a payload was believed');
  const place = placeOfLink(verificationUrl, environment, payload);
  if (place.kind !== 'right') return failed(place);
  const { url } = place;
  const isRewritten = url !== verificationUrl;
  const mayShow = verificationQRCode === null || environment === 'sandbox' || showsLink(verificationQRCode, url);
  return ok({
    verificationUrl: url,
    verificationQRCode: mayShow ? verificationQRCode : drawLink(url).toString('base64'),
    quirks: [...(isRewritten ? (['link'] as const) : []), ...(mayShow ? [] : (['picture'] as const))],
  });
}

/** The end of a GIF. A second picture before it would be shown after the first. */
const TRAILER = ';';

/** True when the picture is exactly one that the box can draw from the link itself. */
function showsLink(base64: string, url: string): boolean {
  const drawing = drawingOf(Buffer.from(base64, 'base64'), url);
  return drawing !== undefined && typeof drawing.code !== 'string' && drawing.tail === TRAILER;
}
