import type { Setting } from './setting.js';

/** Whether and how requests wait for a processor that cannot be reached, when they ask for it. */
export interface OfflineQueueSetting {
  readonly enabled: boolean;
  /** How many are kept at most, waiting and refused ones together, 1 to 1000. */
  readonly maxCount: number;
  /** Hours after which a waiting request is no longer issued by itself, 1 to 720. */
  readonly maxAgeHours: number;
  /** Is a slip printed that says that the receipt comes later? */
  readonly printSlip: boolean;
  /** Are receipts printed when they are issued from the queue? If not, they are only kept; yes when left out. */
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
  // Off: an owner must decide to take money without a receipt at hand.
  defaultValue: () => ({ enabled: false, maxCount: 200, maxAgeHours: 48, printSlip: true, printReceipts: true }),
  isOfGroup: true,
};
