import { type Environment, type JsonSchema, NO_PILE, NOT_BLANK, PRINTABLE } from '../base/index.js';

/** What settings have to agree with in the certificates that are installed. */
export type InstalledCertificates = Readonly<
  Partial<
    Record<
      Environment,
      {
        /** Of the taxpayer, 9 digits; null when the certificate does not tell. */
        readonly tin: string | null;
        /** Address of the V-PFR; null when the certificate does not tell. */
        readonly vsdcUrl: string | null;
      }
    >
  >
>;

/**
 * How far a setting reaches, from which follows the right that it needs:
 * `box`: what the box does by itself, and nobody learns more by it;
 * `devices`: where single receipts go to be signed or printed. It is a technician's trade to set it;
 * `sales`: who hears of what is sold, be it receipts, sums or counts;
 * `PIN`: who may sign with the card of the shop.
 */
export type SettingReach = 'box' | 'devices' | 'sales' | 'PIN';

/** One setting, wholly: what the registry asks of each. Faults are English sentences; undefined when nothing is wrong. */
export interface Setting<Value> {
  readonly schema: JsonSchema;
  readonly reach: SettingReach;
  /** What each pattern of the schema asks for, in words; {@link ROW_PATTERN_WORDS} need not be named. */
  readonly patternWords?: Readonly<Record<string, string>>;
  /** What holds until the owner sets it. */
  readonly defaultValue: () => Value;
  /** Members that are never shown; of a list, those of its entries. */
  readonly secrets?: readonly string[];
  /** Members that say where the secrets are sent: where one changes, the secrets must be given again. */
  readonly secretsGoTo?: readonly string[];
  /**
   * May an owner set it for a group of boxes, without its secrets? Left out: no. Never what says where money goes, who signs, whom the
   * box believes or who hears of its sales.
   */
  readonly isOfGroup?: true;
  /** What is given, in the form in which it is checked and kept; as it is when left out. It may be anything. */
  readonly normalized?: (given: unknown) => unknown;
  /** What is shown in place of the value; the value without its secrets when left out. */
  readonly shown?: (value: Value) => unknown;
  /**
   * What is wrong with a value of the right form. Looked for whichever setting is changed: what an older release has stored must
   * be mended first.
   */
  readonly fault?: (value: Value, installed: InstalledCertificates) => string | undefined;
  /** The same, looked for only when this setting is changed. */
  readonly faultWhenChanged?: (value: Value, installed: InstalledCertificates) => string | undefined;
}

/** What the patterns of {@link row} ask for, in words. */
export const ROW_PATTERN_WORDS: Readonly<Record<string, string>> = {
  [PRINTABLE]: 'holds a control or invisible character',
  [NO_PILE]: 'has more than four accents on one letter',
  [NOT_BLANK]: 'must not be blank',
};

/** One row of text of at most `maxLength` characters, not blank, as it is printed on receipts. */
export function row(maxLength: number): JsonSchema {
  return { type: 'string', maxLength, allOf: [{ pattern: PRINTABLE }, { pattern: NOT_BLANK }] };
}

/** An object with these members and no others. */
export function record(properties: Readonly<Record<string, JsonSchema>>, optional: readonly string[] = []): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', required, properties, additionalProperties: false };
}
