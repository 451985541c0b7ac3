import { ok, type Result } from '../base/index.js';
import { anything, field, optional, text } from './fields.js';
import { type AdminParts, operation } from './operation.js';
import type { Permission } from './permissions.js';

type SettingsParts = Pick<AdminParts, 'settings'>;

/** All settings, or the one that is named, with secrets hidden. */
export const showSettings = operation({
  permission: 'settings',
  isReadOnly: true,
  ask: { name: optional(text) },
  async run({ settings }: SettingsParts, { name }): Promise<Result<Readonly<Record<string, unknown>>, string>> {
    return settings.show(name);
  },
});

const names = field<readonly string[]>({ type: 'array', maxItems: 20, items: text.schema });

/** Settings that take more than the permission to change settings. */
const ALSO_NEEDED: Readonly<Partial<Record<string, Permission>>> = {
  // Whoever sets these learns of each receipt, or of each that is mailed.
  notify: 'turnover',
  webhooks: 'turnover',
  mail: 'turnover',
  cardPin: 'custody',
};

/** `keep`: secrets, or printers whose logos stay as they are, since they were never shown. */
export const changeSetting = operation({
  permission: 'settings',
  alsoNeeds: ({ name }) => (Object.hasOwn(ALSO_NEEDED, name) ? ALSO_NEEDED[name] : undefined),
  ask: { name: text, value: anything, keep: optional(names) },
  async run({ settings }: SettingsParts, { name, value, keep = [] }): Promise<Result<null, string>> {
    const changed = await settings.set(name, value, keep);
    return changed.ok ? ok(null) : changed;
  },
});
