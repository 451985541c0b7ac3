import { type Message, ok, type Result } from '../../base/index.js';
import type { GroupReport } from '../../outward/group/index.js';
import { GROUP_PARTS } from '../../platform/ledger/index.js';
import { reachOf, type SettingReach } from '../../shop/settings/index.js';
import { anything, field, oneOf, optional, text } from './fields.js';
import { type AdminDeps, operation, type Permission } from './operation.js';

type SettingsDeps = Pick<AdminDeps, 'settings'>;

/** All settings, or the named one, with secrets hidden. */
export const showSettings = operation({
  permission: 'settings',
  isReadOnly: true,
  input: { name: optional(text) },
  async run({ settings }: SettingsDeps, { name }): Promise<Result<Readonly<Record<string, unknown>>, Message>> {
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
  input: { name: text, value: anything, keep: optional(names) },
  async run({ settings }: SettingsDeps, { name, value, keep = [] }): Promise<Result<null, Message>> {
    const changed = await settings.set(name, value, keep);
    return changed.ok ? ok(null) : changed;
  },
});

type GroupOfBox = Pick<AdminDeps, 'group'>;

/** Shows the state of the box within its group; parts that it ignores are absent. */
export const showGroup = operation({
  permission: 'items',
  isReadOnly: true,
  input: {},
  async run({ group }: GroupOfBox): Promise<Result<readonly GroupReport[], Message>> {
    return ok(group.reports());
  },
});

/**
 * Accepts or refuses the version that the owner offers. An accepted version applies at once, or from its start time on.
 */
export const decideOnGroup = operation({
  permission: 'items',
  alsoNeeds: ({ part }) => (part === 'settings' ? 'settings' : undefined),
  input: { part: oneOf(GROUP_PARTS), decision: oneOf(['taken', 'refused']) },
  run({ group }: GroupOfBox, { part, decision }): Promise<Result<GroupReport, Message>> {
    return group.decide(part, decision);
  },
});
