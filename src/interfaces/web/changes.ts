import type { DailyQuota } from '../../shop/access/index.js';
import { chargedTo, printableRow } from '../../base/index.js';
import type { Ledger } from '../../platform/ledger/index.js';
import type { Session } from './session/sessions.js';

const MAX_SUBJECT = 100;
/** A refusal that is repeated within this time is covered by the record of the first one, ms. */
const JOINED = 60_000;

interface ChangesDeps {
  readonly ledger: Pick<Ledger, 'put'>;
  readonly dailyQuota: Pick<DailyQuota, 'account'>;
  readonly monotonic: () => number;
}

/** What was changed, such as the name of a setting, never a value; and whether it was carried out. */
interface Outcome {
  readonly subject?: string | null;
  readonly isDone?: boolean;
}

/** Records in the ledger which user has changed what on a page. */
export class Changes {
  /** When each refusal was recorded, by user and operation. */
  private readonly refused = new Map<string, number>();

  constructor(private readonly deps: ChangesDeps) {}

  /** True when a user has used the daily quota of flash writes. Owners may continue, because they set the quota. */
  isSpent({ id, role }: Session['user']): boolean {
    return role !== 'owner' && this.deps.dailyQuota.account(id).isSpent();
  }

  /**
   * Records a change. `operation`: the name of an operation of the command line or the API, or a page's own; the pages
   * have texts for each.
   */
  async record(
    { id, name }: Pick<Session['user'], 'id' | 'name'>,
    operation: string,
    { subject = null, isDone = true }: Outcome = {},
  ): Promise<void> {
    if (!isDone && this.isRepeated(`${id} ${operation}`)) return;
    const entry = {
      event: 'operation',
      operation,
      // It may be any person's text, and is also displayed in terminals.
      subject: subject === null ? null : printableRow(subject.slice(0, MAX_SUBJECT)),
      user: id,
      name,
      isDone,
    } as const;
    // The change itself is already done. Without space for the record, it is at least in the log as a change of its
    // own.
    await chargedTo(this.deps.dailyQuota.account(id), () => this.deps.ledger.put({ type: 'audit', entry }));
  }

  private isRepeated(what: string): boolean {
    const now = this.deps.monotonic();
    const before = this.refused.get(what);
    if (before !== undefined && now - before < JOINED) return true;
    this.refused.set(what, now);
    return false;
  }
}
