import type { UtcMs } from '../../base/index.js';

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
