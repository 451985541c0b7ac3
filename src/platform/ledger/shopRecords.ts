import type { Para, UtcMs } from '../../base/index.js';

/** A stored API key: never the key itself, only its SHA-256 (hex) and its first characters. */
export interface StoredKey {
  readonly id: number;
  readonly label: string;
  readonly prefix: string;
  readonly hash: string;
  readonly createdAt: UtcMs;
  readonly revokedAt: UtcMs | null;
  /** The last recorded call; later calls are in memory only. */
  readonly lastUsedAt: UtcMs | null;
  /** The addresses it was recently used from, as last recorded; absent in records of earlier releases. */
  readonly addresses?: readonly SeenAddress[];
  /** Use up to this time was confirmed as legitimate by a person. */
  readonly acceptedAt?: UtcMs;
}

/** An address from which a key was used. For IPv6 outside the local link it is the last address of its network. */
export interface SeenAddress {
  /** As the socket reports it, without an IPv4-mapped prefix and without a zone. */
  readonly address: string;
  readonly firstAt: UtcMs;
  readonly lastAt: UtcMs;
}

/** A catalogue item. */
export interface StoredItem {
  readonly id: number;
  readonly plu: string | null;
  readonly name: string;
  readonly unit: string | null;
  readonly price: Para;
  readonly label: string | null;
  readonly gtin: string | null;
  readonly category: string | null;
  readonly active: boolean;
}

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

/** The parts that the owner of several boxes sets for a group of them. */
export const GROUP_PARTS = ['catalogue', 'settings'] as const;
export type GroupPart = (typeof GROUP_PARTS)[number];

/** Identifies a version; numbers grow by one in each group. */
export interface GroupVersion {
  readonly part: GroupPart;
  readonly group: string;
  readonly version: number;
}

/**
 * A version received from the owner's server, as the box stores it. It takes effect even if the server is unreachable
 * at that time.
 */
export interface ReceivedVersion extends GroupVersion {
  /** When it becomes valid; null: at once. */
  readonly validFrom: UtcMs | null;
  /** Its JSON exactly as received, deflated, in base64. */
  readonly value: string;
  /** The decision of a person, on boxes that ask for one. */
  readonly decision: 'none' | 'taken' | 'refused';
}

/** The last alarm message about a check. */
export interface NotifiedAlarm {
  /** When the box noticed the problem; this identifies the alarm. */
  readonly at: UtcMs;
  /** True when the problem began then; false when it ended. */
  readonly isOn: boolean;
}

/**
 * Which receipts and alarms the owner was notified of, and how far webhooks and the stream are. The newest record
 * counts. After a power cut, later messages are sent again.
 */
export interface NotifyCursor {
  /** All receipts up to this record were sent or skipped; null when the owner wants no messages about receipts. */
  readonly sequence: number | null;
  /** By name of the check; null when the owner wants no messages about alarms. */
  readonly alarms: Readonly<Record<string, NotifiedAlarm>> | null;
  /**
   * How far each webhook was notified of events, by environment and name, as a cursor of the API; absent without
   * webhooks.
   */
  readonly hooks?: Readonly<Record<string, string>>;
  /** How far the stream was sent, as a cursor of the API; absent without a stream. */
  readonly stream?: string;
}

/** The owner has not requested messages yet. */
export const NO_NOTIFY_CURSOR: NotifyCursor = { sequence: null, alarms: null };

/** The cursor as stored in its record, where its name is `notice`. */
export const storedCursor = {
  write: (cursor: NotifyCursor): object => ({ notice: cursor }),
  read: (content: object): NotifyCursor => (content as { readonly notice: NotifyCursor }).notice,
};
