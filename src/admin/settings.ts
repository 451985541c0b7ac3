import { ok, type Result } from '../base/index.js';
import { anything, optional, text } from './fields.js';
import { type AdminParts, operation } from './operation.js';

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

export const changeSetting = operation({
  permission: 'settings',
  ask: { name: text, value: anything },
  async run({ settings }: SettingsParts, { name, value }): Promise<Result<null, string>> {
    const changed = await settings.set(name, value);
    return changed.ok ? ok(null) : changed;
  },
});
