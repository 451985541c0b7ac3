import { CLAIM } from './claim.js';
import { COMMON } from './common.js';
import { SIGN_IN } from './signIn.js';
import { ITEMS } from './catalogueTexts.js';
import { KEYS } from './keys.js';
import { SETTINGS } from './settings.js';
import { FORMS } from './settingsForms.js';
import type { Texts } from './texts.js';

/** Every text of the pages. Serbian stands in Cyrillic; its Latin is made from it. */
export const CATALOGUE: Readonly<Record<string, Texts>> = {
  claim: CLAIM,
  common: COMMON,
  signIn: SIGN_IN,
  items: ITEMS,
  settings: SETTINGS,
  settingsForms: FORMS,
  keys: KEYS,
};
