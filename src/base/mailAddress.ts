import { domainToASCII } from 'node:url';

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
