/**
 * Access control: API keys and their daily quotas, users with passwords or PINs, the tablets they sign in on, and the
 * claim code of a new box.
 *
 * Secrets are stored only as hashes. Users and keys share one sequence of *caller numbers*, which receipts record.
 * Changes run one at a time; a change whose caller has disconnected before its turn is not made (`callers.ts`).
 *
 * Read in this order: `keys.ts`, `users.ts`, `tablets.ts`, `claim.ts`. `addresses.ts` and `refunds.ts` detect misuse of
 * a key, `dailyQuota.ts` limits its writes.
 */
export { Claim } from './claim.js';
export { codeOf, newCode, readCode, shownCode, NEVER_ABORTED } from './callers.js';
export { DailyQuota, MAX_NEW_ITEMS, readNotedFlash } from './dailyQuota.js';
export { KeyRing, type KeyUse } from './keys.js';
export { Tablets } from './tablets.js';
export { CLAIMED, type CreatedUser, type UserFault, Users } from './users.js';
