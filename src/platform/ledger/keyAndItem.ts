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
