import type { UtcMs } from '../../base/index.js';

/** What a person may do on the pages of the box. */
export const USER_ROLES = ['owner', 'technician', 'cashier'] as const;
export type UserRole = (typeof USER_ROLES)[number];

/**
 * A person who signs in on a page. The number is unique among users and API keys, because either may have issued a
 * receipt.
 */
export interface StoredUser {
  readonly id: number;
  readonly name: string;
  readonly role: UserRole;
  /** Hash of the password or PIN, as `shop/access/passwordHash` writes it. */
  readonly secret: string;
  /** SHA-256 (hex) of the recovery code; null without one. */
  readonly recovery: string | null;
  readonly createdAt: UtcMs;
  readonly removedAt: UtcMs | null;
}

/** A tablet on which cashiers may sign in with a PIN. Only the SHA-256 (hex) of its cookie is stored. */
export interface StoredTablet {
  readonly id: number;
  readonly label: string;
  readonly hash: string;
  /** Name of the owner who admitted it. */
  readonly admittedBy: string;
  readonly createdAt: UtcMs;
  readonly removedAt: UtcMs | null;
}
