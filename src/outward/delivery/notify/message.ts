import type { UtcMs } from '../../../base/index.js';

export type MessageType = 'invoice.issued' | 'alarm.on' | 'alarm.over' | 'test';

/** One message to the owner. */
export interface OwnerMessage {
  /** The same in every repeat, so that a program can recognize it; letters, digits, dots and hyphens. */
  readonly id: string;
  readonly type: MessageType;
  /** When it was created. */
  readonly at: UtcMs;
  /** For a chat: Serbian Cyrillic, a few lines. */
  readonly text: string;
  /** For a program: plain JSON. */
  readonly data: Readonly<Record<string, unknown>>;
}
