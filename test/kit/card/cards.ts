import { X509Certificate } from 'node:crypto';
import type { Environment } from '../../../src/contract/fiscal.js';
import type { assessCard } from '../../../src/processors/card/standing.js';
import { type Credentials, TestAuthority } from '../pfr/certificates.js';
import { TaxCard, type TaxCardOptions } from './taxCard.js';

type KnownCard = Parameters<typeof assessCard>[0];

/** Whose card it is. */
export interface Holder {
  readonly uid: string;
  readonly environment: Environment;
  readonly tin: string;
  /** A card of another edition has all the same names, and other certificates and keys: renewed, or forged. Default: the first. */
  readonly edition?: number;
}

export const CARD_HOLDER: Holder = { uid: 'CARD0001', environment: 'sandbox', tin: '100000049' };

const COMPANY = { name: 'Пекара Зора', location: '1234567-Пекара', address: 'Немањина 4', district: 'Београд' };

let authority: Promise<TestAuthority> | undefined;
const made = new Map<string, Promise<Pick<TaxCardOptions, 'element' | 'pki'>>>();
const known = new Map<string, KnownCard>();

/** The authority that issues the certificates of all cards of this process; it signs with SHA-512, as the real one does. */
export function cardAuthority(): Promise<TestAuthority> {
  authority ??= TestAuthority.create('Sandbox SUF Issuing CA 1', 'SHA-512');
  return authority;
}

/** Certificates and keys of a holder's card, made once per process: RSA is slow. */
export function cardCredentials(holder: Holder = CARD_HOLDER): Promise<Pick<TaxCardOptions, 'element' | 'pki'>> {
  const key = JSON.stringify(holder);
  const cards = made.get(key) ?? issue(holder);
  made.set(key, cards);
  return cards;
}

/** What the box notes of a holder's card that a person has accepted. It must have been made before. */
export function knownCard(holder: Holder = CARD_HOLDER): KnownCard {
  const card = known.get(JSON.stringify(holder));
  if (card === undefined) throw new Error(`no card ${holder.uid} was made yet`);
  return card;
}

/** The same, and none before that card was made. */
export function knownCards(holder: Holder): readonly KnownCard[] {
  return known.has(JSON.stringify(holder)) ? [knownCard(holder)] : [];
}

/** A card fresh from the authority. */
export async function newCard(
  options: Omit<Partial<TaxCardOptions>, 'uid'> = {},
  holder: Holder = CARD_HOLDER,
): Promise<TaxCard> {
  return new TaxCard({ ...(await cardCredentials(holder)), ...options, uid: holder.uid });
}

async function issue(holder: Holder): Promise<{ element: Credentials; pki: Credentials }> {
  const { uid, environment, tin } = holder;
  const issuer = await cardAuthority();
  const client = { jid: uid, environment, company: { ...COMPANY, tin } };
  const element = await issuer.client({ ...client, use: 'element' });
  const fingerprint = new X509Certificate(element.certificate).fingerprint256;
  known.set(JSON.stringify(holder), { uid, environment, tin, fingerprint });
  return { element, pki: await issuer.client({ ...client, use: 'pki' }) };
}
