import type { UtcMs } from '../base/index.js';

/** What a person may do on the pages of the box. */
export const USER_ROLES = ['owner', 'technician', 'cashier'] as const;
export type UserRole = (typeof USER_ROLES)[number];

/** Somebody who signs in on a page. The number is unique among users and API keys: either may have issued a receipt. */
export interface StoredUser {
  readonly id: number;
  readonly name: string;
  readonly role: UserRole;
  /** Hash of the password or PIN, as `access/passwordHash` writes it. */
  readonly secret: string;
  /** SHA-256 (hex) of the recovery code; null where there is none. */
  readonly recovery: string | null;
  readonly createdAt: UtcMs;
  readonly removedAt: UtcMs | null;
}

/** A tablet on which cashiers may sign in with a PIN. Its cookie is kept as SHA-256 (hex) only. */
export interface StoredTablet {
  readonly id: number;
  readonly label: string;
  readonly hash: string;
  /** Name of the owner who let it in. */
  readonly admittedBy: string;
  readonly createdAt: UtcMs;
  readonly removedAt: UtcMs | null;
}
