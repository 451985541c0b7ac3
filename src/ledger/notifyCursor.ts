import type { UtcMs } from '../base/index.js';

/** The last message about a check. */
export interface NotifiedAlarm {
  /** When the box noticed it; this identifies the alarm. */
  readonly at: UtcMs;
  /** Did it begin then, or was it over? */
  readonly isOn: boolean;
}

/**
 * Which receipts and alarms the owner has been told of, and how far webhooks and stream are; the newest record counts. After a power cut, messages since then are
 * sent again.
 */
export interface NotifyCursor {
  /** All receipts up to this record were sent or skipped; null when the owner wants none. */
  readonly sequence: number | null;
  /** By the name of the check; null when the owner wants none. */
  readonly alarms: Readonly<Record<string, NotifiedAlarm>> | null;
  /** Up to where each webhook was told of events, by environment and name, as a cursor of the API; left out where there is none. */
  readonly hooks?: Readonly<Record<string, string>>;
  /** Up to where the stream was told, as a cursor of the API; left out where there is none. */
  readonly stream?: string;
}

/** The owner has not asked for messages yet. */
export const NO_NOTIFY_CURSOR: NotifyCursor = { sequence: null, alarms: null };

/** The cursor as its record has it: there it is called `notice`. */
export const storedCursor = {
  write: (cursor: NotifyCursor): object => ({ notice: cursor }),
  read: (content: object): NotifyCursor => (content as { readonly notice: NotifyCursor }).notice,
};
