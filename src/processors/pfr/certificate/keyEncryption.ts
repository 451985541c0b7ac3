import { decryptText, type Disk, encryptText, KEY_LENGTH, secureRandom, writeAtomic } from '../../../base/index.js';
import type { Environment } from '../../../contract/index.js';

/** Length of the box's key, octets. */
export const BOX_KEY_LENGTH = KEY_LENGTH;

/** Kind and version of the file. The output of {@link encryptText} follows. */
const HEAD = Buffer.from('kasirbox certificate 1\n');

/** Creates the box's key and writes it durably. Throws a `DiskError`. */
export async function createBoxKey(disk: Disk, path: string): Promise<Buffer> {
  const key = secureRandom(BOX_KEY_LENGTH);
  await writeAtomic(disk, path, key);
  return key;
}

/**
 * Encrypts a text with the box's key. A copy of the file alone, in a backup or a support bundle, does not reveal the
 * certificate. An attacker who can read the whole folder can read both. The file is bound to its environment: renamed
 * to the file of the other environment, it cannot be decrypted.
 */
export function encrypt(key: Buffer, environment: Environment, text: string): Buffer {
  return Buffer.concat([HEAD, encryptText(key, boundTo(environment), text)]);
}

/**
 * The text given to {@link encrypt}. Undefined when the file is of another kind, was changed, or was encrypted with
 * another key or for another environment.
 */
export function decrypt(key: Buffer, environment: Environment, file: Buffer): string | undefined {
  if (!file.subarray(0, HEAD.length).equals(HEAD)) return undefined;
  return decryptText(key, boundTo(environment), file.subarray(HEAD.length));
}

function boundTo(environment: Environment): Buffer {
  return Buffer.concat([HEAD, Buffer.from(environment)]);
}
