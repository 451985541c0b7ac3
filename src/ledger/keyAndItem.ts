import type { Para, UtcMs } from '../base/index.js';

/** An API key as kept: never the key itself, only its SHA-256 (hex) and its first characters. */
export interface StoredKey {
  readonly id: number;
  readonly label: string;
  readonly prefix: string;
  readonly hash: string;
  readonly createdAt: UtcMs;
  readonly revokedAt: UtcMs | null;
  /** The last call that was recorded; calls since then are in memory only. */
  readonly lastUsedAt: UtcMs | null;
  /** From where it was used lately, as last recorded; absent in records of earlier releases. */
  readonly addresses?: readonly SeenAddress[];
  /** Until when somebody has said that its use is in order. */
  readonly acceptedAt?: UtcMs;
}

/** An address from which a key was used, or for IPv6 beyond the link the last one of a network. */
export interface SeenAddress {
  /** As the socket tells it, without an IPv4-mapped prefix and without a zone. */
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
