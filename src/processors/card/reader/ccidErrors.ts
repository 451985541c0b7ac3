import type { CardLoss } from '../link.js';
import type { ANSWER } from './ccidMessage.js';
import { type CcidAnswer } from './ccidMessage.js';

/** Codes of failed commands that the box acts on (CCID 1.1, 6.2.6). */
export const ERROR = {
  mute: 0xfe,
  parity: 0xfd,
  overrun: 0xfc,
  hardware: 0xfb,
  sequence: 0xf2,
  slotBusy: 0xe0,
} as const;

const NAMES: ReadonlyMap<number, string> = new Map([
  [0xff, 'aborted'],
  [ERROR.mute, 'card mute'],
  [ERROR.parity, 'parity'],
  [ERROR.overrun, 'overrun'],
  [ERROR.hardware, 'hardware'],
  [0xf8, 'first byte of the answer to reset'],
  [0xf7, 'check byte of the answer to reset'],
  [0xf6, 'protocol not supported'],
  [0xf5, 'class not supported'],
  [0xf4, 'procedure byte'],
  [0xf3, 'protocol deactivated'],
  [ERROR.sequence, 'busy with an automatic sequence'],
  [0xf0, 'no PIN in time'],
  [0xef, 'PIN cancelled'],
  [ERROR.slotBusy, 'slot busy'],
  [0x00, 'message not supported'],
]);

/** The name of an error, with its number. */
export function nameOfError(code: number): string {
  const named = NAMES.get(code);
  const number = code.toString(16).padStart(2, '0').toUpperCase();
  if (named !== undefined) return `${number} ${named}`;
  return code < 0x80 ? `${number} byte ${code} of the message` : `${number} of the vendor`;
}

/** True when the reader only asks for a retry after a short time. */
export const isBusy = ({ outcome, code }: CcidAnswer): boolean =>
  outcome === 'failed' && (code === ERROR.sequence || code === ERROR.slotBusy);

/** True when the reader refuses one of the message's own bytes, which means a parameter that cannot be set. */
export const isParameterRefused = ({ outcome, code }: CcidAnswer): boolean =>
  outcome === 'failed' && code >= 1 && code <= 0x7f;

/** What the failure of an exchange with an active card means. */
export function lossOfExchange({ card, code }: CcidAnswer): CardLoss {
  // A card without power was removed and inserted again, unless the reader reports that it timed out.
  if (card === 'absent' || (card === 'idle' && code !== ERROR.mute)) return 'removed';
  return code === ERROR.mute ? 'mute' : 'protocol';
}

/** The meaning of a failed power-up. A short circuit also means a card inserted wrongly. */
export function lossOfActivation({ card, code }: CcidAnswer): CardLoss {
  if (card === 'absent') return 'no card';
  return code === ERROR.mute || code === ERROR.hardware || code === 0xf8 ? 'mute' : 'protocol';
}

/** True when this is the type of answer to such a command. A failure may have any type. */
export function isAnswerTo(expected: (typeof ANSWER)[keyof typeof ANSWER], { type, outcome }: CcidAnswer): boolean {
  return type === expected || outcome === 'failed';
}
