import type { UtcMs } from '../../base/index.js';

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
