import { domainToASCII } from 'node:url';
import { isLocalDate, isLocalTime } from './time.js';
import { hasPiledUpMarks, isBlank, toNfc, withoutUnseen } from './unicode.js';

/**
 * Mail addresses for SMTP: only the dot-atom form of RFC 5321, 4.1.2. Quoted local parts, comments and address literals
 * are legal, but no customer has one, and each could hide a second address or a line break. The local part is ASCII
 * (few servers support SMTPUTF8, RFC 6531); the domain may be international.
 */

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LOCAL_PART = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`);
/** RFC 5321, 4.5.3.1.1 and 4.5.3.1.3 (256 with the angle brackets), bytes. */
const MAX_LOCAL_PART = 64;
const MAX_ADDRESS = 254;

/** Letters of any script, before IDNA; no percent sign or other character that the conversion would decode. */
const INTERNATIONAL = /^[\p{L}\p{M}\p{N}.-]+$/u;
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const HOST_NAME = new RegExp(`^(?=.{1,253}$)${LABEL}(?:\\.${LABEL})*$`, 'i');
/** The last label of a name begins with a letter, unlike that of an IP address entered by mistake. */
const PUBLIC_DOMAIN = /\.[a-z][a-z0-9-]+$/;

/** True for a DNS name in ASCII (RFC 1123, 2.1), without a trailing dot. */
export function isHostName(text: string): boolean {
  return HOST_NAME.test(text);
}

/** The address with its domain in ASCII and lower case (IDNA); undefined when `text` is not exactly one address. */
export function mailAddress(text: string): string | undefined {
  const at = text.lastIndexOf('@');
  const [localPart, written] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || localPart.length > MAX_LOCAL_PART || !LOCAL_PART.test(localPart)) return undefined;
  const domain = written.length <= MAX_ADDRESS && INTERNATIONAL.test(written) ? domainToASCII(written) : '';
  const address = `${localPart}@${domain}`;
  return isHostName(domain) && address.length <= MAX_ADDRESS ? address : undefined;
}

/** True when a customer can receive mail there: one address, with a domain that has a dot. */
export function isCustomerAddress(text: string): boolean {
  return PUBLIC_DOMAIN.test(mailAddress(text) ?? '');
}

interface Sender {
  /** Display name; may be ''. */
  readonly name: string;
  readonly address: string;
}

const NAMED = /^([^<>"\p{C}\p{Zl}\p{Zp}]*[^<>"\s\p{C}]) *<([^<>]*)>$/u;

/** Parses `kasa@pekara.rs` or `Пекара <kasa@pekara.rs>`; undefined for any other form. */
export function readSender(text: string): Sender | undefined {
  const [, name = '', written = text] = NAMED.exec(text) ?? [];
  const address = mailAddress(written);
  return address === undefined ? undefined : { name: name.trim(), address };
}

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
