import type { UtcMs } from '../base/index.js';

/** What the owner of many boxes sets for a group of them. */
export const GROUP_PARTS = ['catalogue', 'settings'] as const;
export type GroupPart = (typeof GROUP_PARTS)[number];

/** Names a version: numbers grow by one in each group. */
export interface GroupVersion {
  readonly part: GroupPart;
  readonly group: string;
  readonly version: number;
}

/** A version that has come from the owner's server, as the box keeps it: it holds also where the server cannot be reached by then. */
export interface ReceivedVersion extends GroupVersion {
  /** From when on it is valid; null: at once. */
  readonly validFrom: UtcMs | null;
  /** Its JSON as it came, compressed by deflate, in base64. */
  readonly value: string;
  /** What a person has said to it, where the box asks. */
  readonly decision: 'none' | 'taken' | 'refused';
}
