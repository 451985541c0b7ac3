import { hostOf, sideOf } from '../settings/hosts.js';
import type { Company, Signature, Witness } from '../base/fiscal.js';
import { stepsBetween } from '../base/pfrNumber.js';
import { failed, ok, type Result } from '../base/result.js';
import type { Intent } from '../ledger/intent.js';
import { decodeLink, type Link, linkPayload } from '../pfr/link.js';
import { taxItems } from '../pfr/tax.js';
import { composeJournal } from '../receipt/journal.js';
import { counterLetters } from '../receipt/lettering.js';

/** What a person has found out about a receipt whose end the box cannot know. */
export type Verdict =
  /** It was signed; the link is that of the receipt on paper or on the tax authority's portal. */
  | { readonly signed: true; readonly link: string; readonly reason: string }
  | { readonly signed: false; readonly reason: string };

/** A processor's clock that was wrong and is set right goes back by less than this, ms. */
const CLOCK_TOLERANCE = 24 * 60 * 60 * 1000;

/**
 * The signature of a receipt from its verification link alone: all that a receipt is known by stands in it, and must be
 * what was asked for. Taxes and journal are worked out by the box. The error is an English sentence.
 */
export function signatureFromLink(intent: Intent, url: string, company: Company): Result<Signature, string> {
  const payload = linkPayload(vlOf(url) ?? '');
  const link = payload && decodeLink(payload);
  if (link === undefined) return failed('This is not a whole verification link; copy it again, from https to the end.');
  const side = sideOf(hostOf(url));
  if (side !== undefined && side !== intent.environment) return failed(`This link is one of the ${side} environment.`);
  const { draft, mode, witness, taxLabels, esirNumber } = intent;
  const differs = differenceOf(link, intent);
  if (differs !== undefined)
    return failed(`This link is of another receipt: its ${differs} is not what was asked for.`);
  const taxes = taxItems(draft.lines, taxLabels);
  if (!taxes.ok) return failed(`The rate of label ${taxes.error} is not known.`);
  // An L-PFR signs with whatever card is in it; that of a V-PFR is ours.
  if (mode === 'vpfr' && witness.uid !== '' && witness.uid !== link.requestedBy) {
    return failed(`This link is of ${link.requestedBy}, but the receipt was sent to ${witness.uid}.`);
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
  return ok({ ...signed, journal, verificationUrl: url, verificationQRCode: null });
}

/** The still percent-encoded payload of an address. */
function vlOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  return /[?&]vl=([^&#\s]+)/.exec(url)?.[1];
}

function differenceOf(link: Link, { draft, witness }: Intent): string | undefined {
  if (link.total !== draft.total) return 'amount';
  if (link.invoiceType !== draft.invoiceType) return 'invoice type';
  if (link.transactionType !== draft.transactionType) return 'transaction type';
  if (link.buyerId !== draft.buyerId) return 'buyer';
  return isEarlier(link, witness) ? 'number' : undefined;
}

/** Was it signed before it was asked for? A card's numbers tell, whatever its clock does; where they are not known, the time. */
function isEarlier({ requestedBy, signedBy, totalCounter, time }: Link, { lastNumber, time: seen }: Witness): boolean {
  const steps = stepsBetween(lastNumber ?? '', `${requestedBy}-${signedBy}-${totalCounter}`);
  if (steps !== undefined) return steps <= 0;
  return seen !== null && time < seen - CLOCK_TOLERANCE;
}
