import type { Setting } from './setting.js';

/** What the box does with a version that the owner publishes for the group: apply it, ask a person, or ignore it. */
export const GROUP_MODES = ['follow', 'offer', 'ignore'] as const;
export type GroupMode = (typeof GROUP_MODES)[number];

/** The group of boxes that share prices and settings. They are on the server of the setting `stream`. */
export interface GroupSetting {
  readonly name: string;
  /** Default `ignore`. */
  readonly catalogue?: GroupMode;
  /** Default `ignore`. */
  readonly settings?: GroupMode;
}

/** One token of a NATS subject. */
const GROUP_NAME = '^[A-Za-z0-9_-]{1,40}$';

/** Null: the box belongs to no group. */
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
  patternWords: {
    [GROUP_NAME]: {
      sr: 'мора бити од 1 до 40 слова од a до z, цифара, - или _, као kiosks',
      en: 'must be 1 to 40 letters a to z, digits, - or _, like kiosks',
    },
  },
  defaultValue: () => null,
};
