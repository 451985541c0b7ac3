import { defineMessages, type Message } from '../../base/index.js';
import { type SettingName, SETTINGS, type SettingValues } from './registry.js';
import { mapSecrets, secretsOf } from './secretMembers.js';

const MESSAGES = defineMessages('hiddenSecret', {
  hidden: {
    en: '{setting}: {member} must be given itself, not as {mask}.',
    sr: '{setting}: податак „{member}” унесите у целини, а не као {mask}.',
  },
});

/** Placeholder displayed for a secret that is set. */
const HIDDEN = '(hidden)';

/** A value for display: without its secrets, and with logos replaced by their size. */
export function shown<Name extends SettingName>(name: Name, value: SettingValues[Name]): unknown {
  const setting: (typeof SETTINGS)[Name] = SETTINGS[name];
  return setting.shown === undefined ? mapSecrets(name, value, hide) : setting.shown(value);
}

/** A secret for display. Of an address, whose path may be secret, the origin is shown. */
function hide(secret: unknown): string {
  const isAddress = typeof secret === 'string' && /^https?:/.test(secret) && URL.canParse(secret);
  return isAddress ? `${new URL(secret).origin}/${HIDDEN}` : HIDDEN;
}

/** The error when a displayed value is set again: the placeholder would become the secret. */
export function hiddenSecret(name: SettingName, value: unknown): Message | undefined {
  for (const [called, given] of secretsOf(name, value)) {
    const isHidden = typeof given === 'string' && given.endsWith(HIDDEN);
    if (isHidden) return MESSAGES.hidden({ setting: name, member: called, mask: HIDDEN });
  }
  return undefined;
}
