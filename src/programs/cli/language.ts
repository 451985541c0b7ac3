import {
  bilingual,
  type Bilingual,
  englishNumber,
  formatMoney,
  type Message,
  oneLine,
  type Para,
  scaledDecimal,
} from '../../base/index.js';
import type { TaxLabel } from '../../contract/index.js';

export const CURRENCY: Bilingual = { sr: 'РСД', en: 'RSD' };

/** An amount such as `1.234,50 РСД` or `1,234.50 RSD`. */
export function inDinars(para: Para): string {
  return `${numberText(formatMoney(para))} ${inLanguage(CURRENCY)}`;
}

/** A number in the form of receipts, `1.234,50`, as the language of the terminal writes it. */
export function numberText(number: string): string {
  return inLanguage({ sr: number, en: englishNumber(number) });
}

/**
 * The text in the language of the terminal: Serbian, or English for all other languages. An empty variable counts as
 * unset (POSIX.1-2017, 8.2).
 */
export function inLanguage(text: Bilingual | Message): string {
  const { sr, en } = 'code' in text ? bilingual(text) : text;
  const { LC_ALL, LC_MESSAGES, LANG } = process.env;
  return /^sr/i.test(LC_ALL || LC_MESSAGES || LANG || '') ? sr : en;
}

/** A fault and the action, in one row. */
export function adviceText({ found, action }: { readonly found: Bilingual; readonly action: Bilingual }): string {
  return oneLine(`${inLanguage(found)} ${inLanguage(action)}`);
}

/** A rate such as `20,00 %` or `20.00 %`, or an amount for each unit. */
export function rateText({ rate, perUnit }: Pick<TaxLabel, 'rate' | 'perUnit'>): string {
  const figure = numberText(formatMoney(scaledDecimal(rate, 2)));
  if (perUnit !== true) return `${figure} %`;
  return inLanguage({ sr: `${figure} РСД по јединици`, en: `${figure} RSD per unit` });
}
