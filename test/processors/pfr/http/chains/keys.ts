import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';

/** A key for certificates, and its public half in their form. */
export interface ChainKey {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** SubjectPublicKeyInfo, DER. */
  readonly spki: Buffer;
}

const rsa = (modulusLength: number): KeyObject => generateKeyPairSync('rsa', { modulusLength }).privateKey;
const ec = (namedCurve: string, paramEncoding: 'named' | 'explicit' = 'named'): KeyObject =>
  generateKeyPairSync('ec', { namedCurve, paramEncoding }).privateKey;

/** Made once, and shared by all chains: making an RSA key takes longer than judging a chain. */
const MADE = {
  'rsa-a': rsa(2048),
  'rsa-b': rsa(2048),
  'rsa-c': rsa(3072),
  'p256-a': ec('prime256v1'),
  'p256-b': ec('prime256v1'),
  'p256-c': ec('prime256v1'),
  'p384-a': ec('secp384r1'),
  'p384-b': ec('secp384r1'),
  'p521-a': ec('secp521r1'),
  'weak-rsa': rsa(1024),
  'weak-ec': ec('secp160r1'),
  p224: ec('secp224r1'),
  k256: ec('secp256k1'),
  explicit: ec('prime256v1', 'explicit'),
  ed25519: generateKeyPairSync('ed25519').privateKey,
  'pss-key': generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).privateKey,
};

export type KeyName = keyof typeof MADE;

/** The keys that any authority and any server may have. */
export const GOOD_KEYS = [
  ...(['rsa-a', 'rsa-b', 'rsa-c'] as const),
  ...(['p256-a', 'p256-b', 'p256-c', 'p384-a', 'p384-b', 'p521-a'] as const),
] satisfies readonly KeyName[];

export const KEYS = Object.fromEntries(
  Object.entries(MADE).map(([name, privateKey]): [string, ChainKey] => {
    const publicKey = createPublicKey(privateKey);
    return [name, { privateKey, publicKey, spki: publicKey.export({ format: 'der', type: 'spki' }) }];
  }),
) as Readonly<Record<KeyName, ChainKey>>;
