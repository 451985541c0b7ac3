/** API keys and what they may write; users, the tablets they sign in on, and the claim of a new box. */
export { Claim } from './claim.js';
export { codeOf, newCode, readCode, shownCode } from './codes.js';
export { FlashBudget, MAX_NEW_ITEMS, readNotedFlash } from './flashBudget.js';
export { STAYS } from './gone.js';
export { KeyRing, type KeyUse } from './keys.js';
export { Tablets } from './tablets.js';
export { type CreatedUser, type UserFault, Users } from './users.js';
