import { X509Certificate } from 'node:crypto';
import { checkServerIdentity, rootCertificates } from 'node:tls';
import type { ChannelFault } from '../../channel.js';
import { isStrongKey, pinOf } from '../peerCertificate.js';
import { certificatesIn, isValidAtSomeTime, pathOf } from '../chainWithoutTime.js';
import type { Opening } from './messages.js';

/**
 * Why the server with this chain (DER, its own certificate first) is not trusted; undefined when it is. Node cannot be
 * asked here, so the chain is checked as it is without a clock (see `chainWithoutTime.ts`), at the moment `now` if the
 * clock is right. It refuses all that OpenSSL refuses, and a few more kinds of chains. The codes are those of Node.
 */
export function distrustOf(
  der: readonly Buffer[],
  { host, ca, trustRule, reportsKey }: Pick<Opening, 'host' | 'ca' | 'trustRule' | 'reportsKey'>,
  now: number,
): ChannelFault | undefined {
  const chain = certificates(der);
  const [leaf] = chain;
  if (leaf === undefined) return { cause: 'trust', detail: 'UNABLE_TO_GET_ISSUER_CERT' };
  const untrusted = (cause: 'trust' | 'pin', detail: string): ChannelFault => {
    const seen = reportsKey ? pinOf(leaf) : undefined;
    return { cause, detail, ...(seen !== undefined && { seen }) };
  };
  if (trustRule.by === 'pin') {
    if (pinOf(leaf) !== trustRule.pin) return untrusted('pin', 'EKEYREJECTED');
    // An attacker who can break the key has it too. Pinning it again would not help, so the pin is not reported.
    return isStrongKey(leaf) ? undefined : { cause: 'trust', detail: 'CERT_UNTRUSTED' };
  }
  if (checkServerIdentity(host, leaf.toLegacyObject()) !== undefined) {
    return untrusted('trust', 'ERR_TLS_CERT_ALTNAME_INVALID');
  }
  const anchors = [...rootCertificates.map((pem) => new X509Certificate(pem)), ...certificatesIn(ca)];
  const [earliest, latest] = trustRule.by === 'clock' ? [now, now] : [trustRule.earliest, Infinity];
  if (isValidAtSomeTime(chain, anchors, earliest, { latest, names: 'checked' })) return undefined;
  return untrusted('trust', chainFault(chain, anchors, now));
}

/** Node's code for the fault of a refused chain. */
function chainFault(chain: readonly X509Certificate[], anchors: readonly X509Certificate[], now: number): string {
  const [leaf, ...sent] = chain;
  const path = leaf && pathOf(leaf, sent, anchors);
  if (path === undefined) {
    return leaf?.subject === leaf?.issuer ? 'DEPTH_ZERO_SELF_SIGNED_CERT' : 'UNABLE_TO_VERIFY_LEAF_SIGNATURE';
  }
  if (!isValidAtSomeTime(chain, anchors, 0, { names: 'checked' })) return 'CERT_UNTRUSTED';
  return path.some(({ validFrom }) => Date.parse(validFrom) > now) ? 'CERT_NOT_YET_VALID' : 'CERT_HAS_EXPIRED';
}

/** Empty when a certificate cannot be read. */
function certificates(der: readonly Buffer[]): X509Certificate[] {
  try {
    return der.map((bytes) => new X509Certificate(bytes));
  } catch {
    return [];
  }
}
