import { ok } from '../../src/base/result.js';
import type { SettingsKey } from '../../src/shop/settings/storedSecrets.js';

/** The key for secrets of a box that has no folder. */
export const SETTINGS_KEY: SettingsKey = ok(Buffer.alloc(32, 7));
