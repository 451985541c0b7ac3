import { defineMessages, failed, type Message, ok, type Result, phrase } from '../../../base/index.js';
import { type Company, environmentText, PFR_TRAITS, counterSeries, type Signature } from '../../../contract/index.js';
import {
  buyerIdInLink,
  composeJournal,
  counterLetters,
  decodeLink,
  placeOfLink,
  readLinkPayload,
  taxItems,
  type VerificationLink,
} from '../../../paper/journal/index.js';
import type { Intent } from '../../../platform/ledger/index.js';
import { totalBefore } from './counterProof.js';

const DIFFERENCES = defineMessages('linkDifference', {
  amount: { en: 'amount', sr: 'износ' },
  invoiceType: { en: 'invoice type', sr: 'врста рачуна' },
  transactionType: { en: 'transaction type', sr: 'тип трансакције' },
  buyer: { en: 'buyer', sr: 'купац' },
  number: { en: 'number', sr: 'број' },
  time: { en: 'time', sr: 'време' },
});

const MESSAGES = defineMessages('decision', {
  brokenLink: {
    en: 'This is not a whole verification link; copy it again, from https to the end.',
    sr: 'Ово није цела веза за проверу; копирајте је поново, од https до краја.',
  },
  otherEnvironment: {
    en: 'This link is from the {environment} environment.',
    sr: 'Ова веза је из {environment}.',
  },
  otherHost: {
    en: 'This link leads to {host}, not to the site of the tax authority. Copy the link from its portal, from https to the end.',
    sr: 'Ова веза води на {host}, а не на сајт Пореске управе. Узмите ону са њеног портала, од https до краја.',
  },
  otherReceipt: {
    en: 'This link is for another receipt: its {what} does not match.',
    sr: 'Ово је веза другог рачуна: не слаже се {what}.',
  },
  unknownRate: { en: 'The rate of label {label} is not known.', sr: 'Стопа за пореску ознаку {label} није позната.' },
  otherCard: {
    en: 'This link is from {one}, but the receipt was sent to {other}.',
    sr: 'Ова веза је од {one}, а рачун је послат на {other}.',
  },
});

/** What a person has found out about a receipt whose outcome the box cannot determine. */
export type ManualDecision =
  /** It was signed; `link` is from the receipt on paper or from the tax authority's portal. */
  | { readonly signed: true; readonly link: string; readonly reason: string }
  | { readonly signed: false; readonly reason: string };

/** When no number is known, a receipt may appear older than its request by up to this, ms: clocks get set. */
const CLOCK_TOLERANCE = 24 * 60 * 60 * 1000;

/**
 * Builds the signature of a receipt from its verification link. The link identifies the receipt completely and must
 * match the intent. The box computes taxes and journal itself. `companyOf`: the seller, which the link does not name.
 */
export async function signatureFromLink(
  intent: Intent,
  url: string,
  companyOf: (link: VerificationLink) => Promise<Company>,
): Promise<Result<Signature, Message>> {
  const payload = readLinkPayload(payloadParameter(url) ?? '');
  const link = payload && decodeLink(payload);
  if (payload === undefined || link === undefined) return failed(MESSAGES.brokenLink);
  const place = placeOfLink(url, intent.environment, payload);
  if (place.kind === 'otherEnvironment')
    return failed(MESSAGES.otherEnvironment({ environment: phrase(environmentText(place.side, 'genitive')) }));
  if (place.kind === 'elsewhere') return failed(MESSAGES.otherHost({ host: place.host }));
  const { draft, mode, counterBaseline, taxLabels, esirNumber } = intent;
  const differs = differenceOf(link, intent);
  if (differs !== undefined) return failed(MESSAGES.otherReceipt({ what: differs }));
  const taxes = taxItems(draft.lines, taxLabels);
  if (!taxes.ok) return failed(MESSAGES.unknownRate({ label: taxes.error }));
  // An L-PFR signs with the card that is inserted; a V-PFR signs with the certificate of the box.
  if (PFR_TRAITS[mode].needsCertificate && counterBaseline.uid !== '' && counterBaseline.uid !== link.requestedBy) {
    return failed(MESSAGES.otherCard({ one: link.requestedBy, other: counterBaseline.uid }));
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
    company: await companyOf(link),
  };
  const journal = composeJournal({ ...signed, draft, esirNumber });
  return ok({ ...signed, journal, verificationUrl: place.url, verificationQRCode: null });
}

/** The payload of a URL, still percent-encoded. */
function payloadParameter(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  return /[?&]vl=([^&#\s]+)/.exec(url)?.[1];
}

function differenceOf(link: VerificationLink, intent: Intent): Message | undefined {
  const { draft } = intent;
  if (link.total !== draft.total) return DIFFERENCES.amount;
  if (link.invoiceType !== draft.invoiceType) return DIFFERENCES.invoiceType;
  if (link.transactionType !== draft.transactionType) return DIFFERENCES.transactionType;
  if (link.buyerId !== buyerIdInLink(draft.buyerId)) return DIFFERENCES.buyer;
  return earlierIn(link, intent);
}

/**
 * Proof that the receipt was signed before its request was sent. The numbers prove it whatever the processor's clock
 * shows. The time counts only when no number of its counter series is known, since the clock of the box or of the
 * processor may then have been wrong.
 */
function earlierIn(link: VerificationLink, intent: Intent): Message | undefined {
  const before = totalBefore({ intent }, counterSeries(link));
  if (before > 0) return link.totalCounter <= before ? DIFFERENCES.number : undefined;
  const { counterBaseline, createdAt } = intent;
  const seen = Math.min(counterBaseline.time ?? createdAt, createdAt);
  return link.time < seen - CLOCK_TOLERANCE ? DIFFERENCES.time : undefined;
}
