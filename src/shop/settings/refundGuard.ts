import type { Setting } from './setting.js';

/**
 * Handling of a refund that returns what was already returned: `warn` issues it with a warning, `refuse` does not issue
 * it.
 */
export const REFUND_GUARDS = ['warn', 'refuse'] as const;
export type RefundGuardSetting = (typeof REFUND_GUARDS)[number];

export const refundGuardSetting: Setting<RefundGuardSetting> = {
  reach: 'box',
  schema: { type: 'string', enum: REFUND_GUARDS },
  // API v1 lists no such refusal.
  defaultValue: () => 'warn',
  isOfGroup: true,
};
