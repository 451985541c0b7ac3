import { createHash } from 'node:crypto';
import { failed, type Log, ok, type Result, searchKey, secureRandom, TaskQueue, type UtcMs } from '../../base/index.js';
import { GONE, STAYS } from './gone.js';
import type { Ledger, StoredTablet } from '../../platform/ledger/index.js';

const SECRET_BYTES = 24;
const MAX_LABEL = 80;
/** Maximum number of admitted tablets. */
const MAX_TABLETS = 100;

/** The tablets on which an owner allows cashiers to sign in with a PIN. */
export class Tablets {
  /** Called with the number of a tablet that was removed: sessions on it end. */
  onRemoved: (id: number) => void = () => undefined;
  private readonly changes = new TaskQueue();

  constructor(
    private readonly ledger: Ledger,
    private readonly now: () => UtcMs,
    private readonly log: Log,
  ) {}

  /** Admitted tablets, in the order of their numbers. */
  list(): StoredTablet[] {
    return this.ledger.main.users.tablets().filter(({ removedAt }) => removedAt === null);
  }

  /** The tablet with this token. */
  find(token: string): StoredTablet | undefined {
    if (token === '') return undefined;
    const hash = hashOf(token);
    return this.list().find((tablet) => tablet.hash === hash);
  }

  /**
   * Admits a tablet, unless the caller's `gone` signal has aborted when its turn comes. Only this result ever contains
   * its token. The error is an English sentence.
   */
  admit(
    label: string,
    admittedBy: string,
    gone: AbortSignal = STAYS,
  ): Promise<Result<{ readonly tablet: StoredTablet; readonly token: string }, string>> {
    return this.changes.run(async () => {
      if (gone.aborted) return failed(GONE);
      if (label.trim() === '' || label.length > MAX_LABEL || /\p{C}/u.test(label)) {
        return failed(`The label must be 1 to ${MAX_LABEL} printable characters.`);
      }
      if (this.list().length >= MAX_TABLETS)
        return failed(`A box lets in at most ${MAX_TABLETS} tablets. Remove one first.`);
      const alike = this.list().find((other) => searchKey(other.label) === searchKey(label.trim()));
      if (alike !== undefined) return failed(`There is a tablet "${alike.label}" already.`);
      const token = secureRandom(SECRET_BYTES).toString('base64url');
      const all = this.ledger.main.users.tablets();
      const id = all.reduce((highest, other) => Math.max(highest, other.id), 0) + 1;
      const times = { createdAt: this.now(), removedAt: null };
      const tablet: StoredTablet = { id, label: label.trim(), hash: hashOf(token), admittedBy, ...times };
      const put = await this.ledger.put({ type: 'tablet', tablet });
      if (!put.ok) return failed(`The tablet could not be stored (${put.error}). Run: kasirbox doctor`);
      this.log('tablet.admitted', { id });
      return ok({ tablet, token });
    });
  }

  /** Removes a tablet. The error is an English sentence. */
  remove(id: number): Promise<Result<StoredTablet, string>> {
    return this.changes.run(async () => {
      const tablet = this.list().find((candidate) => candidate.id === id);
      if (tablet === undefined) return failed(`There is no tablet ${id}.`);
      const put = await this.ledger.put({ type: 'tablet', tablet: { ...tablet, removedAt: this.now() } });
      if (!put.ok) return failed(`The tablet could not be removed (${put.error}). Run: kasirbox doctor`);
      this.log('tablet.removed', { id });
      this.onRemoved(id);
      return ok(tablet);
    });
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
