import { createHmac } from 'node:crypto';
import { codeOf } from '../../shop/access/index.js';

/** Relative to `/run`, for the service, which prints it on tickets, and for the rescue page, which checks it. */
export const RESCUE_CODE_FILE = 'kasirbox-board/rescue-code';
const LENGTH = 8;

/**
 * The code required for the buttons of the rescue page. It is derived from the password of the board's own Wi-Fi, which
 * is created at the first start, so an old ticket stays valid. The password cannot be derived from it.
 */
export function rescueCodeOf(accessPointPassword: string): string {
  return codeOf(createHmac('sha256', accessPointPassword).update('kasirbox rescue').digest().subarray(0, LENGTH));
}
