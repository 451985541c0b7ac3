import { type UtcMs, trustedTime } from '../../base/index.js';
import type { CardView, ShopRules } from '../../processors/card/index.js';
import { NO_TIN, type SettingValues } from '../../shop/settings/index.js';

/** The rules by which the settings decide whose a card is. */
export function shopRulesOf({ cards, company, environment }: SettingValues): ShopRules {
  return { knownCards: cards, companyTin: company.tin === NO_TIN ? null : company.tin, environment };
}

/** The view of a card with these settings and this clock. Used everywhere, so that all places agree. */
export function cardViewOf(
  settings: SettingValues,
  clock: { readonly now: () => UtcMs; readonly isTrusted: () => boolean },
): CardView {
  const isKeyUsed = settings[`pfr.${settings.environment}`].key === 'card';
  return { now: trustedTime(clock), rules: shopRulesOf(settings), isKeyUsed };
}
