import type { Setting } from './setting.js';

/** One MB in this setting, bytes. */
export const MEGABYTE = 1_000_000;

/**
 * Maximum MB that one API key may write to the flash in a day, 100 to 20,000. A till with 3,000 printed receipts of ten
 * lines writes 160 MB.
 */
export const flashBudgetSetting: Setting<number> = {
  reach: 'box',
  schema: { type: 'integer', minimum: 100, maximum: 20_000 },
  defaultValue: () => 1500,
  isOfGroup: true,
};
