import { createCipheriv, createDecipheriv } from 'node:crypto';
import { writeAtomic } from '../../base/atomic.js';
import type { Disk } from '../../base/disk.js';
import type { Environment } from '../../base/fiscal.js';
import { drawRandom } from '../../base/random.js';

/** Octets of the box's key. */
export const KEY_LENGTH = 32;

/** Kind and version of the file, before the nonce, the encrypted text and the tag. */
const HEAD = Buffer.from('kasirbox certificate 1\n');
const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;
const CIPHER = 'aes-256-gcm';

/** A new key of the box, written durably. Throws a `DiskError`. */
export async function makeBoxKey(disk: Disk, path: string): Promise<Buffer> {
  const key = drawRandom(KEY_LENGTH);
  await writeAtomic(disk, path, key);
  return key;
}

/**
 * A file that is worth nothing without the box's key: a copy of it alone, in a backup or with support, gives the
 * certificate to nobody. Who can read the whole folder can read both. It is bound to its environment: a file that is
 * renamed does not turn up in the other.
 */
export function seal(key: Buffer, environment: Environment, text: string): Buffer {
  const nonce = drawRandom(NONCE_LENGTH);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(boundTo(environment));
  return Buffer.concat([HEAD, nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}

/** What {@link seal} was given; undefined when the file is another, was changed, or is of another key or environment. */
export function openSealed(key: Buffer, environment: Environment, file: Buffer): string | undefined {
  const begin = HEAD.length + NONCE_LENGTH;
  if (file.length < begin + TAG_LENGTH || !file.subarray(0, HEAD.length).equals(HEAD)) return undefined;
  const decipher = createDecipheriv(CIPHER, key, file.subarray(HEAD.length, begin), { authTagLength: TAG_LENGTH });
  decipher.setAAD(boundTo(environment)).setAuthTag(file.subarray(-TAG_LENGTH));
  try {
    const text = [decipher.update(file.subarray(begin, -TAG_LENGTH)), decipher.final()];
    return Buffer.concat(text).toString();
  } catch {
    return undefined;
  }
}

function boundTo(environment: Environment): Buffer {
  return Buffer.concat([HEAD, Buffer.from(environment)]);
}
