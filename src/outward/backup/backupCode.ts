import { createHash, hkdfSync } from 'node:crypto';
import { join } from 'node:path';
import { base32crockford, bech32 } from '@scure/base';
import { type Disk, secureRandom, failed, ok, readWhole, type Result, writeAtomic } from '../../base/index.js';

/**
 * The backup code opens the backups of a box. It is made once and stored in the data folder, and the owner has a copy
 * on paper: 136 random bits and 24 of a checksum, in Crockford's base 32, which avoids digits that look alike.
 */
export const BACKUP_CODE_FILE = 'backup.code';
const RANDOM_BYTES = 17;
const CHECK_BYTES = 3;
/** 8 groups of 4. */
const CHARACTERS = 32;

/** `length`: not 32 characters; `character`: one outside of base 32; `typo`: the checksum is wrong. */
export type CodeFault = 'length' | 'character' | 'typo';

export class BackupCode {
  private constructor(private readonly secret: Buffer) {}

  static make(): BackupCode {
    return new BackupCode(secureRandom(RANDOM_BYTES));
  }

  /**
   * Accepts any usual spelling: in any case, with or without spaces and hyphens, O (also the Cyrillic one) for 0, I or
   * L for 1.
   */
  static parse(text: string): Result<BackupCode, CodeFault> {
    const characters = text
      .replace(/[\s-]/g, '')
      .toUpperCase()
      .replace(/[O\u041e]/g, '0')
      .replace(/[IL]/g, '1');
    if (characters.length !== CHARACTERS) return failed('length');
    if (!/^[0-9A-HJKMNP-TV-Z]+$/.test(characters)) return failed('character');
    const bytes = Buffer.from(base32crockford.decode(characters));
    const secret = bytes.subarray(0, RANDOM_BYTES);
    return checkOf(secret).equals(bytes.subarray(RANDOM_BYTES)) ? ok(new BackupCode(secret)) : failed('typo');
  }

  /** `7K3Q-…`, for paper. A secret. */
  get text(): string {
    const characters = base32crockford.encode(Buffer.concat([this.secret, checkOf(this.secret)]));
    return (characters.match(/.{4}/g) ?? []).join('-');
  }

  /** The X25519 identity of age (`AGE-SECRET-KEY-1…`, age-encryption.org/v1) derived from the code. A secret. */
  get identity(): string {
    const key = hkdfSync('sha256', this.secret, Buffer.alloc(0), 'kasirbox backup 1', 32);
    return bech32.encodeFromBytes('AGE-SECRET-KEY-', new Uint8Array(key)).toUpperCase();
  }
}

function checkOf(secret: Buffer): Buffer {
  return createHash('sha256').update('kasirbox recovery code').update(secret).digest().subarray(0, CHECK_BYTES);
}

/**
 * The code in a data folder; `unreadable` when its file has no valid code, undefined without a file. Throws DiskError.
 */
export async function readCode(disk: Disk, folder: string): Promise<BackupCode | 'unreadable' | undefined> {
  const text = await readWhole(disk, join(folder, BACKUP_CODE_FILE));
  if (text === null) return undefined;
  const code = BackupCode.parse(text.toString('latin1'));
  return code.ok ? code.value : 'unreadable';
}

/** Stores the code in the folder, durably. Throws DiskError. */
export async function writeCode(disk: Disk, folder: string, code: BackupCode): Promise<void> {
  await writeAtomic(disk, join(folder, BACKUP_CODE_FILE), Buffer.from(`${code.text}\n`));
}
