import { type SettingName, SETTINGS, type SettingValues } from './registry.js';

/** What is shown in place of a secret that is set. */
const HIDDEN = '(hidden)';

/** A value as it may be shown: without its secrets, and with logos as a note of their size. */
export function shown<Name extends SettingName>(name: Name, value: SettingValues[Name]): unknown {
  const setting: (typeof SETTINGS)[Name] = SETTINGS[name];
  if (setting.shown !== undefined) return setting.shown(value);
  const { secrets = [] } = setting;
  if (typeof value !== 'object' || value === null || secrets.length === 0) return value;
  const members: readonly (readonly [string, unknown])[] = Object.entries(value);
  return Object.fromEntries(
    members.map(([member, given]) => [member, secrets.includes(member) ? hide(given) : given] as const),
  );
}

/** A secret as it is shown: of an address, whose path may be one, where it leads to. */
function hide(secret: unknown): string {
  const isAddress = typeof secret === 'string' && /^https?:/.test(secret) && URL.canParse(secret);
  return isAddress ? `${new URL(secret).origin}/${HIDDEN}` : HIDDEN;
}

/** What is wrong when a value that was shown is set again: the stand-in would become the secret. */
export function hiddenSecret(name: SettingName, value: unknown): string | undefined {
  const members: Readonly<Record<string, unknown>> = { ...(typeof value === 'object' ? value : {}) };
  const isHidden = (given: unknown): boolean => typeof given === 'string' && given.endsWith(HIDDEN);
  const secret = SETTINGS[name].secrets?.find((member) => isHidden(members[member]));
  return secret === undefined ? undefined : `${name}: ${secret} must be given itself, not as ${HIDDEN}.`;
}
