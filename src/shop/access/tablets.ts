import { createHash } from 'node:crypto';
import {
  failed,
  type Log,
  ok,
  type Result,
  searchKey,
  secureRandom,
  TaskQueue,
  type UtcMs,
  defineMessages,
  type Message,
} from '../../base/index.js';
import { labelFault } from './label.js';
import { GONE, NEVER_ABORTED } from './callers.js';
import type { Ledger, StoredTablet } from '../../platform/ledger/index.js';

const MESSAGES = defineMessages('tablets', {
  tooMany: {
    en: 'A box permits sales on at most {most} tablets. Remove one first.',
    sr: 'Продаја може бити дозвољена на највише {most} таблета. Прво уклоните један.',
  },
  notStored: {
    en: 'The tablet could not be stored ({code}). Run: kasirbox doctor',
    sr: 'Таблет није сачуван ({code}). Покрените: kasirbox doctor',
    srOnPage: 'Таблет није сачуван. Погледајте Стање.',
    enOnPage: 'The tablet could not be stored. See Status.',
  },
  labelTaken: {
    en: 'A tablet "{label}" already exists. Give it another name.',
    sr: 'Таблет „{label}” већ постоји. Дајте му други назив.',
  },
  unknown: { en: 'There is no tablet {id}.', sr: 'Нема таблета {id}.' },
  notRemoved: {
    en: 'The tablet could not be removed ({code}). Run: kasirbox doctor',
    sr: 'Таблет није уклоњен ({code}). Покрените: kasirbox doctor',
    srOnPage: 'Таблет није уклоњен. Погледајте Стање.',
    enOnPage: 'The tablet could not be removed. See Status.',
  },
});

const SECRET_BYTES = 24;
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
   * Admits a tablet, unless the caller's signal has aborted when its turn comes. Only this result ever contains
   * its token.
   */
  admit(
    label: string,
    admittedBy: string,
    signal: AbortSignal = NEVER_ABORTED,
  ): Promise<Result<{ readonly tablet: StoredTablet; readonly token: string }, Message>> {
    return this.changes.run(async () => {
      if (signal.aborted) return failed(GONE);
      const fault = labelFault(label);
      if (fault !== undefined) return failed(fault);
      if (this.list().length >= MAX_TABLETS) return failed(MESSAGES.tooMany({ most: MAX_TABLETS }));
      const alike = this.list().find((other) => searchKey(other.label) === searchKey(label.trim()));
      if (alike !== undefined) return failed(MESSAGES.labelTaken({ label: alike.label }));
      const token = secureRandom(SECRET_BYTES).toString('base64url');
      const all = this.ledger.main.users.tablets();
      const id = all.reduce((highest, other) => Math.max(highest, other.id), 0) + 1;
      const times = { createdAt: this.now(), removedAt: null };
      const tablet: StoredTablet = { id, label: label.trim(), hash: hashOf(token), admittedBy, ...times };
      const put = await this.ledger.put({ type: 'tablet', tablet });
      if (!put.ok) return failed(MESSAGES.notStored({ code: put.error }));
      this.log('tablet.admitted', { id });
      return ok({ tablet, token });
    });
  }

  /** Removes a tablet. */
  remove(id: number): Promise<Result<StoredTablet, Message>> {
    return this.changes.run(async () => {
      const tablet = this.list().find((candidate) => candidate.id === id);
      if (tablet === undefined) return failed(MESSAGES.unknown({ id }));
      const put = await this.ledger.put({ type: 'tablet', tablet: { ...tablet, removedAt: this.now() } });
      if (!put.ok) return failed(MESSAGES.notRemoved({ code: put.error }));
      this.log('tablet.removed', { id });
      this.onRemoved(id);
      return ok(tablet);
    });
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
