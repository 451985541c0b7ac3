import { createHmac } from 'node:crypto';
import { codeOf } from '../access/index.js';

/** Below `/run`, for the service, whose tickets show it, and for the rescue page, which asks for it. */
export const RESCUE_CODE_FILE = 'kasirbox-board/rescue-code';
const LENGTH = 8;

/**
 * The code without which nobody presses a button of the rescue page. It follows from the password of the board's own Wi-Fi, which each board
 * has made at its first start: a ticket that is years old still has the right one. The password does not follow from it.
 */
export function rescueCodeOf(accessPointPassword: string): string {
  return codeOf(createHmac('sha256', accessPointPassword).update('kasirbox rescue').digest().subarray(0, LENGTH));
}
