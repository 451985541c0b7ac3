import type { Environment } from '../../contract/index.js';
import {
  aboutMember,
  defineMessages,
  type JsonSchema,
  NO_STACKED_MARKS,
  NOT_BLANK,
  PRINTABLE,
  type Bilingual,
  type Message,
  type MessageText,
} from '../../base/index.js';

/** Data of the installed certificates that settings must match. */
export type InstalledCertificates = Readonly<
  Partial<
    Record<
      Environment,
      {
        /** TIN of the taxpayer, 9 digits; null when the certificate has none. */
        readonly tin: string | null;
        /** Address of the V-PFR; null when the certificate has none. */
        readonly vsdcUrl: string | null;
      }
    >
  >
>;

/**
 * Reach of a setting, which determines the right needed to change it. `box`: behaviour of the box itself that reveals
 * data to no one. `devices`: where single receipts are sent to be signed or printed; a technician may set it. `sales`:
 * who receives sales data, whether receipts, amounts or counts. `PIN`: who may sign with the shop's card.
 */
export type SettingReach = 'box' | 'devices' | 'sales' | 'PIN';

/**
 * Everything about one setting, as the registry requires it. Faults are undefined for a right value.
 */
export interface Setting<Value> {
  readonly schema: JsonSchema;
  readonly reach: SettingReach;
  /** Descriptions of the patterns in the schema; {@link ROW_PATTERN_TEXTS} need not be listed. */
  readonly patternWords?: Readonly<Record<string, MessageText>>;
  /** The value until the owner sets another. */
  readonly defaultValue: () => Value;
  /** Members that are never shown; of a list, those of its entries. */
  readonly secrets?: readonly string[];
  /** Members that determine where the secrets are sent. When one changes, the secrets must be given again. */
  readonly secretsGoTo?: readonly string[];
  /**
   * True when an owner may set it for a group of boxes, without its secrets. Default false. Never for settings that
   * determine where money goes, who signs, which servers the box trusts, or who receives its sales data.
   */
  readonly isOfGroup?: true;
  /** Converts the input, which may be anything, to the form that is checked and stored. Default: unchanged. */
  readonly normalized?: (given: unknown) => unknown;
  /** What is displayed in place of the value. Default: the value without its secrets. */
  readonly shown?: (value: Value) => unknown;
  /**
   * Checks a value of the right form. Runs whichever setting is changed: a wrong value stored by an older release must
   * be corrected first.
   */
  readonly fault?: (value: Value, installed: InstalledCertificates) => Message | undefined;
  /** As {@link fault}, but runs only when this setting is changed. */
  readonly faultWhenChanged?: (value: Value, installed: InstalledCertificates) => Message | undefined;
}

const MESSAGES = defineMessages('setting', {
  ofMember: { en: '{setting}: {fault}', sr: '{fault}' },
  ofSetting: { en: '{setting}: {fault}', sr: '{setting}: {fault}' },
});

/** A fault of a setting, which both languages name first. */
export function settingFault(setting: string, fault: Message): Message {
  return MESSAGES.ofSetting({ setting, fault });
}

/**
 * A fault of one member. Its English text begins with `{field}`, the name of the member; its Serbian text is complete
 * without the name of the setting.
 */
export function memberFault(setting: string, member: string, fault: Message): Message {
  return MESSAGES.ofMember({ setting, fault: aboutMember([member], fault) });
}

/** Descriptions of the patterns of {@link row}. */
export const ROW_PATTERN_TEXTS: Readonly<Record<string, Bilingual>> = {
  [PRINTABLE]: { sr: 'има контролни или невидљив знак', en: 'holds a control or invisible character' },
  [NO_STACKED_MARKS]: {
    sr: 'има више од четири акцента на једном слову',
    en: 'has more than four accents on one letter',
  },
  [NOT_BLANK]: { sr: 'не сме бити празно', en: 'must not be blank' },
};

/** One row of text of at most `maxLength` characters, not blank, in the form printed on receipts. */
export function row(maxLength: number): JsonSchema {
  return { type: 'string', maxLength, allOf: [{ pattern: PRINTABLE }, { pattern: NOT_BLANK }] };
}

/** An object with these members and no others. */
export function record(properties: Readonly<Record<string, JsonSchema>>, optional: readonly string[] = []): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', required, properties, additionalProperties: false };
}
