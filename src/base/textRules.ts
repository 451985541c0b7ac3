import { isCustomerAddress } from './mailAddress.js';
import { isLocalDate, isLocalTime } from './time.js';
import { hasPiledUpMarks, isBlank, toNfc, withoutUnseen } from './unicode.js';

/**
 * Patterns for texts from clients. They mean the same with and without the flag `u`, in any client generated from them:
 * no property classes, no look-around, and a character beyond U+FFFF may be one code point or a surrogate pair.
 */

/**
 * C0 and C1 controls except tab, LF and CR: texts do not need them, and printers interpret some of them as commands.
 */
const COMMANDS = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f';
const PAIR = '[\\ud800-\\udbff][\\udc00-\\udfff]';
const CHARACTER = `(?:[^${COMMANDS}\\ud800-\\udfff]|${PAIR})`;

/** A text without commands and halves of surrogate pairs. Other invisible characters are removed when it is printed. */
export const TEXT = `^${CHARACTER}*$`;

/** As {@link TEXT}, and not only blanks. */
export const NAME = `^[ \\t\\r\\n]*(?:[^ \\t\\r\\n${COMMANDS}\\ud800-\\udfff]|${PAIR})${CHARACTER}*$`;

const DAY = '[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])';

/** `YYYY-MM-DD`. */
export const LOCAL_DATE = `^${DAY}$`;

/** `YYYY-MM-DD HH:MM:SS`. */
export const LOCAL_TIME = `^${DAY} (?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]$`;

/**
 * ASCII that is not allowed in a domain: everything except letters, digits and hyphen. A dot is added where it is
 * allowed.
 */
const NOT_IN_DOMAIN = '\\x00-\\x2c\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f';

/** One mail address (RFC 5321, 4.1.2, dot-atom form); its domain may be international. */
export const ADDRESS = `^[!#-'*+\\x2d-9=?A-Z\\x5e-~]{1,64}@[^${NOT_IN_DOMAIN}]+\\.[^.${NOT_IN_DOMAIN}]+$`;

/** Requirements of a text that no portable pattern can express. */
export type TextRule = 'not-blank' | 'few-marks' | 'real-date' | 'real-time' | 'mail-address';

const HOLDS: Readonly<Record<TextRule, (text: string) => boolean>> = {
  'not-blank': (text) => !isBlank(text),
  'few-marks': (text) => !hasPiledUpMarks(withoutUnseen(text)),
  'real-date': isLocalDate,
  'real-time': isLocalTime,
  'mail-address': isCustomerAddress,
};

const RULES: Readonly<Record<string, readonly TextRule[]>> = {
  [TEXT]: ['few-marks'],
  [NAME]: ['not-blank', 'few-marks'],
  [LOCAL_DATE]: ['real-date'],
  [LOCAL_TIME]: ['real-time'],
  [ADDRESS]: ['mail-address'],
};

/** The first rule that a text violates although it matches the pattern of its schema. */
export function brokenRule(pattern: unknown, text: string): TextRule | undefined {
  const rules = typeof pattern === 'string' ? RULES[pattern] : undefined;
  return rules?.find((rule) => !HOLDS[rule](text));
}

/**
 * The text in NFC (UAX #15), so that the same name is always the same text; unchanged if that would make it longer than
 * `maxLength` code points.
 */
export function composed(text: string, maxLength: number): string {
  const nfc = toNfc(text);
  return nfc.length <= maxLength || Array.from(nfc).length <= maxLength ? nfc : text;
}
