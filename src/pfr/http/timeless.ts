import { X509Certificate } from 'node:crypto';
import { checkServerIdentity, type DetailedPeerCertificate, rootCertificates, type TLSSocket } from 'node:tls';
import { contentOf, DerError, elements, objectId, TAG } from '../../base/der.js';
import type { UtcMs } from '../../base/fiscal.js';
import { criticalOf, extensionsOf, within } from '../../tls/extensions.js';

/** What Node says of a certificate that is good but for the time. */
const UNTIMELY = ['CERT_NOT_YET_VALID', 'CERT_HAS_EXPIRED'];

const SERVER_AUTHENTICATION = '1.3.6.1.5.5.7.3.1';
const KEY_USAGE = '2.5.29.15';
const BASIC_CONSTRAINTS = '2.5.29.19';
/** What is judged here or by Node, names and extended usage among it, and certificate policies, which nobody here asks for. */
const KNOWN = [KEY_USAGE, BASIC_CONSTRAINTS, '2.5.29.17', '2.5.29.32', '2.5.29.37'];
/** The bits of a key usage that a server needs one of: digitalSignature, keyEncipherment, keyAgreement (RFC 5280, 4.2.1.3). */
const SERVING = 0b1010_1000;
/** Name constraints, policy constraints and inhibitAnyPolicy: what bears them is left to a right clock and to OpenSSL. */
const NOT_JUDGED = ['2.5.29.30', '2.5.29.36', '2.5.29.54'];
/** RSA with SHA-2 (RFC 8017, A.2.3 and A.2.4) and ECDSA with SHA-2 (RFC 5758, 3.2). */
const SIGNATURES = /^1\.2\.840\.(113549\.1\.1\.1[0-3]|10045\.4\.3\.[234])$/;
const MIN_RSA_BITS = 2048;
const MAX_LENGTH = 10;
const PEM = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/**
 * Why the server at the other end is not to be believed even if the clock is wrong, as a code of Node; undefined when it
 * is. Node cannot be told the time by which it judges, and of several faults it tells the last one, so that the chain is
 * judged here anew, as RFC 5280, 6.1 has it but for the time: it must be such that a right clock can accept it at some
 * moment that is not before `earliest`. `ca`: PEM of authorities that are trusted beside Node's.
 */
export function disbeliefBesideTime(socket: TLSSocket, host: string, ca: string, earliest: UtcMs): string | undefined {
  // A text, or null; the types of Node say otherwise.
  const fault = socket.authorizationError as unknown as string | null | undefined;
  if (fault === null || fault === undefined) return undefined;
  if (!UNTIMELY.includes(fault)) return fault;
  const peer = socket.getPeerCertificate(true);
  if (checkServerIdentity(host, peer) !== undefined) return 'ERR_TLS_CERT_ALTNAME_INVALID';
  return isEverBelieved(chainOf(peer), ca, earliest) ? undefined : fault;
}

/** Can a right clock accept this chain, the server's certificate first, at some moment that is not before `earliest`? */
export function isEverBelieved(chain: readonly X509Certificate[], ca: string, earliest: UtcMs): boolean {
  const [leaf, ...sent] = chain;
  const anchors = [...rootCertificates, ...(ca.match(PEM) ?? [])].map((pem) => new X509Certificate(pem));
  const path = leaf && pathOf(leaf, sent, anchors);
  return path !== undefined && isSound(path) && isEverValid(path, earliest);
}

/** The certificates that the server has sent, its own first. */
function chainOf(peer: DetailedPeerCertificate): X509Certificate[] {
  const chain: X509Certificate[] = [];
  for (let next = peer; chain.length < MAX_LENGTH; next = next.issuerCertificate) {
    chain.push(new X509Certificate(next.raw));
    // The last one names itself, or none, whatever the types say.
    const issuer = next.issuerCertificate as DetailedPeerCertificate | undefined;
    if (issuer === undefined || issuer === next || issuer.raw.equals(next.raw)) break;
  }
  return chain;
}

/** From the certificate of the server to one that is trusted, each followed by its issuer. */
function pathOf(
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

/** Is each fit for its part, and strong enough? The last one is trusted as it is, but for what it forbids those below it. */
function isSound(path: readonly X509Certificate[]): boolean {
  try {
    return path.every((certificate, at) => {
      const isAnchor = at === path.length - 1;
      const extensions = extensionsOf(certificate.raw);
      if (NOT_JUDGED.some((oid) => extensions.has(oid))) return false;
      if (!criticalOf(certificate.raw).every((oid) => KNOWN.includes(oid))) return false;
      if (at === 0 && !mayServe(extensions.get(KEY_USAGE))) return false;
      if (at > 0 && at - 1 > longestBelow(extensions.get(BASIC_CONSTRAINTS))) return false;
      return isAnchor || (isForServers(certificate) && isStrong(certificate));
    });
  } catch (error) {
    if (error instanceof DerError) return false;
    throw error;
  }
}

/** Without the extension a key may be used for all; of the BIT STRING the first octet tells how many bits are not used. */
function mayServe(usage: Buffer | undefined): boolean {
  return usage === undefined || ((contentOf(elements(usage)[0], TAG.bitString)[1] ?? 0) & SERVING) !== 0;
}

/** How many authorities may stand between this one and a server (RFC 5280, 4.2.1.9). */
function longestBelow(constraints: Buffer | undefined): number {
  const [constraint] = constraints === undefined ? [] : elements(constraints);
  const length = within(constraint).find(({ tag }) => tag === TAG.integer)?.value;
  return length === undefined ? Infinity : length.readUIntBE(0, Math.min(length.length, 6));
}

function isForServers({ keyUsage }: X509Certificate): boolean {
  // The extended one; without the extension there is nothing here, whatever the types say.
  const usages = keyUsage as readonly string[] | undefined;
  return usages?.includes(SERVER_AUTHENTICATION) !== false;
}

function isStrong({ raw, publicKey }: X509Certificate): boolean {
  const { asymmetricKeyType, asymmetricKeyDetails } = publicKey;
  if (asymmetricKeyType !== 'ec' && (asymmetricKeyDetails?.modulusLength ?? 0) < MIN_RSA_BITS) return false;
  const [, algorithm] = within(elements(raw)[0]);
  return SIGNATURES.test(objectId(within(algorithm)[0]));
}

/** Is there a moment, not before `earliest`, at which all of them are valid? */
function isEverValid(path: readonly X509Certificate[], earliest: UtcMs): boolean {
  const begin = Math.max(earliest, ...path.map(({ validFrom }) => Date.parse(validFrom)));
  return begin <= Math.min(...path.map(({ validTo }) => Date.parse(validTo)));
}
