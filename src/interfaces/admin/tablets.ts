import { localTime, ok, type Result, type Message } from '../../base/index.js';
import type { StoredTablet } from '../../platform/ledger/index.js';
import { integer } from './fields.js';
import { type AdminParts, operation } from './operation.js';

type TabletParts = Pick<AdminParts, 'tablets'>;

/** A tablet on which cashiers may sign in with a PIN. */
export interface TabletRow {
  readonly id: number;
  readonly label: string;
  /** Name of the owner who admitted it. */
  readonly admittedBy: string;
  /** Belgrade time. */
  readonly createdAt: string;
}

export const listTablets = operation({
  permission: 'users',
  isReadOnly: true,
  ask: {},
  async run({ tablets }: TabletParts): Promise<Result<readonly TabletRow[], Message>> {
    return ok(tablets.list().map(tabletRow));
  },
});

/** Removes a tablet: cashiers cannot sign in there any more, and those signed in are signed out. */
export const removeTablet = operation({
  permission: 'users',
  ask: { id: integer },
  async run({ tablets }: TabletParts, { id }): Promise<Result<TabletRow, Message>> {
    const removed = await tablets.remove(id);
    return removed.ok ? ok(tabletRow(removed.value)) : removed;
  },
});

function tabletRow({ id, label, admittedBy, createdAt }: StoredTablet): TabletRow {
  return { id, label, admittedBy, createdAt: localTime(createdAt) };
}
