import type { X509Certificate } from 'node:crypto';
import { type DerElement, derElements, objectId } from '../../../base/index.js';
import {
  certificateExtensions,
  type Constraints,
  derChildren,
  permits,
  type Subtree,
  SUBTREE_TAGS,
} from '../../../platform/tls/index.js';

const SUBJECT_ALTERNATIVE_NAME = '2.5.29.17';
const COMMON_NAME = '2.5.4.3';
const MAIL_ADDRESS = '1.2.840.113549.1.9.1';
const PERMITTED = 0xa0;
const EXCLUDED = 0xa1;
const DNS_NAME = 0x82;
const IP_ADDRESS = 0x87;
/**
 * Index of the subject in the to-be-signed part of a version 3 certificate (RFC 5280, 4.1): after version, number,
 * algorithm, issuer and validity.
 */
const SUBJECT = 5;

/**
 * True when these name constraints (RFC 5280, 4.2.1.10) permit the server `path[0]` and the authorities between it and
 * the constrained one. Undecidable cases are refused: kinds of names that are not checked here, and certificates with
 * such names. DNS names are compared as OpenSSL does; a common name with a dot counts as a DNS name where there is no
 * other. Throws a `DerError`.
 */
export function permitsNames(extension: Buffer, path: readonly X509Certificate[]): boolean {
  const constraints = constraintsIn(extension);
  return constraints !== undefined && path.every((certificate, at) => isPermitted(constraints, certificate, at === 0));
}

/** Undefined when they have a member that is not checked here. */
function constraintsIn(extension: Buffer): Constraints | undefined {
  const found: { permitted: Subtree[]; excluded: Subtree[] } = { permitted: [], excluded: [] };
  for (const list of derChildren(derElements(extension)[0])) {
    if (list.tag !== PERMITTED && list.tag !== EXCLUDED) return undefined;
    for (const subtree of derChildren(list)) {
      // A second element would be a distance, which RFC 5280 forbids.
      const [base, ...distance] = derChildren(subtree);
      const tag = SUBTREE_TAGS.find((known) => known === base?.tag);
      if (base === undefined || tag === undefined || distance.length > 0) return undefined;
      const value = tag === IP_ADDRESS ? base.value : lowered(base.value);
      (list.tag === PERMITTED ? found.permitted : found.excluded).push({ tag, value });
    }
  }
  return found;
}

function isPermitted(constraints: Constraints, certificate: X509Certificate, isServer: boolean): boolean {
  const extension = certificateExtensions(certificate.raw).get(SUBJECT_ALTERNATIVE_NAME);
  const names = extension === undefined ? [] : derChildren(derElements(extension)[0]);
  const subject = subjectOf(certificate);
  if (subject.some(({ type }) => type === MAIL_ADDRESS)) return false;
  if (!isServer) return names.length === 0;
  const texts = names.map(textOf);
  const hasDnsName = names.some(({ tag }) => tag === DNS_NAME);
  const isName = ({ type, text }: (typeof subject)[number]): boolean => type === COMMON_NAME && text.includes('.');
  if (!hasDnsName) texts.push(...subject.filter(isName).map(({ text }) => text));
  return texts.length > 0 && texts.every((text) => text !== undefined && permits(constraints, text));
}

/** A DNS name or an IP address as text; undefined for a name of another kind. */
function textOf({ tag, value }: DerElement): string | undefined {
  if (tag === DNS_NAME) return lowered(value).toString('latin1');
  if (tag !== IP_ADDRESS) return undefined;
  if (value.length === 4) return value.join('.');
  return value.length === 16 ? (value.toString('hex').match(/.{4}/g) ?? []).join(':') : undefined;
}

function subjectOf({ raw }: X509Certificate): { readonly type: string; readonly text: string }[] {
  const [signed] = derChildren(derElements(raw)[0]);
  return derChildren(derChildren(signed)[SUBJECT]).flatMap((set) =>
    derChildren(set).map((attribute) => {
      const [type, value] = derChildren(attribute);
      return { type: objectId(type), text: lowered(value?.value ?? Buffer.alloc(0)).toString('latin1') };
    }),
  );
}

function lowered(value: Buffer): Buffer {
  return Buffer.from(value.toString('latin1').toLowerCase(), 'latin1');
}
