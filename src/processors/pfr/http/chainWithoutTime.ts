import { X509Certificate } from 'node:crypto';
import { checkServerIdentity, type DetailedPeerCertificate, rootCertificates, type TLSSocket } from 'node:tls';
import { derContent, DerError, derElements, DER_TAG, type UtcMs } from '../../../base/index.js';
import { criticalExtensions, certificateExtensions, derChildren } from '../../../platform/tls/index.js';
import { hasStrongSignature, isStrongKey } from './peerCertificate.js';
import { permitsNames } from './nameConstraints.js';

/** Node's codes for a certificate whose only fault is the time. */
const TIME_FAULTS = ['CERT_NOT_YET_VALID', 'CERT_HAS_EXPIRED'];

const SERVER_AUTHENTICATION = '1.3.6.1.5.5.7.3.1';
const KEY_USAGE = '2.5.29.15';
const BASIC_CONSTRAINTS = '2.5.29.19';
const NAME_CONSTRAINTS = '2.5.29.30';
/**
 * Critical extensions that are checked here or by Node (names, their constraints, extended key usage), and certificate
 * policies, which are not required here.
 */
const KNOWN = [KEY_USAGE, BASIC_CONSTRAINTS, NAME_CONSTRAINTS, '2.5.29.17', '2.5.29.32', '2.5.29.37'];
/**
 * A server needs one of these bits of the key usage: digitalSignature, keyEncipherment, keyAgreement (RFC 5280,
 * 4.2.1.3).
 */
const SERVER_USAGES = 0b1010_1000;
/**
 * Policy constraints, inhibitAnyPolicy and Netscape's certificate type. A chain with one of these is refused. A chain
 * with name constraints is refused until the clock is right and OpenSSL can check them; where OpenSSL never checks,
 * they are checked here.
 */
const NOT_CHECKED = ['2.5.29.36', '2.5.29.54', '2.16.840.1.113730.1.1'];
/** Most certificates in a path, without the trusted one at its end. */
const MAX_LENGTH = 10;
const PEM = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/**
 * Why the server would be refused even if the clock were right, as a code of Node; undefined when it would be accepted.
 * Node has no option for the time to assume, and of several faults it reports only the last one. So the chain is
 * checked here again, as in RFC 5280, 6.1 but for the time: a right clock must be able to accept it at some moment from
 * `earliest` on. `ca` is PEM of authorities that are trusted in addition to Node's.
 *
 * No library does this well enough: node-forge supports only RSA, and PKI.js checks neither the extended key usage nor
 * the strength of keys. The test that compares this with `openssl verify` lists what is refused here and accepted
 * there, with the reasons.
 */
export function chainFaultWithoutTime(
  socket: TLSSocket,
  host: string,
  ca: string,
  earliest: UtcMs,
): string | undefined {
  // A text, or null, which Node's type does not declare.
  const fault = socket.authorizationError as unknown as string | null | undefined;
  if (fault === null || fault === undefined) return undefined;
  if (!TIME_FAULTS.includes(fault)) return fault;
  const peer = socket.getPeerCertificate(true);
  if (checkServerIdentity(host, peer) !== undefined) return 'ERR_TLS_CERT_ALTNAME_INVALID';
  const anchors = [...rootCertificates.map((pem) => new X509Certificate(pem)), ...certificatesIn(ca)];
  return isValidAtSomeTime(chainOf(peer), anchors, earliest) ? undefined : fault;
}

interface ChainLimits {
  /** Unlimited by default. */
  readonly latest?: UtcMs;
  /** Whether name constraints are refused or checked; refused by default. */
  readonly names?: 'refused' | 'checked';
}

/**
 * True when a right clock can accept this chain at some moment from `earliest` to `latest`. The server's certificate
 * comes first; the others may come in any order. The chain must lead to one of `anchors`, which are trusted
 * authorities.
 */
export function isValidAtSomeTime(
  chain: readonly X509Certificate[],
  anchors: readonly X509Certificate[],
  earliest: UtcMs,
  { latest = Infinity, names = 'refused' }: ChainLimits = {},
): boolean {
  const [leaf, ...sent] = chain;
  const path = leaf && pathOf(leaf, sent, anchors);
  return path !== undefined && isSound(path, names) && hasCommonMoment(path, earliest, latest);
}

/** The certificates in a PEM text. Throws when one cannot be read. */
export function certificatesIn(pem: string): X509Certificate[] {
  return (pem.match(PEM) ?? []).map((block) => new X509Certificate(block));
}

/** The certificates that the server sent, its own first. */
function chainOf(peer: DetailedPeerCertificate): X509Certificate[] {
  const chain: X509Certificate[] = [];
  for (let next = peer; chain.length < MAX_LENGTH; next = next.issuerCertificate) {
    chain.push(new X509Certificate(next.raw));
    // The last one names itself as its issuer, or has none, which Node's type does not declare.
    const issuer = next.issuerCertificate as DetailedPeerCertificate | undefined;
    if (issuer === undefined || issuer === next || issuer.raw.equals(next.raw)) break;
  }
  return chain;
}

/**
 * The path from the server's certificate to a trusted one, each followed by its issuer; undefined when there is no such
 * path.
 */
export function pathOf(
  leaf: X509Certificate,
  sent: readonly X509Certificate[],
  anchors: readonly X509Certificate[],
): X509Certificate[] | undefined {
  const path = [leaf];
  for (let last = leaf; path.length < MAX_LENGTH;) {
    const anchor = anchors.find((candidate) => isIssuedBy(last, candidate));
    if (anchor !== undefined) return [...path, anchor];
    const issuer = sent.find((candidate) => !path.includes(candidate) && isIssuedBy(last, candidate));
    if (issuer === undefined) return undefined;
    path.push(issuer);
    last = issuer;
  }
  return undefined;
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

/**
 * True when each certificate is allowed for its place in the path and is strong enough. The trusted certificate's own
 * signature is not checked.
 */
function isSound(path: readonly X509Certificate[], names: 'refused' | 'checked'): boolean {
  try {
    return path.every((certificate, at) => {
      const isAnchor = at === path.length - 1;
      const extensions = certificateExtensions(certificate.raw);
      if (NOT_CHECKED.some((oid) => extensions.has(oid))) return false;
      const constraints = extensions.get(NAME_CONSTRAINTS);
      // Only authorities may have name constraints.
      const isRefused = names === 'refused' || at === 0;
      if (constraints !== undefined && (isRefused || !permitsNames(constraints, path.slice(0, at)))) return false;
      if (!criticalExtensions(certificate.raw).every((oid) => KNOWN.includes(oid))) return false;
      if (at === 0 && !isKeyForServers(extensions.get(KEY_USAGE))) return false;
      if (at > 0 && at - 1 > maxAuthoritiesBelow(extensions.get(BASIC_CONSTRAINTS))) return false;
      return isForServers(certificate) && isStrongKey(certificate) && (isAnchor || hasStrongSignature(certificate));
    });
  } catch (error) {
    if (error instanceof DerError) return false;
    throw error;
  }
}

/**
 * Without the extension a key may be used for everything. The first octet of a BIT STRING is the number of unused bits.
 */
function isKeyForServers(usage: Buffer | undefined): boolean {
  return usage === undefined || ((derContent(derElements(usage)[0], DER_TAG.bitString)[1] ?? 0) & SERVER_USAGES) !== 0;
}

/** How many authorities may be between this one and a server (RFC 5280, 4.2.1.9). */
function maxAuthoritiesBelow(constraints: Buffer | undefined): number {
  const [constraint] = constraints === undefined ? [] : derElements(constraints);
  const length = derChildren(constraint).find(({ tag }) => tag === DER_TAG.integer)?.value;
  return length === undefined ? Infinity : length.readUIntBE(0, Math.min(length.length, 6));
}

/** Checks the extended key usage, which restricts authorities as well as servers. */
function isForServers({ keyUsage }: X509Certificate): boolean {
  // Undefined when the extension is absent, which Node's type does not declare.
  const usages = keyUsage as readonly string[] | undefined;
  return usages?.includes(SERVER_AUTHENTICATION) !== false;
}

/** True when all of them are valid at some moment from `earliest` to `latest`. */
function hasCommonMoment(path: readonly X509Certificate[], earliest: UtcMs, latest: UtcMs): boolean {
  const begin = Math.max(earliest, ...path.map(({ validFrom }) => Date.parse(validFrom)));
  return begin <= Math.min(latest, ...path.map(({ validTo }) => Date.parse(validTo)));
}
