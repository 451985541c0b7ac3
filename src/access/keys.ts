import { createHash, randomBytes } from 'node:crypto';
import type { UtcMs } from '../base/fiscal.js';
import type { Log } from '../base/log.js';
import { failed, ok, type Result } from '../base/result.js';
import { Serial } from '../base/serial.js';
import type { Ledger } from '../ledger/ledger.js';
import type { StoredKey } from '../ledger/views/main.js';
import type { StorageFailure } from '../ledger/entry.js';

const FORM = /^kasir_[0-9a-f]{48}$/;
const SECRET_BYTES = 24;
/** Characters of a key that are kept: enough for its owner to tell keys apart. */
const PREFIX_LENGTH = 12;
/** Longest label of a key, in characters. */
const MAX_LABEL = 80;
/** The last use of a key is written down when the last note of it is older than this, ms. */
const NOTE_AFTER = 24 * 60 * 60 * 1000;

/**
 * The API keys. Only SHA-256 hashes are kept, and looked up by hash: how long that takes tells nothing of a key.
 * When a key was last used is kept in memory and written down once a day.
 */
export class KeyRing {
  private readonly byHash = new Map<string, StoredKey>();
  private readonly used = new Map<number, UtcMs>();
  private readonly changes = new Serial();

  constructor(
    private readonly ledger: Ledger,
    private readonly now: () => UtcMs,
    private readonly log: Log,
  ) {
    for (const key of ledger.main.keys()) this.byHash.set(key.hash, key);
  }

  /** All keys, revoked ones too, in the order of their making. */
  list(): StoredKey[] {
    return Array.from(this.byHash.values(), (key) => this.withUse(key)).sort((a, b) => a.id - b.id);
  }

  /** Makes a key. The answer is the only place where it ever stands in full. The error is an English sentence. */
  create(label: string): Promise<Result<{ readonly id: number; readonly key: string }, string>> {
    return this.changes.run(async () => {
      if (label.trim() === '' || label.length > MAX_LABEL || /\p{C}/u.test(label)) {
        return failed(`The label must be 1 to ${MAX_LABEL} printable characters.`);
      }
      const key = `kasir_${randomBytes(SECRET_BYTES).toString('hex')}`;
      const id = this.list().reduce((highest, other) => Math.max(highest, other.id), 0) + 1;
      const stored: StoredKey = {
        id,
        label,
        prefix: key.slice(0, PREFIX_LENGTH),
        hash: hashOf(key),
        createdAt: this.now(),
        revokedAt: null,
        lastUsedAt: null,
      };
      const put = await this.store(stored);
      if (!put.ok) return failed(`The key could not be stored (${put.error}). Run: kasirbox doctor`);
      this.log('key.created', { id });
      return ok({ id, key });
    });
  }

  /** Revokes a key at once; a revoked one stays revoked. The error is an English sentence. */
  revoke(id: number): Promise<Result<void, string>> {
    return this.changes.run(async () => {
      const key = this.list().find((candidate) => candidate.id === id);
      if (key === undefined) return failed(`There is no key ${id}. See: kasirbox keys list`);
      if (key.revokedAt !== null) return ok(undefined);
      const put = await this.store({ ...key, revokedAt: this.now() });
      if (!put.ok) return failed(`The key could not be revoked (${put.error}). Run: kasirbox doctor`);
      this.log('key.revoked', { id });
      return ok(undefined);
    });
  }

  /** The active key that was presented, as it was before this call, and notes the call. */
  use(presented: string): StoredKey | undefined {
    if (!FORM.test(presented)) return undefined;
    const key = this.byHash.get(hashOf(presented));
    if (key === undefined || key.revokedAt !== null) return undefined;
    const before = this.withUse(key);
    this.used.set(key.id, this.now());
    return before;
  }

  /** Writes down when keys were last used, for those whose last note is a day old; `all` at a clean stop. */
  async noteUse(all = false): Promise<void> {
    for (const { hash } of this.list()) await this.changes.run(() => this.noteUseOf(hash, all));
  }

  /** Looks the key up when its turn has come: a revocation that came first must not be undone. */
  private async noteUseOf(hash: string, all: boolean): Promise<void> {
    const key = this.byHash.get(hash);
    const used = key && this.used.get(key.id);
    if (key === undefined || used === undefined) return;
    const noted = key.lastUsedAt ?? 0;
    if (used > noted && (all || used - noted >= NOTE_AFTER)) await this.store({ ...key, lastUsedAt: used });
  }

  private async store(key: StoredKey): Promise<Result<void, StorageFailure>> {
    const put = await this.ledger.put({ type: 'key', key });
    if (put.ok) this.byHash.set(key.hash, key);
    return put;
  }

  private withUse(key: StoredKey): StoredKey {
    return { ...key, lastUsedAt: this.used.get(key.id) ?? key.lastUsedAt };
  }
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
