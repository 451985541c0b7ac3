import type { Setting } from './setting.js';

/** Whether and how requests wait for a processor that cannot be reached, if they ask for it. */
export interface OfflineQueueSetting {
  readonly enabled: boolean;
  /** Maximum number of waiting and refused requests together, 1 to 1000. */
  readonly maxCount: number;
  /** Hours after which a waiting request is no longer issued automatically, 1 to 720. */
  readonly maxAgeHours: number;
  /** True to print a slip which states that the receipt comes later. */
  readonly printSlip: boolean;
  /** True to print receipts when they are issued from the queue; false to only store them. Default true. */
  readonly printReceipts?: boolean;
}

export const offlineQueueSetting: Setting<OfflineQueueSetting> = {
  reach: 'box',
  schema: {
    type: 'object',
    required: ['enabled', 'maxCount', 'maxAgeHours', 'printSlip'],
    additionalProperties: false,
    properties: {
      enabled: { type: 'boolean' },
      maxCount: { type: 'integer', minimum: 1, maximum: 1000 },
      maxAgeHours: { type: 'integer', minimum: 1, maximum: 720 },
      printSlip: { type: 'boolean' },
      printReceipts: { type: 'boolean' },
    },
  },
  // Off by default: an owner must decide to take money without issuing a receipt at once.
  defaultValue: () => ({ enabled: false, maxCount: 200, maxAgeHours: 48, printSlip: true, printReceipts: true }),
  isOfGroup: true,
};
