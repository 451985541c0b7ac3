import type { Setting } from './setting.js';

/** One MB as the setting counts it, bytes. */
export const MEGABYTE = 1_000_000;

/**
 * Most MB that one API key may write to the flash in a day, 100 to 20,000. A till with 3,000 printed receipts of ten lines takes
 * 160 of them.
 */
export const flashBudgetSetting: Setting<number> = {
  reach: 'box',
  schema: { type: 'integer', minimum: 100, maximum: 20_000 },
  defaultValue: () => 1500,
  isOfGroup: true,
};
