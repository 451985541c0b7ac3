/** Prices and settings that an owner sets for a group of boxes: the form of a version, and when this box takes it. */
export { catalogueInUse, Group } from './group.js';
export { fieldsOf } from './parts.js';
export type { GroupReport } from './standings.js';
export {
  type CatalogueVersion,
  MOST_ITEMS,
  MOST_VERSION,
  readCatalogue,
  readSettings,
  type SettingsVersion,
  unpacked,
  writeVersion,
} from './value.js';
