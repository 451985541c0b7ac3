import { isRecord } from '../../base/index.js';
import { type SettingName, SETTINGS } from './registry.js';

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
