import type { Texts } from './texts.js';

/** Errors of a typed number. */
export const NUMBERS = {
  none: { sr: 'Унесите број.', en: 'Type a number.' },
  decimals: { sr: 'Највише {places} децимале.', en: 'At most {places} decimals.' },
  zero: { sr: 'Унесите број већи од нуле.', en: 'Type a number above zero.' },
  low: { sr: 'Најмање {least}.', en: 'At least {least}.' },
  high: { sr: 'Највише {most}.', en: 'At most {most}.' },
} satisfies Texts;
