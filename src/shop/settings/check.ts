import {
  describeFaults,
  failed,
  findImitatedSentence,
  isRecord,
  ok,
  type Result,
  defineMessages,
  type Message,
} from '../../base/index.js';
import { badProcessors } from './pfr.js';
import {
  defaultSettings,
  isOfGroup,
  isSettingName,
  SETTING_NAMES,
  type SettingName,
  SETTINGS,
  type SettingValues,
} from './registry.js';
import { hiddenSecret, secretsOf, withStoredMembers } from './secretMembers.js';
import { type InstalledCertificates, ROW_PATTERN_TEXTS } from './setting.js';

const MESSAGES = defineMessages('settings', {
  wrong: { en: '{setting}: {fault}.', sr: '{setting}: {fault}.' },
  imitation: {
    en: '{setting}: it holds "{sentence}", which only the processor may write on a receipt; remove these words.',
    sr: '{setting}: садржи „{sentence}”, што на рачуну сме да напише само процесор; уклоните те речи.',
  },
  unknown: {
    en: 'There is no setting "{name}". Settings: {names}.',
    sr: 'Нема подешавања „{name}”. Подешавања: {names}.',
  },
});

const faultsOfForm = new Map(
  SETTING_NAMES.map((name) => {
    const { schema, patternWords } = SETTINGS[name];
    return [name, describeFaults(schema, { ...ROW_PATTERN_TEXTS, ...patternWords })] as const;
  }),
);

/**
 * Checks that `value` has the right form for a setting, and is consistent with the other settings and the installed
 * certificates.
 */
export function checkSetting(
  name: string,
  value: unknown,
  others: SettingValues,
  installed: InstalledCertificates = {},
): Result<{ readonly name: SettingName; readonly values: SettingValues }, Message> {
  if (!isSettingName(name)) return failed(noSuchSetting(name, SETTING_NAMES));
  const hidden = hiddenSecret(name, value);
  if (hidden !== undefined) return failed(hidden);
  const fault = faultsOfForm.get(name)?.(value);
  if (fault !== undefined) return failed(MESSAGES.wrong({ setting: name, fault }));
  const values: SettingValues = { ...others, [name]: value };
  const reason =
    imitation(name, value) ??
    firstFault(values, installed) ??
    faultWhenChanged(name, values[name], installed) ??
    badProcessors(values);
  return reason === undefined ? ok({ name, values }) : failed(reason);
}

/** True when a stored value matches the schema of its setting. */
export function isOfRightForm(name: SettingName, value: unknown): boolean {
  return faultsOfForm.get(name)?.(value) === undefined;
}

/** The error for an unknown setting name. */
export function noSuchSetting(name: string, names: readonly string[]): Message {
  return MESSAGES.unknown({ name, names: names.join(', ') });
}

/** A longer text, such as a logo, is not printed as text. */
const MAX_PRINTED = 1000;

/** Many of these texts are printed on paper or PDF. None of them may imitate what only a processor may write. */
function imitation(name: string, value: unknown): Message | undefined {
  const sentence = textsOf(value)
    .filter((text) => text.length <= MAX_PRINTED)
    .map((text) => findImitatedSentence(text))
    .find((one) => one !== undefined);
  return sentence === undefined ? undefined : MESSAGES.imitation({ setting: name, sentence });
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) || isRecord(value) ? Object.values(value).flatMap(textsOf) : [];
}

function firstFault(values: SettingValues, installed: InstalledCertificates): Message | undefined {
  for (const name of SETTING_NAMES) {
    const fault = faultOf(name, values[name], installed);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function faultOf<Name extends SettingName>(name: Name, value: SettingValues[Name], installed: InstalledCertificates) {
  const setting: (typeof SETTINGS)[Name] = SETTINGS[name];
  return setting.fault?.(value, installed);
}

function faultWhenChanged<Name extends SettingName>(
  name: Name,
  value: SettingValues[Name],
  installed: InstalledCertificates,
): Message | undefined {
  const setting: (typeof SETTINGS)[Name] = SETTINGS[name];
  return setting.faultWhenChanged?.(value, installed);
}

const GROUP_MESSAGES = defineMessages('groupSettings', {
  ofEachBox: {
    en: '{setting}: {member} is a secret that is set on each box separately.',
    sr: '{setting}: податак „{member}” је тајна, коју сваки уређај има за себе.',
  },
  notOfGroup: {
    en: '{name} cannot be set for a group. Allowed: {names}.',
    sr: 'Подешавање {name} не може да се постави за групу. Могу: {names}.',
  },
});

/** Placeholder for a secret that each box has for itself. */
const OF_EACH_BOX = 'x';

/** The group's value completed with the secrets of the box. */
export function ofGroup(name: string, value: unknown, now: SettingValues): Result<unknown, Message> {
  if (!isOfGroup(name)) return failed(notOfGroup(name));
  const [secret] = secretsOf(name, value).keys();
  if (secret !== undefined) return failed(GROUP_MESSAGES.ofEachBox({ setting: name, member: secret }));
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
  return GROUP_MESSAGES.notOfGroup({ name, names: SETTING_NAMES.filter(isOfGroup).join(', ') });
}
