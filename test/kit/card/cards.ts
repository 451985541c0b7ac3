import type { Environment } from '../../../src/base/fiscal.js';
import { type Credentials, TestAuthority } from '../pfr/certificates.js';
import { TaxCard, type TaxCardOptions } from './taxCard.js';

/** Whose card it is. */
export interface Holder {
  readonly uid: string;
  readonly environment: Environment;
  readonly tin: string;
}

export const CARD_HOLDER: Holder = { uid: 'CARD0001', environment: 'sandbox', tin: '100000049' };

const COMPANY = { name: 'Пекара Зора', location: '1234567-Пекара', address: 'Немањина 4', district: 'Београд' };

let authority: Promise<TestAuthority> | undefined;
const made = new Map<string, Promise<Pick<TaxCardOptions, 'element' | 'pki'>>>();

/** The authority that issues the certificates of all cards of this process; it signs with SHA-512, as the real one does. */
export function cardAuthority(): Promise<TestAuthority> {
  authority ??= TestAuthority.create('Sandbox SUF Issuing CA 1', 'SHA-512');
  return authority;
}

/** Certificates and keys of a holder's card, made once per process: RSA is slow. */
export function cardCredentials(holder: Holder = CARD_HOLDER): Promise<Pick<TaxCardOptions, 'element' | 'pki'>> {
  const key = JSON.stringify(holder);
  const known = made.get(key) ?? newCredentials(holder);
  made.set(key, known);
  return known;
}

/** A card fresh from the authority. */
export async function newCard(
  options: Omit<Partial<TaxCardOptions>, 'uid'> = {},
  holder: Holder = CARD_HOLDER,
): Promise<TaxCard> {
  return new TaxCard({ ...(await cardCredentials(holder)), ...options, uid: holder.uid });
}

/** Those of another card of the same holder. */
export async function newCredentials({
  uid,
  environment,
  tin,
}: Holder): Promise<{ element: Credentials; pki: Credentials }> {
  const issuer = await cardAuthority();
  const client = { jid: uid, environment, company: { ...COMPANY, tin } };
  const element = await issuer.client({ ...client, use: 'element' });
  return { element, pki: await issuer.client({ ...client, use: 'pki' }) };
}
