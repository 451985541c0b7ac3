import { X509Certificate } from 'node:crypto';
import { checkServerIdentity, rootCertificates } from 'node:tls';
import type { ChannelFault } from '../../channel.js';
import { isStrongKey } from '../algorithms.js';
import { certificatesIn, isValidAtSomeTime, pathOf } from '../chainWithoutTime.js';
import { pinOf } from '../pin.js';
import type { Opening } from './messages.js';

/**
 * Why the server that shows this chain (DER, its own certificate first) is not to be trusted; undefined when it is. Where Node
 * cannot be asked, the chain is judged as it is without a clock (see `chainWithoutTime.ts`), at the moment `now` if that is
 * known: what OpenSSL refuses is refused, and a few kinds of chains besides. The codes are those of Node.
 */
export function judge(
  der: readonly Buffer[],
  { host, ca, judging, tellsKey }: Pick<Opening, 'host' | 'ca' | 'judging' | 'tellsKey'>,
  now: number,
): ChannelFault | undefined {
  const chain = certificates(der);
  const [leaf] = chain;
  if (leaf === undefined) return { cause: 'trust', detail: 'UNABLE_TO_GET_ISSUER_CERT' };
  const untrusted = (cause: 'trust' | 'pin', detail: string): ChannelFault => {
    const seen = tellsKey ? pinOf(leaf) : undefined;
    return { cause, detail, ...(seen !== undefined && { seen }) };
  };
  if (judging.by === 'pin') {
    if (pinOf(leaf) !== judging.pin) return untrusted('pin', 'EKEYREJECTED');
    // Whoever can break it has it, too. To pin it once more would not help.
    return isStrongKey(leaf) ? undefined : { cause: 'trust', detail: 'CERT_UNTRUSTED' };
  }
  if (checkServerIdentity(host, leaf.toLegacyObject()) !== undefined) {
    return untrusted('trust', 'ERR_TLS_CERT_ALTNAME_INVALID');
  }
  const anchors = [...rootCertificates.map((pem) => new X509Certificate(pem)), ...certificatesIn(ca)];
  const [earliest, latest] = judging.by === 'clock' ? [now, now] : [judging.earliest, Infinity];
  if (isValidAtSomeTime(chain, anchors, earliest, { latest, names: 'checked' })) return undefined;
  return untrusted('trust', chainFault(chain, anchors, now));
}

/** The name of what is wrong with a chain that is refused. */
function chainFault(chain: readonly X509Certificate[], anchors: readonly X509Certificate[], now: number): string {
  const [leaf, ...sent] = chain;
  const path = leaf && pathOf(leaf, sent, anchors);
  if (path === undefined) {
    return leaf?.subject === leaf?.issuer ? 'DEPTH_ZERO_SELF_SIGNED_CERT' : 'UNABLE_TO_VERIFY_LEAF_SIGNATURE';
  }
  if (!isValidAtSomeTime(chain, anchors, 0, { names: 'checked' })) return 'CERT_UNTRUSTED';
  return path.some(({ validFrom }) => Date.parse(validFrom) > now) ? 'CERT_NOT_YET_VALID' : 'CERT_HAS_EXPIRED';
}

/** None when one cannot be read. */
function certificates(der: readonly Buffer[]): X509Certificate[] {
  try {
    return der.map((bytes) => new X509Certificate(bytes));
  } catch {
    return [];
  }
}
