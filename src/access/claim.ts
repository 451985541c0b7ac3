import { timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { type Disk, DiskError, readWhole, writeAtomic } from '../base/index.js';
import { newCode, readCode } from './codes.js';
import type { Users } from './users.js';

/** Characters of the claim code, 5 bits each: at one guess a second it lasts 17,000 years on average. */
const CODE_LENGTH = 8;
const FORM = /^[0-9A-HJKMNP-TV-Z]{8}$/;

/**
 * The code that makes the first owner of a box. Only who holds the ticket, the console or the folder knows it: a neighbour on the
 * Wi-Fi cannot take a new box. It is over once there is an owner.
 */
export class Claim {
  private constructor(
    private readonly code: string,
    private readonly users: Pick<Users, 'isClaimed'>,
  ) {}

  /** Reads the code from `DIR/claim-code`; a box that has none yet is given one. */
  static async open(disk: Disk, folder: string, users: Pick<Users, 'isClaimed'>, isReadOnly: boolean): Promise<Claim> {
    const path = join(folder, 'claim-code');
    const stored = (await readWhole(disk, path).catch(() => null))?.toString().trim() ?? '';
    if (FORM.test(stored) && !users.isClaimed) return new Claim(stored, users);
    const code = newCode(CODE_LENGTH);
    try {
      // One that was laid there, as the card of an image does, is of no use to a box with an owner.
      if (!isReadOnly && users.isClaimed && stored !== '') await disk.remove(path);
      if (!isReadOnly && !users.isClaimed) await writeAtomic(disk, path, Buffer.from(`${code}\n`));
    } catch (error) {
      // A box that cannot write has worse troubles; the code then lasts until it stops.
      if (!(error instanceof DiskError)) throw error;
    }
    return new Claim(code, users);
  }

  /** The code, 8 characters; undefined once somebody owns the box. */
  get current(): string | undefined {
    return this.users.isClaimed ? undefined : this.code;
  }

  /** Does somebody who typed this hold the code? Compared in constant time. */
  accepts(typed: string): boolean {
    const given = Buffer.from(readCode(typed));
    const expected = Buffer.from(this.code);
    return !this.users.isClaimed && given.length === expected.length && timingSafeEqual(given, expected);
  }
}
