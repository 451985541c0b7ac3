import type { Setting } from './setting.js';

/** Steps of the first run that a shop may do without; `printer-answer`: its printers print without ever answering. */
const SETUP_STEPS = ['processor', 'printer', 'printer-answer', 'tablet', 'cashiers', 'backup'] as const;
export type OptionalSetupStep = (typeof SETUP_STEPS)[number];

/** Steps that somebody has said this shop does not need: no printer, say, or practice with the demo processor. */
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
