import { type Company, failed, ok, PFR_TRAITS, type Result, runName, type Signature } from '../../base/index.js';
import {
  composeJournal,
  counterLetters,
  decodeLink,
  placeOfLink,
  readLinkPayload,
  taxItems,
  type VerificationLink,
} from '../../journal/index.js';
import type { Intent } from '../../ledger/index.js';
import { totalBefore } from './verdict.js';

/** What a person has found out about a receipt whose outcome the box cannot know. */
export type ManualDecision =
  /** It was signed; the link is that of the receipt on paper or on the tax authority's portal. */
  | { readonly signed: true; readonly link: string; readonly reason: string }
  | { readonly signed: false; readonly reason: string };

/** Where no number is known, a receipt may seem to be older than its request by this much, ms: clocks are set. */
const CLOCK_TOLERANCE = 24 * 60 * 60 * 1000;

/**
 * The signature of a receipt from its verification link alone: the link has all that identifies a receipt, and must agree
 * with what was asked for. The box works out taxes and journal itself. The error is an English sentence.
 */
export function signatureFromLink(intent: Intent, url: string, company: Company): Result<Signature, string> {
  const payload = readLinkPayload(payloadParameter(url) ?? '');
  const link = payload && decodeLink(payload);
  if (payload === undefined || link === undefined)
    return failed('This is not a whole verification link; copy it again, from https to the end.');
  const place = placeOfLink(url, intent.environment, payload);
  if (place.kind === 'otherEnvironment') return failed(`This link is one of the ${place.side} environment.`);
  if (place.kind === 'elsewhere')
    return failed(
      `This link leads to ${place.host}, and not to the tax authority. Take the one on its portal, from https to the end.`,
    );
  const { draft, mode, counterBaseline, taxLabels, esirNumber } = intent;
  const differs = differenceOf(link, intent);
  if (differs !== undefined)
    return failed(`This link is of another receipt: its ${differs} is not what was asked for.`);
  const taxes = taxItems(draft.lines, taxLabels);
  if (!taxes.ok) return failed(`The rate of label ${taxes.error} is not known.`);
  // An L-PFR signs with whatever card is in it; that of a V-PFR is ours.
  if (PFR_TRAITS[mode].needsCertificate && counterBaseline.uid !== '' && counterBaseline.uid !== link.requestedBy) {
    return failed(`This link is of ${link.requestedBy}, but the receipt was sent to ${counterBaseline.uid}.`);
  }
  const { requestedBy, signedBy, totalCounter, typeCounter, time } = link;
  const letters = counterLetters(draft.invoiceType, draft.transactionType);
  const signed = {
    requestedBy,
    signedBy,
    totalCounter,
    typeCounter,
    time,
    invoiceNumber: `${requestedBy}-${signedBy}-${totalCounter}`,
    invoiceCounter: `${typeCounter}/${totalCounter}${letters}`,
    taxItems: taxes.value,
    company,
  };
  const journal = composeJournal({ ...signed, draft, esirNumber });
  return ok({ ...signed, journal, verificationUrl: place.url, verificationQRCode: null });
}

/** The still percent-encoded payload of an address. */
function payloadParameter(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  return /[?&]vl=([^&#\s]+)/.exec(url)?.[1];
}

function differenceOf(link: VerificationLink, intent: Intent): string | undefined {
  const { draft } = intent;
  if (link.total !== draft.total) return 'amount';
  if (link.invoiceType !== draft.invoiceType) return 'invoice type';
  if (link.transactionType !== draft.transactionType) return 'transaction type';
  if (link.buyerId !== draft.buyerId) return 'buyer';
  return earlierIn(link, intent);
}

/**
 * What shows that it was signed before it was asked for. The numbers tell, whatever the clock of the processor does; only where
 * none is known of its run, the time does. Neither the clock of the box nor that of the processor may then have been right.
 */
function earlierIn(link: VerificationLink, intent: Intent): 'number' | 'time' | undefined {
  const before = totalBefore({ intent }, runName(link));
  if (before > 0) return link.totalCounter <= before ? 'number' : undefined;
  const { counterBaseline, createdAt } = intent;
  const seen = Math.min(counterBaseline.time ?? createdAt, createdAt);
  return link.time < seen - CLOCK_TOLERANCE ? 'time' : undefined;
}
