import { ok, type Result } from '../../base/index.js';
import { type Fault, wrong } from './problem.js';
import { VALUE_TEXTS } from './texts.js';

/** Maximum length of a line, characters: an RSA key of 16,384 bits and its comment. */
const MAX_LINE = 3000;
const LINE = /^(ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(?:256|384|521)) ([A-Za-z0-9+/]+={0,2})(?: (.*))?$/;
const MIN_RSA_BITS = 2048;
const MAX_RSA_BITS = 16_384;
/** Bytes of an uncompressed point, by curve (RFC 5656, 3.1). */
const POINTS: Readonly<Record<string, number>> = { nistp256: 65, nistp384: 97, nistp521: 133 };

/** One public key as a line of `authorized_keys`, rebuilt so that it has no options and no second line. */
export function sshKeyOf(text: string): Result<string, Fault> {
  const [, type = '', base64 = '', comment = ''] = (text.length <= MAX_LINE && LINE.exec(text.trim())) || [];
  const blob = Buffer.from(base64, 'base64');
  const fields = fieldsOf(blob);
  const isWhole = blob.toString('base64').replace(/=+$/, '') === base64.replace(/=+$/, '');
  if (!isWhole || fields?.[0]?.toString() !== type || !isStrong(type, fields)) return wrong(VALUE_TEXTS.sshKey);
  const remark = comment.replace(/[^\w.@+-]+/g, '-').slice(0, 60);
  return ok([type, base64, remark].filter((part) => part !== '').join(' '));
}

function isStrong(type: string, [, first, second, ...others]: readonly Buffer[]): boolean {
  if (first === undefined || others.length > 0) return false;
  if (type === 'ssh-ed25519') return first.length === 32 && second === undefined;
  if (second === undefined) return false;
  if (type === 'ssh-rsa') return isModulus(second);
  const curve = first.toString();
  return type === `ecdsa-sha2-${curve}` && second.length === POINTS[curve] && second[0] === 4;
}

function isModulus(bytes: Buffer): boolean {
  const significant = bytes[0] === 0 ? bytes.subarray(1) : bytes;
  const bits = significant.length * 8 - Math.clz32(significant[0] ?? 0) + 24;
  return bits >= MIN_RSA_BITS && bits <= MAX_RSA_BITS;
}

/** The strings of an SSH key blob (RFC 4251, 5); undefined when they do not fill it exactly. */
function fieldsOf(blob: Buffer): Buffer[] | undefined {
  const fields: Buffer[] = [];
  for (let at = 0; at < blob.length;) {
    if (at + 4 > blob.length) return undefined;
    const end = at + 4 + blob.readUInt32BE(at);
    if (end > blob.length) return undefined;
    fields.push(blob.subarray(at + 4, end));
    at = end;
  }
  return fields;
}
