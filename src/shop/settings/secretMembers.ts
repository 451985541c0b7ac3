import { aboutMember, defineMessages, failed, isRecord, type Message, ok, type Result } from '../../base/index.js';
import type { PrinterSetting } from './printers.js';
import { isSettingName, type SettingName, SETTINGS, type SettingValues } from './registry.js';
import { settingFault } from './setting.js';

/**
 * Replaces each secret of a value with the result of `replace`, or removes it when that is undefined. A list has its
 * secrets in its entries. Such a secret is named after its entry, like `web-shop.secret`; any other after its member.
 */
export function mapSecrets(
  name: SettingName,
  value: unknown,
  replace: (secret: unknown, called: string) => unknown,
): unknown {
  const { secrets = [] } = SETTINGS[name];
  if (secrets.length === 0) return value;
  if (Array.isArray(value)) {
    return (value as readonly unknown[]).map((entry, index) => {
      if (!isRecord(entry)) return entry;
      const { name: own } = entry;
      const prefix = typeof own === 'string' ? own : `${index}`;
      return mapMembers(entry, secrets, (secret, member) => replace(secret, `${prefix}.${member}`));
    });
  }
  return isRecord(value) ? mapMembers(value, secrets, replace) : value;
}

function mapMembers(
  holder: Readonly<Record<string, unknown>>,
  secrets: readonly string[],
  replace: (secret: unknown, member: string) => unknown,
): Readonly<Record<string, unknown>> {
  const mapped = new Map(Object.entries(holder));
  for (const member of secrets) {
    if (!mapped.has(member)) continue;
    const made = replace(mapped.get(member), member);
    if (made === undefined) mapped.delete(member);
    else mapped.set(member, made);
  }
  return Object.fromEntries(mapped);
}

/** The secrets of a value by name. */
export function secretsOf(name: SettingName, value: unknown): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  mapSecrets(name, value, (secret, called) => {
    found.set(called, secret);
    return secret;
  });
  return found;
}

const HIDDEN_MESSAGES = defineMessages('hiddenSecret', {
  hidden: {
    en: '{member} must be given in full, not as {mask}.',
    sr: 'податак „{member}” унесите у целини, а не као {mask}.',
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
    if (typeof given !== 'string' || !given.endsWith(HIDDEN)) continue;
    const fault = HIDDEN_MESSAGES.hidden({ member: called, mask: HIDDEN });
    // In a list, it is called by the name of its entry.
    return settingFault(name, isRecord(value) ? aboutMember([called], fault) : fault);
  }
  return undefined;
}

const KEPT_MESSAGES = defineMessages('secrets', {
  notASecret: {
    en: '{member} is not a secret that can be left unchanged.',
    sr: 'податак „{member}” није тајна која би могла да остане.',
  },
  nothingStored: {
    en: 'there is no {member} that can be left unchanged.',
    sr: 'нема податка „{member}” који би могао да остане.',
  },
  moved: {
    en: '{member} must be given again, because {moved} has changed.',
    sr: 'податак „{member}” унесите поново, јер је промењено: {moved}.',
  },
});

/**
 * Completes a value with parts that its sender has never seen from the current value: the secrets listed in `keep`, or
 * the logos of the printers listed there. A person can thus change a port without knowing the password. A secret is
 * preserved only if its destination is unchanged, so that it cannot be redirected to another server. The error is an
 * English sentence.
 */
export function withStoredMembers(
  name: string,
  value: unknown,
  keep: readonly string[],
  now: SettingValues,
): Result<unknown, Message> {
  if (keep.length === 0 || !isSettingName(name)) return ok(value);
  if (name === 'printers') return ok(Array.isArray(value) ? withLogos(value, keep, now.printers) : value);
  const held: unknown = now[name];
  const { secrets = [], secretsGoTo = [] } = SETTINGS[name];
  if (!isRecord(value) || !isRecord(held)) return ok(value);
  const moved = movedBy(value, held, secretsGoTo) ?? (name === 'notify' ? urlOfBot(value, held) : undefined);
  const kept: Record<string, unknown> = {};
  const about = (member: string, fault: Message): Message => settingFault(name, aboutMember([member], fault));
  for (const member of keep) {
    if (!secrets.includes(member)) return failed(about(member, KEPT_MESSAGES.notASecret({ member })));
    if (!Object.hasOwn(held, member)) return failed(about(member, KEPT_MESSAGES.nothingStored({ member })));
    if (moved !== undefined) return failed(about(member, KEPT_MESSAGES.moved({ member, moved })));
    kept[member] = held[member];
  }
  return ok({ ...value, ...kept });
}

function movedBy(
  value: Readonly<Record<string, unknown>>,
  held: Readonly<Record<string, unknown>>,
  members: readonly string[],
): string | undefined {
  return members.find((member) => value[member] !== held[member]);
}

/** The token of a bot is sent to its `url`, which is a secret itself. A newly given address may lead anywhere. */
function urlOfBot(value: Readonly<Record<string, unknown>>, held: Readonly<Record<string, unknown>>) {
  return held['kind'] === 'bot' && value['url'] !== undefined && value['url'] !== held['url'] ? 'url' : undefined;
}

function withLogos(value: readonly unknown[], keep: readonly string[], held: readonly PrinterSetting[]): unknown[] {
  return value.map((printer) => {
    if (!isRecord(printer)) return printer;
    const known = held.find(({ name }) => name === printer['name'] && keep.includes(name));
    return known?.logo === undefined ? printer : { ...printer, logo: known.logo };
  });
}
