import type { JsonSchema } from '../base/schema.js';

/** Whether, and how, requests that ask for it wait for a processor that cannot be reached. */
export interface OfflineQueueSetting {
  readonly enabled: boolean;
  /** How many are kept at most, waiting and refused ones together, 1 to 1000. */
  readonly maxCount: number;
  /** Hours after which one that waits is not issued by itself any more, 1 to 720. */
  readonly maxAgeHours: number;
  /** Is a slip handed out that says that the receipt comes later? */
  readonly printSlip: boolean;
  /** Are receipts printed when they are issued from the queue? If not, they are only kept; yes when left out. */
  readonly printReceipts?: boolean;
}

/** Off: whoever takes money without a receipt at hand must have decided so. */
export const OFFLINE_QUEUE: OfflineQueueSetting = {
  enabled: false,
  maxCount: 200,
  maxAgeHours: 48,
  printSlip: true,
  printReceipts: true,
};

/** `printReceipts` may be left out: true. */
export const offlineQueueSchema: JsonSchema = {
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
};
