import type { Setting } from './setting.js';

/** What becomes of a version that the owner sets for the group: it is taken by itself, a person is asked, or nothing. */
export const GROUP_MODES = ['follow', 'offer', 'ignore'] as const;
export type GroupMode = (typeof GROUP_MODES)[number];

/** The boxes with which this one shares prices and settings; the server of the setting `stream` has them. */
export interface GroupSetting {
  readonly name: string;
  /** `ignore` when left out. */
  readonly catalogue?: GroupMode;
  /** `ignore` when left out. */
  readonly settings?: GroupMode;
}

/** One token of a NATS subject. */
export const GROUP_NAME = '^[A-Za-z0-9_-]{1,40}$';

/** Null: the box is by itself. */
export const groupSetting: Setting<GroupSetting | null> = {
  reach: 'sales',
  schema: {
    type: ['object', 'null'],
    required: ['name'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', pattern: GROUP_NAME },
      catalogue: { type: 'string', enum: GROUP_MODES },
      settings: { type: 'string', enum: GROUP_MODES },
    },
  },
  patternWords: { [GROUP_NAME]: 'must be 1 to 40 letters a to z, digits, - or _, like kiosks' },
  defaultValue: () => null,
};
