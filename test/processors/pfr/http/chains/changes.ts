import type { Random } from '../../../../kit/random.js';
import {
  bits,
  boolean,
  type CertificatePlan,
  der,
  type Extension,
  integer,
  oid,
  sequence,
  USAGE,
} from './certificate.js';
import { GOOD_KEYS, type KeyName } from './keys.js';
import {
  type ChainPlan,
  CLIENT_AUTHENTICATION,
  issue,
  leafOf,
  middleOf,
  MOMENT,
  newPlan,
  otherKey,
  rootOf,
} from './plan.js';

/** What is done to a right chain. */
export interface Change {
  readonly name: string;
  /** Changes the plan; false when this chain has no place for it. */
  readonly apply: (chain: ChainPlan, random: Random) => boolean;
  /**
   * What becomes of a right chain under this change alone: both must accept it, both must refuse it, only our check refuses it
   * (by chance both do), or it depends on the order in which the certificates are sent.
   */
  readonly effect: 'accepted' | 'refused' | 'stricter' | 'either';
  /** Why our check is stricter than OpenSSL. */
  readonly reason?: string;
}

type Edit = (plan: CertificatePlan, random: Random) => void;

const at =
  (pick: (chain: ChainPlan, random: Random) => CertificatePlan | undefined, edit: Edit): Change['apply'] =>
  (chain, random) => {
    const plan = pick(chain, random);
    if (plan !== undefined) edit(plan, random);
    return plan !== undefined;
  };

const leaf = (chain: ChainPlan): CertificatePlan => leafOf(chain);
const root = (chain: ChainPlan): CertificatePlan => rootOf(chain);
const middle = (chain: ChainPlan, random: Random): CertificatePlan | undefined =>
  middleOf(chain).length === 0 ? undefined : random.pick(middleOf(chain));
/** Any authority, the root among them. */
const authority = ({ path }: ChainPlan, random: Random): CertificatePlan => random.pick(path.slice(1));
/** Any but the root. */
const signed = ({ path }: ChainPlan, random: Random): CertificatePlan => random.pick(path.slice(0, -1));
const any = ({ path }: ChainPlan, random: Random): CertificatePlan => random.pick(path);

const extension = (id: string, isCritical: boolean, value: Buffer): Extension => ({ oid: id, isCritical, value });
const add =
  (id: string, isCritical: boolean, value: Buffer): Edit =>
  ({ extensions }) =>
    void extensions.push(extension(id, isCritical, value));

/** Gives a certificate another key; what it has signed is signed with that. */
function rekey({ path }: ChainPlan, plan: CertificatePlan, key: KeyName): void {
  const isSelfSigned = plan.signer === plan.key && plan.issuer === plan.subject;
  plan.key = key;
  if (isSelfSigned) plan.signer = key;
  const below = path[path.indexOf(plan) - 1];
  if (below !== undefined) below.signer = key;
}

const keyed =
  (pick: typeof any, key: KeyName): Change['apply'] =>
  (chain, random) => {
    rekey(chain, pick(chain, random), key);
    return true;
  };

const right = (name: string, apply: Change['apply']): Change => ({ name, apply, effect: 'accepted' });
const wrong = (name: string, apply: Change['apply']): Change => ({ name, apply, effect: 'refused' });
const stricter = (name: string, reason: string, apply: Change['apply']): Change => ({
  ...{ name, apply, effect: 'stricter', reason },
});

const UNKNOWN = '1.2.3.4.5';
const LEFT_TO_OPENSSL = 'rare extensions are not checked here: such a chain waits for a right clock';
const FEW_ALGORITHMS = 'only RSA from 2048 bits, and P-256, P-384 and P-521, with SHA-256, 384 or 512';
const SEVERAL_VALUES = sequence(der(0xa0, sequence(der(0x82, Buffer.from('example')))));

function place<T>(list: T[], item: T, random: Random): void {
  list.splice(random.int(0, list.length), 0, item);
}

const DAY = 86_400;

/** Only once in a chain: if all of its certificates were moved, they would be valid together at another moment. */
function outOfTime(from: number, until: number): Change['apply'] {
  return (chain, random) => {
    if (chain.path.some((plan) => plan.from > MOMENT || plan.until < MOMENT)) return false;
    Object.assign(any(chain, random), { from, until });
    return true;
  };
}

/** Another authority of the same name and key, below an untrusted root. */
function crossSigned(chain: ChainPlan, random: Random): boolean {
  const twin = middle(chain, random);
  if (twin === undefined) return false;
  const stranger = newPlan('Stranger', random.pick(GOOD_KEYS), true, random);
  place(chain.sent, { ...issue({ ...twin }, stranger), authorityKeyId: 'none' }, random);
  if (random.oneIn(2)) place(chain.sent, stranger, random);
  return true;
}

function pathLength(excess: number): Change['apply'] {
  return (chain, random) => {
    const places = chain.path.map((plan, index) => ({ plan, below: index - 1 })).filter(({ below }) => below >= 1);
    if (places.length === 0) return false;
    const { plan, below } = random.pick(places);
    plan.authority = { isAuthority: true, pathLength: below - excess };
    return true;
  };
}

/** Right chains remain right under these. */
export const HARMLESS: readonly Change[] = [
  right('nothing', () => true),
  right('the certificates come in any order', (chain, random) => {
    chain.sent = chain.sent.toSorted(() => random.next() - 0.5);
    return true;
  }),
  right('the root is sent too', (chain, random) => {
    place(chain.sent, root(chain), random);
    return true;
  }),
  right('certificates that have nothing to do with it are sent too', (chain, random) => {
    place(chain.sent, newPlan('Stranger', otherKey(root(chain).key, random), true, random), random);
    place(chain.sent, newPlan('other.example', random.pick(GOOD_KEYS), false, random), random);
    return true;
  }),
  right('one is sent twice', (chain, random) => {
    const plan = middle(chain, random);
    if (plan !== undefined) place(chain.sent, plan, random);
    return plan !== undefined;
  }),
  right('other roots are trusted too', (chain, random) => {
    place(chain.anchors, newPlan('Stranger', otherKey(root(chain).key, random), true, random), random);
    return true;
  }),
  right('an authority in the middle is trusted, and the root is not', (chain, random) => {
    const plan = middle(chain, random);
    if (plan !== undefined) chain.anchors = [plan];
    return plan !== undefined;
  }),
  right('an authority of the same name and another key is sent', (chain, random) => {
    const twin = middle(chain, random);
    if (twin === undefined) return false;
    place(chain.sent, { ...twin, key: otherKey(twin.key, random) }, random);
    return true;
  }),
  right('an extension that is not critical is unknown', at(any, add(UNKNOWN, false, integer(1)))),
  right(
    'certificate policies are critical',
    at(signed, add('2.5.29.32', true, sequence(sequence(oid('2.5.29.32.0'))))),
  ),
  right('the names are critical', at(leaf, add('2.5.29.17', true, sequence(der(0x82, Buffer.from('server.example')))))),
  right(
    'the issuer is spelled in another way',
    at(signed, (plan) => void (plan.isIssuerReencoded = true)),
  ),
  right('the path is as long as an authority allows', pathLength(0)),
  right(
    'the signature of the root on itself is damaged',
    at(root, (plan) => void (plan.isSignatureDamaged = true)),
  ),
  right(
    'the server has a certificate of version 1',
    at(leaf, (plan) => void (plan.version = 1)),
  ),
  right('a key is for RSASSA-PSS alone', keyed(any, 'pss-key')),
  right(
    'a signature is RSASSA-PSS',
    at(any, (plan) => void (plan.isPss = true)),
  ),
];

const WRONG_SIGNATURES: readonly Change[] = [
  wrong(
    'a signature is damaged',
    at(signed, (plan) => void (plan.isSignatureDamaged = true)),
  ),
  wrong(
    'another key has signed',
    at(signed, (plan, random) => void (plan.signer = otherKey(plan.signer, random))),
  ),
  wrong(
    'the signed part names another algorithm',
    at(signed, (plan) => void (plan.isAlgorithmMismatched = true)),
  ),
  wrong(
    'a signature has SHA-1',
    at(signed, (plan) => void (plan.digest = 'sha1')),
  ),
  wrong(
    'a signature has SHA-1 in RSASSA-PSS',
    at(signed, (plan) => void Object.assign(plan, { digest: 'sha1', isPss: true })),
  ),
  wrong('the key of the server is weak', keyed(leaf, 'weak-rsa')),
  wrong('the key of an authority is weak', keyed(authority, 'weak-rsa')),
  wrong('the key of the server is on a weak curve', keyed(leaf, 'weak-ec')),
  wrong('the key of an authority is on a weak curve', keyed(authority, 'weak-ec')),
  wrong('a key spells out the parameters of its curve', keyed(any, 'explicit')),
  stricter('a key is on P-224', FEW_ALGORITHMS, keyed(any, 'p224')),
  stricter('a key is on secp256k1', FEW_ALGORITHMS, keyed(any, 'k256')),
  stricter('a key is of Ed25519', FEW_ALGORITHMS, keyed(any, 'ed25519')),
  stricter(
    'a signature has SHA-224',
    FEW_ALGORITHMS,
    at(signed, (plan) => void (plan.digest = 'sha224')),
  ),
];

const WRONG_PATHS: readonly Change[] = [
  wrong(
    'the issuer has another name',
    at(signed, (plan) => void (plan.issuer = 'Nobody')),
  ),
  wrong(
    'the key of the issuer is another',
    at(signed, (plan) => void (plan.authorityKeyId = 'wrong')),
  ),
  wrong('an authority is missing', (chain, random) => {
    const plan = middle(chain, random);
    chain.sent = chain.sent.filter((sent) => sent !== plan);
    return plan !== undefined;
  }),
  wrong('the root is not trusted', (chain, random) => {
    chain.anchors = [newPlan('Stranger', otherKey(root(chain).key, random), true, random)];
    return true;
  }),
  wrong('a root of the same name and another key is trusted', (chain, random) => {
    chain.anchors = [newPlan('Root', otherKey(root(chain).key, random), true, random)];
    return true;
  }),
  wrong(
    'the server signs itself',
    at(leaf, (plan) => void issue(plan, plan)),
  ),
  { name: 'an authority is signed by another root as well', apply: crossSigned, effect: 'either' },
  wrong('a path is longer than an authority allows', pathLength(1)),
  stricter(
    'an authority stands below one of the same name',
    'it does not count for the length of a path; here it does',
    (chain, random) => {
      const above = chain.path.at(-1)!;
      const between = newPlan(above.subject, otherKey(above.key, random), true, random);
      issue(between, above);
      // OpenSSL tells the two apart by the key identifier alone, and without one takes the lower for signed by itself.
      between.authorityKeyId = 'right';
      chain.path.splice(-1, 0, between);
      Object.assign(chain.path.at(-3)!, { signer: between.key, authorityKeyId: 'right' });
      chain.sent.push(between);
      above.authority = { isAuthority: true, pathLength: chain.path.length - 3 };
      return true;
    },
  ),
  stricter('many authorities stand in between', 'a path has 11 certificates at most', (chain, random) => {
    for (let count = 0; count < 10; count += 1) {
      const above = chain.path.at(-1)!;
      const between = issue(newPlan(`Between ${count}`, random.pick(GOOD_KEYS), true, random), above);
      issue(chain.path.at(-2)!, between);
      chain.path.splice(-1, 0, between);
      chain.sent.push(between);
    }
    for (const plan of chain.path) if (plan.authority !== undefined) plan.authority.pathLength = undefined;
    return true;
  }),
  stricter('the certificate of the server is trusted itself', 'only an authority can be trusted', (chain) => {
    chain.anchors = [leaf(chain)];
    return true;
  }),
];

const WRONG_PARTS: readonly Change[] = [
  wrong(
    'an authority says that it is none',
    at(authority, (plan) => void (plan.authority = { isAuthority: false, pathLength: undefined })),
  ),
  stricter(
    'an authority does not say that it is one',
    'basic constraints are needed, and a key usage is not enough',
    at(authority, (plan) => void (plan.authority = undefined)),
  ),
  stricter(
    'an authority has a certificate of version 1',
    'basic constraints are needed, also of a root',
    at(authority, (plan) => void (plan.version = 1)),
  ),
  wrong(
    'an authority may not sign certificates',
    at(authority, (plan) => void (plan.keyUsage = USAGE.digitalSignature | USAGE.cRLSign)),
  ),
  wrong(
    'the server may only sign certificates',
    at(leaf, (plan) => void (plan.keyUsage = USAGE.keyCertSign)),
  ),
  wrong(
    'the key usage of the server is empty',
    at(leaf, (plan) => void (plan.keyUsage = 0)),
  ),
  wrong(
    'an extended key usage names clients alone',
    at(any, (plan) => void (plan.extendedKeyUsage = [CLIENT_AUTHENTICATION])),
  ),
  wrong(
    'an extended key usage allows any purpose and does not name servers',
    at(any, (plan) => void (plan.extendedKeyUsage = ['2.5.29.37.0'])),
  ),
  wrong(
    'an extended key usage is empty',
    at(any, (plan) => void (plan.extendedKeyUsage = [])),
  ),
  stricter(
    'an extended key usage names server-gated cryptography',
    'serverAuth alone is known',
    at(any, (plan) => void (plan.extendedKeyUsage = ['2.16.840.1.113730.4.1'])),
  ),
  wrong('a critical extension is unknown', at(any, add(UNKNOWN, true, integer(1)))),
  wrong('one has ended before the others begin', outOfTime(0, MOMENT - 4001 * DAY)),
  wrong('one begins after the others have ended', outOfTime(MOMENT + 4001 * DAY, MOMENT + 5000 * DAY)),
];

/** The value of nameConstraints (4.2.1.10), policyConstraints (4.2.1.11), inhibitAnyPolicy (4.2.1.14) of RFC 5280. */
const RARE: readonly Change[] = [
  stricter('an authority constrains names', LEFT_TO_OPENSSL, at(authority, add('2.5.29.30', true, SEVERAL_VALUES))),
  stricter(
    'an authority constrains policies',
    LEFT_TO_OPENSSL,
    at(authority, add('2.5.29.36', true, sequence(der(0x80, Buffer.from([0]))))),
  ),
  stricter('an authority inhibits any policy', LEFT_TO_OPENSSL, at(authority, add('2.5.29.54', true, integer(0)))),
  stricter(
    'the address of a revocation list is critical',
    LEFT_TO_OPENSSL,
    at(signed, add('2.5.29.31', true, sequence(sequence(der(0xa0, der(0xa0, der(0x86, Buffer.from('http://a/')))))))),
  ),
  stricter(
    'the certificate type of Netscape is server',
    LEFT_TO_OPENSSL,
    at(leaf, add('2.16.840.1.113730.1.1', false, bits(0x40))),
  ),
  wrong('the certificate type of Netscape is client', at(leaf, add('2.16.840.1.113730.1.1', false, bits(0x80)))),
  stricter(
    'an authority has a certificate type of Netscape',
    LEFT_TO_OPENSSL,
    at(authority, add('2.16.840.1.113730.1.1', false, bits(0x80))),
  ),
  wrong(
    'the server has a proxy certificate (RFC 3820)',
    at(leaf, add('1.3.6.1.5.5.7.1.14', false, sequence(sequence(oid('1.3.6.1.5.5.7.21.1'))))),
  ),
];

const MALFORMED: readonly Change[] = [
  wrong(
    'basic constraints are no DER',
    at(any, (plan) => {
      plan.authority = undefined;
      plan.extensions.push(extension('2.5.29.19', false, Buffer.from([0x30, 5, 1])));
    }),
  ),
  wrong('basic constraints stand there twice', at(authority, add('2.5.29.19', false, sequence(boolean(true))))),
  wrong(
    'the length of a path is negative',
    at(authority, (plan) => {
      plan.authority = undefined;
      plan.extensions.push(extension('2.5.29.19', true, sequence(boolean(true), der(0x02, Buffer.from([0xff])))));
    }),
  ),
  wrong(
    'the key usage is no DER',
    at(any, (plan) => {
      plan.keyUsage = undefined;
      plan.extensions.push(extension('2.5.29.15', false, Buffer.from([3, 9])));
    }),
  ),
  wrong(
    'the key usage stands there twice',
    at(leaf, (plan) => {
      plan.keyUsage = USAGE.keyCertSign;
      plan.extensions.push(extension('2.5.29.15', false, bits(USAGE.digitalSignature)));
    }),
  ),
  wrong(
    'the extended key usage is no DER',
    at(any, (plan) => {
      plan.extendedKeyUsage = undefined;
      plan.extensions.push(extension('2.5.29.37', false, Buffer.from([0x30, 3, 6])));
    }),
  ),
  wrong(
    'the extended key usage stands there twice',
    at(any, (plan) => {
      plan.extendedKeyUsage = [CLIENT_AUTHENTICATION];
      plan.extensions.push(extension('2.5.29.37', false, sequence(oid('1.3.6.1.5.5.7.3.1'))));
    }),
  ),
];

export const CHANGES: readonly Change[] = [
  ...HARMLESS,
  ...WRONG_SIGNATURES,
  ...WRONG_PATHS,
  ...WRONG_PARTS,
  ...RARE,
  ...MALFORMED,
];
