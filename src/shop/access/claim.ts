import { timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { type Disk, DiskError, readWhole, writeAtomic } from '../../base/index.js';
import { newCode, readCode } from './callers.js';
import type { Users } from './users.js';

/** Characters of the claim code, 5 bits each: at one guess a second it resists for 17,000 years on average. */
const CODE_LENGTH = 8;
const FORM = /^[0-9A-HJKMNP-TV-Z]{8}$/;

/**
 * The code that creates the first owner of a box. Only a person with the ticket, the console or the folder knows it, so
 * a neighbour on the Wi-Fi cannot claim a new box. It is void once there is an owner.
 */
export class Claim {
  private constructor(
    private readonly code: string,
    private readonly users: Pick<Users, 'isClaimed'>,
  ) {}

  /** Reads the code from `DIR/claim-code`; creates it for a box that has none yet. */
  static async open(disk: Disk, folder: string, users: Pick<Users, 'isClaimed'>, isReadOnly: boolean): Promise<Claim> {
    const path = join(folder, 'claim-code');
    const stored = (await readWhole(disk, path).catch(() => null))?.toString().trim() ?? '';
    if (FORM.test(stored) && !users.isClaimed) return new Claim(stored, users);
    const code = newCode(CODE_LENGTH);
    try {
      // A code that was placed there, for example by an image, is void on a box with an owner.
      if (!isReadOnly && users.isClaimed && stored !== '') await disk.remove(path);
      if (!isReadOnly && !users.isClaimed) await writeAtomic(disk, path, Buffer.from(`${code}\n`));
    } catch (error) {
      // If the box cannot write, other checks report it; the code is then valid until the box stops.
      if (!(error instanceof DiskError)) throw error;
    }
    return new Claim(code, users);
  }

  /** The code, 8 characters; undefined once the box has an owner. */
  get current(): string | undefined {
    return this.users.isClaimed ? undefined : this.code;
  }

  /** True when the typed code is correct. Compared in constant time. */
  accepts(typed: string): boolean {
    const given = Buffer.from(readCode(typed));
    const expected = Buffer.from(this.code);
    return !this.users.isClaimed && given.length === expected.length && timingSafeEqual(given, expected);
  }
}
