import { type UtcMs, vouchedTime } from '../base/index.js';
import type { CardView, ShopRules } from '../card/index.js';
import { NO_TIN, type SettingValues } from '../settings/index.js';

/** By what the settings say whose a card is. */
export function shopRulesOf({ cards, company, environment }: SettingValues): ShopRules {
  return { knownCards: cards, companyTin: company.tin === NO_TIN ? null : company.tin, environment };
}

/** How the box looks at a card, with these settings and this clock: the same wherever it is spoken of. */
export function cardViewOf(
  settings: SettingValues,
  clock: { readonly now: () => UtcMs; readonly isTrusted: () => boolean },
): CardView {
  const isKeyUsed = settings[`pfr.${settings.environment}`].key === 'card';
  return { now: vouchedTime(clock), rules: shopRulesOf(settings), isKeyUsed };
}
