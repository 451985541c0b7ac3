import { type Environment, environmentOfHost, hostOf } from '../../contract/index.js';
import type { CertificateIdentity } from '../../platform/tls/index.js';

/** A card that a person has confirmed as this shop's. */
interface KnownCard {
  readonly uid: string;
  readonly tin: string | null;
  readonly environment: Environment | 'other';
  /**
   * SHA-256 of the certificate of its secure element, hex with colons. Everything else here can be written into a
   * forged certificate. It is the element's certificate because name, TIN and environment are read from it, and because
   * it never goes over the network, where TLS 1.2 sends that of the other key in clear. Both can be copied from a card
   * within reach; this only detects a card that is not a copy.
   */
  readonly fingerprint: string;
}

/** The data that decide whose a card is. */
export interface ShopRules {
  readonly knownCards: readonly KnownCard[];
  /** TIN of the company in the settings; null when not set. */
  readonly companyTin: string | null;
  readonly environment: Environment;
}

/** `needs confirmation`: no conflict, but a person has not confirmed yet that the card is this shop's. */
export type CardStanding = 'accepted' | 'needs confirmation' | 'other shop' | 'other environment';

/** True when the card is for this environment. The authority has more test systems than the one named sandbox. */
export function fitsEnvironment(
  { environment: its }: Pick<KnownCard, 'environment'>,
  environment: Environment,
): boolean {
  return its === environment || (its === 'other' && environment === 'sandbox');
}

/** Decides whether the card is this shop's. A conflict overrides an earlier confirmation. */
export function assessCard(card: KnownCard, { knownCards, companyTin, environment }: ShopRules): CardStanding {
  if (!fitsEnvironment(card, environment)) return 'other environment';
  const tins = tinsOf({ knownCards, companyTin });
  if (card.tin !== null && tins.length > 0 && !tins.includes(card.tin)) return 'other shop';
  return knownCards.some(({ fingerprint }) => fingerprint === card.fingerprint) ? 'accepted' : 'needs confirmation';
}

/**
 * TINs that the card of this shop can have; empty: not known yet. Until the company is set, these are the TINs of
 * confirmed cards.
 */
function tinsOf({ knownCards, companyTin }: Pick<ShopRules, 'knownCards' | 'companyTin'>): readonly string[] {
  return companyTin === null ? knownCards.flatMap(({ tin }) => tin ?? []) : [companyTin];
}

/** True when there is a TIN to compare its TIN with. */
export function isComparable({ tin }: Pick<KnownCard, 'tin'>, rules: ShopRules): boolean {
  return tin !== null && tinsOf(rules).length > 0;
}

/** True when a card of this name is known with another certificate: it was renewed, or is another card. */
export function isNamesake(card: KnownCard, { knownCards }: Pick<ShopRules, 'knownCards'>): boolean {
  return knownCards.some(({ uid, fingerprint }) => uid === card.uid && fingerprint !== card.fingerprint);
}

/** A card by its certificate. The environment comes from its arc and its addresses, which must agree. */
export function cardOf(identity: CertificateIdentity): KnownCard {
  const { jid, tin, environment, vsdcUrl, taxCoreUrl, fingerprint } = identity;
  const hosts = [vsdcUrl, taxCoreUrl].flatMap((url) => (url === null ? [] : (environmentOfHost(hostOf(url)) ?? [])));
  const named = new Set(environment === 'other' ? hosts : [environment, ...hosts]);
  const [only = 'other'] = named;
  return { uid: jid, tin, environment: named.size === 1 ? only : 'other', fingerprint };
}
