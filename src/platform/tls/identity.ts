import type { X509Certificate } from 'node:crypto';
import { DerError, oneLine, type UtcMs, visible } from '../../base/index.js';
import { type Environment, ENVIRONMENTS } from '../../contract/index.js';
import { certificateExtensions } from './constraints.js';

/** The taxpayer and environment in a certificate of the tax authority. It contains no secret. */
export interface CertificateIdentity {
  /** Identifier of the certificate, 8 upper-case letters and digits: the serialNumber of the subject (2.5.4.5). */
  readonly jid: string;
  /** At most 20 digits, without the `RS` of the sandbox; null when absent. */
  readonly tin: string | null;
  readonly organisation: string;
  /** Business premises; in production their code comes first. */
  readonly location: string;
  readonly address: string;
  readonly district: string;
  /** Determined by the arc of the authority's own extensions; `other`: another system of the authority, or absent. */
  readonly environment: Environment | 'other';
  /** Address of the V-PFR, without a trailing slash. */
  readonly vsdcUrl: string | null;
  readonly taxCoreUrl: string | null;
  readonly issuer: string;
  readonly notBefore: UtcMs;
  readonly notAfter: UtcMs;
  /** SHA-256, hex with colons. */
  readonly fingerprint: string;
}

const JID = /^[0-9A-Z]{8}$/;

/**
 * The authority's own arc, followed by environment, country and kind of data. Only the beginning and the end are used,
 * because the part between differs among systems.
 */
const TAXCORE = '1.3.6.1.4.1.49952.';
const DATA_ARCS = { taxCoreUrl: 5, tin: 6, vsdcUrl: 7 } as const;
const ENVIRONMENT_ARCS: Readonly<Record<Environment, number>> = { production: 3, sandbox: 5 };

/** DER tags of UTF8String, PrintableString and IA5String; the text must be shorter than 128 octets. */
const STRING_TAGS = [0x0c, 0x13, 0x16];
const PLAIN = /^[\x21-\x7e]{1,200}$/;
const TIN = /^(?:RS)?(\d{1,20})$/;

/** Upper bounds of the parts of a name (X.520, annex on upper bounds), characters. */
const MAX = { name: 64, street: 128, issuer: 256 };

/**
 * Undefined: the certificate has no readable subject, no JID, no readable time, or is not in DER, so it is not from the
 * tax authority.
 */
export function readIdentity(certificate: X509Certificate): CertificateIdentity | undefined {
  // Undefined when Node cannot read it, although its type does not include that.
  const subject = certificate.toLegacyObject().subject as unknown as Readonly<Record<string, unknown>> | undefined;
  const jid = textOf(subject?.['serialNumber']);
  if (subject === undefined || !JID.test(jid)) return undefined;
  const own = taxCoreExtensions(certificate);
  if (own === undefined) return undefined;
  const [notBefore, notAfter] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
  if (Number.isNaN(notBefore + notAfter)) return undefined;
  const data = (arc: number): string | null => {
    const value = own.find(([oid]) => oid.endsWith(`.${arc}`))?.[1];
    return value === undefined ? null : plainText(value);
  };
  return {
    jid,
    tin: TIN.exec(data(DATA_ARCS.tin) ?? '')?.[1] ?? null,
    organisation: readable(textOf(subject['O']), MAX.name),
    location: readable(textOf(subject['OU']), MAX.name),
    address: readable(textOf(subject['street']), MAX.street),
    district: readable(textOf(subject['ST']), MAX.street),
    environment: environmentOf(own.map(([oid]) => oid)),
    vsdcUrl: addressOf(data(DATA_ARCS.vsdcUrl)),
    taxCoreUrl: addressOf(data(DATA_ARCS.taxCoreUrl)),
    issuer: readable(certificate.issuer.replaceAll('\n', ', '), MAX.issuer),
    notBefore,
    notAfter,
    fingerprint: certificate.fingerprint256,
  };
}

/** Undefined when it is not DER; OpenSSL accepts more encodings than RFC 5280, 4.1 allows. */
function taxCoreExtensions({ raw }: X509Certificate): [oid: string, value: Buffer][] | undefined {
  try {
    return [...certificateExtensions(raw)].filter(([oid]) => oid.startsWith(TAXCORE));
  } catch (error) {
    if (error instanceof DerError) return undefined;
    throw error;
  }
}

/** The first value of a name with several values. */
function textOf(value: unknown): string {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : '';
}

/** Text for display in rows; it is cleaned because a forged certificate may contain anything. */
function readable(text: string, max: number): string {
  const shown = visible(oneLine(text.normalize('NFC'))).trim();
  return Array.from(shown).slice(0, max).join('').trim();
}

/** The extension contains the bare text; a DER string around it is accepted too. */
function plainText(value: Buffer): string | null {
  const isWrapped =
    value.length >= 2 && STRING_TAGS.includes(value.readUInt8(0)) && value.length === 2 + value.readUInt8(1);
  const text = (isWrapped ? value.subarray(2) : value).toString('latin1');
  return PLAIN.test(text) ? text : null;
}

function environmentOf(oids: readonly string[]): Environment | 'other' {
  const arcs = new Set(oids.map((oid) => Number(oid.slice(TAXCORE.length).split('.')[0])));
  const [arc] = arcs;
  return (arcs.size === 1 && ENVIRONMENTS.find((one) => ENVIRONMENT_ARCS[one] === arc)) || 'other';
}

/** An address to which requests can be sent: HTTPS, with only host, port and path. */
function addressOf(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null;
  const { protocol, username, password, search, hash, href } = new URL(text);
  return protocol === 'https:' && [username, password, search, hash].every((part) => part === '')
    ? href.replace(/\/+$/, '')
    : null;
}
