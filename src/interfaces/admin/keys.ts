import type { KeyUse } from '../../shop/access/index.js';
import { localTime, ok, type Result, sumToRsd, type Message } from '../../base/index.js';
import { integer, text } from './fields.js';
import { type AdminDeps, operation } from './operation.js';

type KeyDeps = Pick<AdminDeps, 'keys'>;

/** A key as displayed by `keys list`, in Belgrade time. */
export interface KeyRow {
  readonly id: number;
  readonly label: string;
  readonly prefix: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
  /** Addresses of the last thirty days, the last used one first; 16 at most. */
  readonly addresses: readonly string[];
  /** The addresses that are used only since the last day and were not accepted. */
  readonly newAddresses: readonly string[];
  /** Receipts issued with it in the last 24 hours, in the active environment. */
  readonly lastDay: {
    /** Receipts of all types, including refunds. */
    readonly receipts: number;
    /** `amount` in RSD. */
    readonly refunds: { readonly count: number; readonly amount: number };
    /** True when the refunds are far above the history of the key and not accepted. */
    readonly isUnusual: boolean;
    /** True when they are unusual and the key is too new to be compared with itself. */
    readonly isNew: boolean;
  };
}

/** Creates a key. Its text is shown only in this answer. */
export const createKey = operation({
  permission: 'keys',
  input: { label: text },
  run(
    { keys }: KeyDeps,
    { label },
    _tell,
    signal,
  ): Promise<Result<{ readonly id: number; readonly key: string }, Message>> {
    return keys.create(label, signal);
  },
});

export const listKeys = operation({
  permission: 'keys',
  isReadOnly: true,
  input: {},
  async run({ keys, settings }: Pick<AdminDeps, 'keys' | 'settings'>): Promise<Result<readonly KeyRow[], Message>> {
    return ok(keys.judged(settings.now.environment).map(keyRow));
  },
});

/** A key that was changed. `wasRevoked`: when it was already revoked before, Belgrade time. */
export interface ChangedKey {
  readonly label: string;
  readonly wasRevoked: string | null;
}

function changedKey({ label, revokedAt }: KeyUse['key']): ChangedKey {
  return { label, wasRevoked: revokedAt === null ? null : localTime(revokedAt) };
}

export const revokeKey = operation({
  permission: 'keys',
  input: { id: integer },
  async run({ keys }: KeyDeps, { id }): Promise<Result<ChangedKey, Message>> {
    const revoked = await keys.revoke(id);
    return revoked.ok ? ok(changedKey(revoked.value)) : revoked;
  },
});

/** Accepts the use of a key so far, which ends the warnings about it. */
export const acceptKey = operation({
  permission: 'keys',
  input: { id: integer },
  async run({ keys }: KeyDeps, { id }): Promise<Result<ChangedKey, Message>> {
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
