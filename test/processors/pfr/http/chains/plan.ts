import type { Random } from '../../../../kit/random.js';
import { type CertificatePlan, USAGE } from './certificate.js';
import { GOOD_KEYS, type KeyName } from './keys.js';

/** Seconds since 1970: the moment at which OpenSSL judges. Every certificate is valid then, unless its fault is that it is not. */
export const MOMENT = Date.UTC(2031, 4, 17, 12) / 1000;

export const SERVER_AUTHENTICATION = '1.3.6.1.5.5.7.3.1';
export const CLIENT_AUTHENTICATION = '1.3.6.1.5.5.7.3.2';

const DAY = 86_400;

/** What a server sends, and what the box trusts. */
export interface ChainPlan {
  /** From the server's certificate to the root, each followed by its issuer. */
  readonly path: CertificatePlan[];
  /** Behind its own certificate, in the order in which the server sends them. */
  sent: CertificatePlan[];
  anchors: CertificatePlan[];
}

export const leafOf = ({ path }: ChainPlan): CertificatePlan => path[0]!;
export const rootOf = ({ path }: ChainPlan): CertificatePlan => path.at(-1)!;
/** Those between the server and the root. */
export const middleOf = ({ path }: ChainPlan): CertificatePlan[] => path.slice(1, -1);

/** Another key of the good ones. */
export function otherKey(than: KeyName, random: Random): KeyName {
  return random.pick(GOOD_KEYS.filter((key) => key !== than));
}

/** A certificate of `subject` that signs itself; its validity is any that holds the moment. */
export function newPlan(subject: string, key: KeyName, isAuthority: boolean, random: Random): CertificatePlan {
  return {
    ...{ subject, issuer: subject, isIssuerReencoded: false, key, signer: key, version: 3 as const },
    ...{ digest: random.pick(['sha256', 'sha384', 'sha512'] as const), isPss: random.oneIn(5) },
    authority: isAuthority ? { isAuthority, pathLength: undefined } : undefined,
    keyUsage: isAuthority ? USAGE.keyCertSign | USAGE.cRLSign : USAGE.digitalSignature,
    ...{ extendedKeyUsage: undefined, authorityKeyId: 'none' as const, extensions: [] },
    ...{ from: MOMENT - random.int(1, 4000) * DAY, until: MOMENT + random.int(1, 4000) * DAY },
    ...{ isSignatureDamaged: false, isAlgorithmMismatched: false },
  };
}

/** Makes `plan` one that `issuer` has signed. */
export function issue(plan: CertificatePlan, issuer: CertificatePlan): CertificatePlan {
  return Object.assign(plan, { issuer: issuer.subject, signer: issuer.key });
}

/** A chain without a fault: up to three authorities between server and root, and all that may differ chosen by chance. */
export function rightChain(random: Random): ChainPlan {
  const authorities = random.int(0, 3);
  const keys = [...GOOD_KEYS];
  const nextKey = (): KeyName => keys.splice(random.int(0, keys.length - 1), 1)[0]!;
  const root = newPlan('Root', nextKey(), true, random);
  const path = [root];
  for (let at = 1; at <= authorities; at += 1) {
    path.unshift(issue(newPlan(`Authority ${at}`, nextKey(), true, random), path[0]!));
  }
  path.unshift(issue(newPlan('server.example', nextKey(), false, random), path[0]!));
  const [leaf] = path;
  for (const [at, plan] of path.entries()) {
    plan.authorityKeyId = at < path.length - 1 && random.oneIn(2) ? 'right' : 'none';
    if (plan.authority?.isAuthority === true && random.oneIn(3)) plan.authority.pathLength = at - 1 + random.int(0, 2);
    if (random.oneIn(8)) plan.keyUsage = plan === leaf ? undefined : USAGE.keyCertSign;
    if (random.oneIn(4))
      plan.extendedKeyUsage = random.pick([[SERVER_AUTHENTICATION], [CLIENT_AUTHENTICATION, SERVER_AUTHENTICATION]]);
  }
  leaf!.keyUsage = random.pick([USAGE.digitalSignature, USAGE.keyEncipherment, USAGE.keyAgreement, 0xa8, undefined]);
  if (random.oneIn(4)) leaf!.authority = { isAuthority: false, pathLength: undefined };
  return { path, sent: path.slice(1, -1), anchors: [root] };
}
