import { failed, isRecord, ok, type Result, defineMessages, type Message } from '../../base/index.js';
import type { PrinterSetting } from './printers.js';
import { isSettingName, SETTINGS, type SettingValues } from './registry.js';

const MESSAGES = defineMessages('secrets', {
  notASecret: {
    en: '{setting}: {member} is no secret that could be kept.',
    sr: '{setting}: податак „{member}” није тајна која би могла да остане.',
  },
  nothingStored: {
    en: '{setting}: there is no {member} that could be kept.',
    sr: '{setting}: нема податка „{member}” који би могао да остане.',
  },
  moved: {
    en: '{setting}: {member} must be given again, since {moved} has changed.',
    sr: '{setting}: податак „{member}” унесите поново, јер је промењено: {moved}.',
  },
});

/**
 * Completes a value with parts that its sender has never seen from the current value: the secrets listed in `keep`, or
 * the logos of the printers listed there. A person can thus change a port without knowing the password. A secret is
 * preserved only if its destination is unchanged, so that it cannot be redirected to another server.
 */
export function withKept(
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
  for (const member of keep) {
    if (!secrets.includes(member)) return failed(MESSAGES.notASecret({ setting: name, member }));
    if (!Object.hasOwn(held, member)) return failed(MESSAGES.nothingStored({ setting: name, member }));
    if (moved !== undefined) return failed(MESSAGES.moved({ setting: name, member, moved }));
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
