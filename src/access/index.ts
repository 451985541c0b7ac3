/** API keys, and what they may write. */
export { FlashBudget, MAX_NEW_ITEMS, readNotedFlash } from './flashBudget.js';
export { KeyRing, type KeyUse } from './keys.js';
