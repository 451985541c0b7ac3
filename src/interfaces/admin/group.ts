import { ok, type Result, type Message } from '../../base/index.js';
import type { GroupReport } from '../../outward/group/index.js';
import { GROUP_PARTS } from '../../platform/ledger/index.js';
import { oneOf } from './fields.js';
import { type AdminParts, operation } from './operation.js';

type GroupOfBox = Pick<AdminParts, 'group'>;

/** Shows the state of the box within its group; parts that it ignores are absent. */
export const showGroup = operation({
  permission: 'items',
  isReadOnly: true,
  ask: {},
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
  ask: { part: oneOf(GROUP_PARTS), decision: oneOf(['taken', 'refused']) },
  run({ group }: GroupOfBox, { part, decision }): Promise<Result<GroupReport, Message>> {
    return group.decide(part, decision);
  },
});
