import type { UtcMs } from '../../base/fiscal.js';

export type MessageType = 'invoice.issued' | 'alarm.on' | 'alarm.over' | 'test';

/** One thing that the owner is told. */
export interface OwnerMessage {
  /** The same whenever it is sent again, so that a program can tell a repeat; letters, digits, dots and hyphens. */
  readonly id: string;
  readonly type: MessageType;
  /** When it came to be. */
  readonly at: UtcMs;
  /** For a chat: Serbian Cyrillic, a few lines. */
  readonly text: string;
  /** For a program: plain JSON. */
  readonly data: Readonly<Record<string, unknown>>;
}
