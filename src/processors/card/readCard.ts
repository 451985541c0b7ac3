import type { X509Certificate } from 'node:crypto';
import { ok, type Result } from '../../base/index.js';
import { type CertificateIdentity, readIdentity } from '../../platform/tls/index.js';
import type { AmountStatus, CardVersion, CertificateParameters, LastInvoice } from './applets/elementAnswers.js';
import { type CardFault, malformed } from './applets/fault.js';
import { PkiApplet } from './applets/pki.js';
import { SecureElement } from './applets/secureElement.js';
import type { CardLink } from './link.js';

/** Remaining tries of each applet before it is blocked permanently; null: the card does not report it. */
interface TriesLeft {
  readonly element: number | null;
  readonly pki: number | null;
}

/** The values of a card that change. */
interface CardCounts {
  readonly triesLeft: TriesLeft;
  /** Null when the card did not report it. */
  readonly amount: AmountStatus | null;
  /** Null when it has signed none, or did not report it. */
  readonly lastInvoice: LastInvoice | null;
}

/** Those of the secure element. */
type ElementCounts = Pick<CardCounts, 'amount' | 'lastInvoice'> & { readonly triesLeft: number | null };

/** Everything a card reports without a PIN. */
export interface CardReport extends CardCounts {
  /** Certificate of the secure element. */
  readonly certificate: X509Certificate;
  /** The content of that certificate. */
  readonly identity: CertificateIdentity;
  /** Null when the card does not report it; it is then the oldest kind. */
  readonly version: CardVersion | null;
  /** Null when the card does not report them. */
  readonly parameters: CertificateParameters | null;
  /** Certificate of the key for TLS. */
  readonly client: Result<X509Certificate, CardFault>;
}

/** Reads a card. Any fault except `lost` means that it is not the tax authority's card, or is broken. */
export async function readCard(link: CardLink): Promise<Result<CardReport, CardFault>> {
  const element = await SecureElement.select(link);
  if (!element.ok) return element;
  const certificate = await element.value.certificate();
  if (!certificate.ok) return certificate;
  const identity = readIdentity(certificate.value);
  if (identity === undefined) return malformed('a certificate of the tax authority');
  const parameters = optional(await element.value.parameters());
  if (!parameters.ok) return parameters;
  const counts = await countsOfElement(element.value);
  if (!counts.ok) return counts;
  const client = await readClient(link);
  if (!client.ok) return client;
  const { version } = element.value;
  const { triesLeft, amount, lastInvoice } = counts.value;
  return ok({
    certificate: certificate.value,
    identity,
    version,
    parameters: parameters.value,
    amount,
    lastInvoice,
    triesLeft: { element: triesLeft, pki: client.value.triesLeft },
    client: client.value.certificate,
  });
}

/** Reads the changing values again. */
export async function readCounts(link: CardLink): Promise<Result<CardCounts, CardFault>> {
  const element = await SecureElement.select(link);
  if (!element.ok) return element;
  const counts = await countsOfElement(element.value);
  if (!counts.ok) return counts;
  const applet = await PkiApplet.select(link);
  const pki = optional(applet.ok ? await applet.value.triesLeft() : applet);
  if (!pki.ok) return pki;
  const { triesLeft, ...others } = counts.value;
  return ok({ ...others, triesLeft: { element: triesLeft, pki: pki.value } });
}

async function countsOfElement(element: SecureElement): Promise<Result<ElementCounts, CardFault>> {
  const triesLeft = optional(await element.triesLeft());
  if (!triesLeft.ok) return triesLeft;
  const amount = optional(await element.amountStatus());
  if (!amount.ok) return amount;
  const last = optional(await element.lastInvoice());
  if (!last.ok) return last;
  const lastInvoice = last.value !== null && last.value.totalCounter > 0 ? last.value : null;
  return ok({ triesLeft: triesLeft.value, amount: amount.value, lastInvoice });
}

/** If its key for TLS cannot be read, the card is still usable for everything else. */
async function readClient(
  link: CardLink,
): Promise<Result<{ triesLeft: number | null; certificate: Result<X509Certificate, CardFault> }, CardFault>> {
  const applet = await PkiApplet.select(link);
  if (!applet.ok) return isLost(applet.error) ? applet : ok({ triesLeft: null, certificate: applet });
  const triesLeft = await applet.value.triesLeft();
  if (!triesLeft.ok) return triesLeft;
  const certificate = await applet.value.certificate();
  if (!certificate.ok && isLost(certificate.error)) return certificate;
  const isFit = !certificate.ok || isSigningKey(certificate.value);
  return ok({ triesLeft: triesLeft.value, certificate: isFit ? certificate : malformed('an RSA key of 2048 bits') });
}

/** A value that not every card reports: null when it was refused or cannot be read. */
function optional<T>(read: Result<T, CardFault>): Result<T | null, CardFault> {
  return read.ok || isLost(read.error) ? read : ok(null);
}

function isLost({ kind }: CardFault): boolean {
  return kind === 'lost';
}

/** True when the key is RSA 2048, the only kind that the applet signs with. Node throws for unknown kinds of keys. */
function isSigningKey(certificate: X509Certificate): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
    return asymmetricKeyType === 'rsa' && asymmetricKeyDetails?.modulusLength === 2048;
  } catch {
    return false;
  }
}
