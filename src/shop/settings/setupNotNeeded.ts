import type { Setting } from './setting.js';

/** Setup steps that a shop may skip; `printer-answer`: its printers print without ever answering. */
const SETUP_STEPS = ['processor', 'printer', 'printer-answer', 'tablet', 'cashiers', 'backup'] as const;
export type OptionalSetupStep = (typeof SETUP_STEPS)[number];

/**
 * Setup steps that a person has marked as not needed in this shop, for example without a printer, or when practising
 * with the demo processor.
 */
export const setupNotNeededSetting: Setting<readonly OptionalSetupStep[]> = {
  reach: 'box',
  schema: {
    type: 'array',
    maxItems: SETUP_STEPS.length,
    uniqueItems: true,
    items: { type: 'string', enum: SETUP_STEPS },
  },
  defaultValue: () => [],
};
