import { english } from '../../../src/base/index.js';
import { checkSetting } from '../../../src/shop/settings/check.js';
import { defaultSettings, type SettingName } from '../../../src/shop/settings/registry.js';

/** Values of a setting that are good, and values that are not, with what must be said about them. */
export interface Cases {
  readonly good: readonly unknown[];
  readonly bad: readonly (readonly [unknown, RegExp])[];
}

export type CasesOfSettings = Readonly<Partial<Record<SettingName, Cases>>>;

export const DEFAULTS = defaultSettings();
export const COMPANY = {
  name: 'Пекара',
  tin: '100000049',
  location: '1234567-Пекара',
  address: 'Немањина 4',
  district: 'Б',
};
export const MAIL = {
  host: 'mail.example',
  port: 465,
  secure: true,
  user: 'u',
  password: 'p',
  from: 'kasa@example.rs',
};

/** Why a value is refused; what is accepted fails the test. */
export function refusal(name: string, value: unknown): string {
  const checked = checkSetting(name, value, DEFAULTS);
  if (checked.ok) throw new Error(`${name} took ${JSON.stringify(value)}`);
  return english(checked.error);
}
