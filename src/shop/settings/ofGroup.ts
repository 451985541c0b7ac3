import { failed, isRecord, type Result, defineMessages, type Message } from '../../base/index.js';
import { checkSetting } from './check.js';
import { secretsOf, withStoredMembers } from './secretMembers.js';
import { defaultSettings, isOfGroup, SETTING_NAMES, SETTINGS, type SettingValues } from './registry.js';

const MESSAGES = defineMessages('groupSettings', {
  ofEachBox: {
    en: '{setting}: {member} is a secret, which each box has for itself.',
    sr: '{setting}: податак „{member}” је тајна, коју сваки уређај има за себе.',
  },
  notOfGroup: {
    en: '{name} cannot be set for a group. What can be: {names}.',
    sr: 'Подешавање {name} не може да се постави за групу. Могу: {names}.',
  },
});

/** Placeholder for a secret that each box has for itself. */
const OF_EACH_BOX = 'x';

/** The group's value completed with the secrets of the box. */
export function ofGroup(name: string, value: unknown, now: SettingValues): Result<unknown, Message> {
  if (!isOfGroup(name)) return failed(notOfGroup(name));
  const [secret] = secretsOf(name, value).keys();
  if (secret !== undefined) return failed(MESSAGES.ofEachBox({ setting: name, member: secret }));
  return withStoredMembers(name, value, [...secretsOf(name, now[name]).keys()], now);
}

/**
 * Checks a value that an owner wants to set for a group, as far as possible without a box; undefined without a fault.
 */
export function ofGroupFault(name: string, value: unknown): Message | undefined {
  const defaults = defaultSettings();
  const given = ofGroup(name, value, defaults);
  if (!given.ok) return given.error;
  const secrets = isOfGroup(name) ? (SETTINGS[name].secrets ?? []) : [];
  const full = isRecord(value)
    ? { ...value, ...Object.fromEntries(secrets.map((secret) => [secret, OF_EACH_BOX])) }
    : value;
  const checked = checkSetting(name, full, defaults);
  return checked.ok ? undefined : checked.error;
}

function notOfGroup(name: string): Message {
  return MESSAGES.notOfGroup({ name, names: SETTING_NAMES.filter(isOfGroup).join(', ') });
}
