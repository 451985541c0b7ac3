import { shownCode, type UserFault } from '../../shop/access/index.js';
import { failed, localTime, type Message, ok, type Result } from '../../base/index.js';
import { type StoredTablet, type StoredUser, USER_ROLES, type UserRole } from '../../platform/ledger/index.js';
import { integer, oneOf, text } from './fields.js';
import { type AdminDeps, operation } from './operation.js';

type UserDeps = Pick<AdminDeps, 'users'>;

/** A user as displayed by `users list`. */
export interface UserRow {
  readonly id: number;
  readonly name: string;
  readonly role: UserRole;
  /** Belgrade time. */
  readonly createdAt: string;
}

/**
 * The code that creates the first owner on the pages; null when the box already has an owner. The code, and the box
 * itself, are created if they do not exist yet.
 */
export const showClaimCode = operation({
  permission: 'users',
  isChange: false,
  input: {},
  async run({ claim }: Pick<AdminDeps, 'claim'>): Promise<Result<{ readonly code: string | null }, Message>> {
    const { current } = claim;
    return ok({ code: current === undefined ? null : shownCode(current) });
  },
});

export const listUsers = operation({
  permission: 'users',
  isReadOnly: true,
  input: {},
  async run({ users }: UserDeps): Promise<Result<readonly UserRow[], Message>> {
    return ok(users.list().map(userRow));
  },
});

/** Creates a user. `recoveryCode` is only for an owner, and shown only in this answer. */
export const createUser = operation({
  permission: 'users',
  input: { name: text, role: oneOf(USER_ROLES), secret: text },
  async run(
    { users }: UserDeps,
    { name, role, secret },
    _tell,
    signal,
  ): Promise<Result<UserRow & { readonly recoveryCode: string | null }, Message>> {
    const created = await users.create(name, role, secret, signal);
    if (!created.ok) return sentence(created.error);
    const { user, recoveryCode } = created.value;
    return ok({ ...userRow(user), recoveryCode: recoveryCode === null ? null : shownCode(recoveryCode) });
  },
});

/** Sets another password, or for a cashier another PIN. The user's sessions end. */
export const setUserSecret = operation({
  permission: 'users',
  input: { id: integer, secret: text },
  async run({ users }: UserDeps, { id, secret }, _tell, signal): Promise<Result<UserRow, Message>> {
    const changed = await users.setSecret(id, secret, signal);
    return changed.ok ? ok(userRow(changed.value)) : sentence(changed.error);
  },
});

/**
 * True when the recovery code is still the current one of this owner. A page uses it to hide a code that was replaced.
 */
export const checkRecoveryCode = operation({
  permission: 'users',
  isReadOnly: true,
  input: { id: integer, code: text },
  async run({ users }: UserDeps, { id, code }): Promise<Result<{ readonly isValid: boolean }, Message>> {
    return ok({ isValid: users.hasRecoveryCode(id, code) });
  },
});

/** Creates another recovery code for an owner; the previous one stops working. Sessions continue. */
export const renewRecoveryCode = operation({
  permission: 'users',
  input: { id: integer },
  async run(
    { users }: UserDeps,
    { id },
    _tell,
    signal,
  ): Promise<Result<UserRow & { readonly recoveryCode: string }, Message>> {
    const renewed = await users.renewRecoveryCode(id, signal);
    if (!renewed.ok) return sentence(renewed.error);
    return ok({ ...userRow(renewed.value.user), recoveryCode: shownCode(renewed.value.recoveryCode) });
  },
});

export const removeUser = operation({
  permission: 'users',
  input: { id: integer },
  async run({ users }: UserDeps, { id }, _tell, signal): Promise<Result<UserRow, Message>> {
    const removed = await users.remove(id, signal);
    return removed.ok ? ok(userRow(removed.value)) : sentence(removed.error);
  },
});

function sentence({ message }: UserFault): Result<never, Message> {
  return failed(message);
}

function userRow({ id, name, role, createdAt }: StoredUser): UserRow {
  return { id, name, role, createdAt: localTime(createdAt) };
}

type TabletDeps = Pick<AdminDeps, 'tablets'>;

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
  input: {},
  async run({ tablets }: TabletDeps): Promise<Result<readonly TabletRow[], Message>> {
    return ok(tablets.list().map(tabletRow));
  },
});

/** Removes a tablet: cashiers cannot sign in there any more, and those signed in are signed out. */
export const removeTablet = operation({
  permission: 'users',
  input: { id: integer },
  async run({ tablets }: TabletDeps, { id }): Promise<Result<TabletRow, Message>> {
    const removed = await tablets.remove(id);
    return removed.ok ? ok(tabletRow(removed.value)) : removed;
  },
});

function tabletRow({ id, label, admittedBy, createdAt }: StoredTablet): TabletRow {
  return { id, label, admittedBy, createdAt: localTime(createdAt) };
}
