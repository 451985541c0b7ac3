/** Prices and settings that an owner sets for a group of boxes: the form of a version, and when this box takes it. */
export { catalogueInUse, Group, type GroupReport } from './group.js';
export { fieldsOf } from './parts.js';
export {
  type CatalogueVersion,
  MOST_ITEMS,
  readCatalogue,
  readSettings,
  type SettingsVersion,
  unpacked,
  writeVersion,
} from './value.js';
