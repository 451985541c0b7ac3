/**
 * Prices and settings that an owner sets for a group of boxes, as a box receives and applies them.
 *
 * A group has two "parts", its catalogue and its settings, and an owner sets numbered "versions" of each (`value.ts`).
 * A version is received from the owner's server, checked and stored in the ledger (`intake.ts`), and applied when it
 * becomes valid (`group.ts`): with the mode `follow` automatically, with `offer` after a person has decided.
 * `standings.ts` reports the state of each part. The server is not trusted: everything from it is bounded and checked.
 */
export { catalogueInUse, Group } from './group.js';
export { fieldsOf } from './groupParts.js';
export type { GroupReport } from './standings.js';
export {
  type CatalogueVersion,
  MAX_ITEMS,
  MAX_VERSION,
  readCatalogue,
  readSettings,
  type SettingsVersion,
  decompressVersion,
  writeVersion,
} from './value.js';
