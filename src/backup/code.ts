import { createHash, hkdfSync } from 'node:crypto';
import { join } from 'node:path';
import { base32crockford, bech32 } from '@scure/base';
import { readWhole, writeAtomic } from '../base/atomic.js';
import type { Disk } from '../base/disk.js';
import { drawRandom } from '../base/random.js';
import { failed, ok, type Result } from '../base/result.js';

/**
 * The recovery code opens the backups of a box. It is made once, kept in the data folder and by the owner on paper: 136
 * random bits and 24 of a checksum, in Crockford's base 32, whose digits do not look like one another.
 */
export const CODE_FILE = 'backup.code';
const RANDOM_BYTES = 17;
const CHECK_BYTES = 3;
/** 8 groups of 4 signs. */
const SIGNS = 32;

/** `length`: not 32 signs; `sign`: one that is none of base 32; `typo`: the checksum does not agree. */
export type CodeFault = 'length' | 'sign' | 'typo';

export class RecoveryCode {
  private constructor(private readonly secret: Buffer) {}

  static make(): RecoveryCode {
    return new RecoveryCode(drawRandom(RANDOM_BYTES));
  }

  /** As somebody types it: in any case, with or without spaces and hyphens, O for 0, I or L for 1. */
  static parse(text: string): Result<RecoveryCode, CodeFault> {
    const signs = text.replace(/[\s-]/g, '').toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1');
    if (signs.length !== SIGNS) return failed('length');
    if (!/^[0-9A-HJKMNP-TV-Z]+$/.test(signs)) return failed('sign');
    const bytes = Buffer.from(base32crockford.decode(signs));
    const secret = bytes.subarray(0, RANDOM_BYTES);
    return checkOf(secret).equals(bytes.subarray(RANDOM_BYTES)) ? ok(new RecoveryCode(secret)) : failed('typo');
  }

  /** `7K3Q-…`, for paper. A secret. */
  get text(): string {
    const signs = base32crockford.encode(Buffer.concat([this.secret, checkOf(this.secret)]));
    return (signs.match(/.{4}/g) ?? []).join('-');
  }

  /** The X25519 identity of age (`AGE-SECRET-KEY-1…`, age-encryption.org/v1) that the code stands for. A secret. */
  get identity(): string {
    const key = hkdfSync('sha256', this.secret, Buffer.alloc(0), 'kasirbox backup 1', 32);
    return bech32.encodeFromBytes('AGE-SECRET-KEY-', new Uint8Array(key)).toUpperCase();
  }
}

function checkOf(secret: Buffer): Buffer {
  return createHash('sha256').update('kasirbox recovery code').update(secret).digest().subarray(0, CHECK_BYTES);
}

/** The code of a data folder, `unreadable` when its file is there and holds none, undefined without a file. Throws DiskError. */
export async function readCode(disk: Disk, folder: string): Promise<RecoveryCode | 'unreadable' | undefined> {
  const text = await readWhole(disk, join(folder, CODE_FILE));
  if (text === null) return undefined;
  const code = RecoveryCode.parse(text.toString('latin1'));
  return code.ok ? code.value : 'unreadable';
}

/** Keeps the code in the folder, durably. Throws DiskError. */
export async function writeCode(disk: Disk, folder: string, code: RecoveryCode): Promise<void> {
  await writeAtomic(disk, join(folder, CODE_FILE), Buffer.from(`${code.text}\n`));
}
