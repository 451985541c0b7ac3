import { ok, type Result, type Message } from '../../base/index.js';
import { reachOf, type SettingReach } from '../../shop/settings/index.js';
import { anything, field, optional, text } from './fields.js';
import { type AdminParts, operation } from './operation.js';
import type { Permission } from './permissions.js';

type SettingsParts = Pick<AdminParts, 'settings'>;

/** All settings, or the named one, with secrets hidden. */
export const showSettings = operation({
  permission: 'settings',
  isReadOnly: true,
  ask: { name: optional(text) },
  async run({ settings }: SettingsParts, { name }): Promise<Result<Readonly<Record<string, unknown>>, Message>> {
    return settings.show(name);
  },
});

const names = field<readonly string[]>({ type: 'array', maxItems: 20, items: text.schema });

/** Permission that a setting needs in addition to the one for settings, by its reach. */
const ALSO_NEEDED: Readonly<Record<SettingReach, Permission | undefined>> = {
  box: undefined,
  devices: undefined,
  sales: 'turnover',
  PIN: 'custody',
};

/** `keep`: secrets, or printers with logos, that remain unchanged because they were never shown. */
export const changeSetting = operation({
  permission: 'settings',
  alsoNeeds: ({ name }) => {
    const reach = reachOf(name);
    return reach && ALSO_NEEDED[reach];
  },
  ask: { name: text, value: anything, keep: optional(names) },
  async run({ settings }: SettingsParts, { name, value, keep = [] }): Promise<Result<null, Message>> {
    const changed = await settings.set(name, value, keep);
    return changed.ok ? ok(null) : changed;
  },
});
