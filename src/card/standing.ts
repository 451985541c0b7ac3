import { type Environment, environmentOfHost, hostOf } from '../base/index.js';
import type { CertificateIdentity } from '../tls/index.js';

/** A card that a person has said to be this shop's. */
export interface KnownCard {
  readonly uid: string;
  readonly tin: string | null;
  readonly environment: Environment | 'other';
  /**
   * SHA-256 of its secure element's certificate, hex with colons. All else here can be written into a certificate that somebody
   * makes. The element's it is, since name, TIN and environment are read from it, and since it never goes over the network, where
   * TLS 1.2 sends that of its other key in clear. Both can be copied off a card that lies there: what is no copy is known by this.
   */
  readonly fingerprint: string;
}

/** What decides whose a card is. */
export interface ShopRules {
  readonly knownCards: readonly KnownCard[];
  /** TIN of the company that is set; null: none is yet. */
  readonly companyTin: string | null;
  readonly environment: Environment;
}

/** `needs confirmation`: nothing speaks against it, and a person has not said yet that it is this shop's. */
export type Standing = 'accepted' | 'needs confirmation' | 'other shop' | 'other environment';

/** Is it for this environment? The authority has more test systems than the one that is called sandbox. */
export function fitsEnvironment(
  { environment: its }: Pick<KnownCard, 'environment'>,
  environment: Environment,
): boolean {
  return its === environment || (its === 'other' && environment === 'sandbox');
}

/** Is the card this shop's? What speaks against it counts more than that it was accepted once. */
export function judgeCard(card: KnownCard, { knownCards, companyTin, environment }: ShopRules): Standing {
  if (!fitsEnvironment(card, environment)) return 'other environment';
  const tins = tinsOf({ knownCards, companyTin });
  if (card.tin !== null && tins.length > 0 && !tins.includes(card.tin)) return 'other shop';
  return knownCards.some(({ fingerprint }) => fingerprint === card.fingerprint) ? 'accepted' : 'needs confirmation';
}

/** TINs that the card of this shop can have; none: nothing is known yet. Until the company is set, cards of before speak for it. */
function tinsOf({ knownCards, companyTin }: Pick<ShopRules, 'knownCards' | 'companyTin'>): readonly string[] {
  return companyTin === null ? knownCards.flatMap(({ tin }) => tin ?? []) : [companyTin];
}

/** Is there anything with which its TIN can be compared? */
export function isComparable({ tin }: Pick<KnownCard, 'tin'>, rules: ShopRules): boolean {
  return tin !== null && tinsOf(rules).length > 0;
}

/** Is a card of this name known with another certificate? It was renewed, or this is another card. */
export function isNamesake(card: KnownCard, { knownCards }: Pick<ShopRules, 'knownCards'>): boolean {
  return knownCards.some(({ uid, fingerprint }) => uid === card.uid && fingerprint !== card.fingerprint);
}

/** What its certificate says of a card; the environment by its arc and its addresses, which must agree. */
export function cardOf(identity: CertificateIdentity): KnownCard {
  const { jid, tin, environment, vsdcUrl, taxCoreUrl, fingerprint } = identity;
  const hosts = [vsdcUrl, taxCoreUrl].flatMap((url) => (url === null ? [] : (environmentOfHost(hostOf(url)) ?? [])));
  const named = new Set(environment === 'other' ? hosts : [environment, ...hosts]);
  const [only = 'other'] = named;
  return { uid: jid, tin, environment: named.size === 1 ? only : 'other', fingerprint };
}
