import { type SettingName, SETTINGS, type SettingValues } from './registry.js';
import { mapSecrets, secretsOf } from './secretMembers.js';

/** What is shown in place of a secret that is set. */
const HIDDEN = '(hidden)';

/** A value as it may be shown: without its secrets, and with logos as a note of their size. */
export function shown<Name extends SettingName>(name: Name, value: SettingValues[Name]): unknown {
  const setting: (typeof SETTINGS)[Name] = SETTINGS[name];
  return setting.shown === undefined ? mapSecrets(name, value, hide) : setting.shown(value);
}

/** A secret as it is shown: of an address, whose path may be one, where it leads to. */
function hide(secret: unknown): string {
  const isAddress = typeof secret === 'string' && /^https?:/.test(secret) && URL.canParse(secret);
  return isAddress ? `${new URL(secret).origin}/${HIDDEN}` : HIDDEN;
}

/** What is wrong when a value that was shown is set again: the stand-in would become the secret. */
export function hiddenSecret(name: SettingName, value: unknown): string | undefined {
  for (const [called, given] of secretsOf(name, value)) {
    const isHidden = typeof given === 'string' && given.endsWith(HIDDEN);
    if (isHidden) return `${name}: ${called} must be given itself, not as ${HIDDEN}.`;
  }
  return undefined;
}
