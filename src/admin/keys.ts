import type { KeyUse } from '../access/index.js';
import { localTime, ok, type Result, sumToRsd } from '../base/index.js';
import { integer, text } from './fields.js';
import { type AdminParts, operation } from './operation.js';

type KeyParts = Pick<AdminParts, 'keys'>;

/** A key as `keys list` shows it; times are of Belgrade. */
export interface KeyRow {
  readonly id: number;
  readonly label: string;
  readonly prefix: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
  /** From where it was used in the last thirty days, the last one first; 16 at most. */
  readonly addresses: readonly string[];
  /** Those of them that it is used from since the last day only, and that nobody has accepted. */
  readonly newAddresses: readonly string[];
  /** What was issued with it in the last 24 hours, in the active environment. */
  readonly lastDay: {
    /** Of all types, refunds among them. */
    readonly receipts: number;
    /** `amount` in RSD. */
    readonly refunds: { readonly count: number; readonly amount: number };
    /** Are the refunds far above what they were, or accepted? */
    readonly isUnusual: boolean;
    /** Are they unusual, and is the key too new to be compared with itself? */
    readonly isNew: boolean;
  };
}

/** The text of the key is shown this once. */
export const createKey = operation({
  permission: 'keys',
  ask: { label: text },
  run(
    { keys }: KeyParts,
    { label },
    _tell,
    gone,
  ): Promise<Result<{ readonly id: number; readonly key: string }, string>> {
    return keys.create(label, gone);
  },
});

export const listKeys = operation({
  permission: 'keys',
  isReadOnly: true,
  ask: {},
  async run({ keys, settings }: Pick<AdminParts, 'keys' | 'settings'>): Promise<Result<readonly KeyRow[], string>> {
    return ok(keys.judged(settings.now.environment).map(keyRow));
  },
});

/** Of a key that was changed. `wasRevoked`: when it was revoked before, in Belgrade time. */
export interface ChangedKey {
  readonly label: string;
  readonly wasRevoked: string | null;
}

function changedKey({ label, revokedAt }: KeyUse['key']): ChangedKey {
  return { label, wasRevoked: revokedAt === null ? null : localTime(revokedAt) };
}

export const revokeKey = operation({
  permission: 'keys',
  ask: { id: integer },
  async run({ keys }: KeyParts, { id }): Promise<Result<ChangedKey, string>> {
    const revoked = await keys.revoke(id);
    return revoked.ok ? ok(changedKey(revoked.value)) : revoked;
  },
});

/** The use of a key so far is in order: what was told of it is over. */
export const acceptKey = operation({
  permission: 'keys',
  ask: { id: integer },
  async run({ keys }: KeyParts, { id }): Promise<Result<ChangedKey, string>> {
    const accepted = await keys.accept(id);
    return accepted.ok ? ok(changedKey(accepted.value)) : accepted;
  },
});

function keyRow({ key, addresses, newAddresses, lastDay, unusualRefunds }: KeyUse): KeyRow {
  const { id, label, prefix, createdAt, lastUsedAt, revokedAt } = key;
  return {
    ...{ id, label, prefix },
    createdAt: localTime(createdAt),
    lastUsedAt: lastUsedAt === null ? null : localTime(lastUsedAt),
    revokedAt: revokedAt === null ? null : localTime(revokedAt),
    addresses: addresses.map(({ address }) => address),
    newAddresses: newAddresses.map(({ address }) => address),
    lastDay: {
      receipts: lastDay.receipts,
      refunds: { count: lastDay.refunds, amount: sumToRsd(lastDay.refunded) },
      isUnusual: unusualRefunds !== undefined,
      isNew: unusualRefunds?.isNew === true,
    },
  };
}
