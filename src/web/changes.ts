import type { FlashBudget } from '../access/index.js';
import { chargedTo, printableRow } from '../base/index.js';
import type { Ledger } from '../ledger/index.js';
import type { Session } from './session/sessions.js';

const MAX_SUBJECT = 100;
/** What is refused again within this time stands in the record of the first time, ms. */
const JOINED = 60_000;

interface ChangesParts {
  readonly ledger: Pick<Ledger, 'put'>;
  readonly flashBudget: Pick<FlashBudget, 'account'>;
  readonly monotonic: () => number;
}

/** What was changed, such as the name of a setting, never a value; and was it carried out? */
interface Outcome {
  readonly subject?: string | null;
  readonly isDone?: boolean;
}

/** Records in the ledger who has changed what on a page. */
export class Changes {
  /** When each refusal was recorded, by user and operation. */
  private readonly refused = new Map<string, number>();

  constructor(private readonly parts: ChangesParts) {}

  /** Has somebody written as much to the flash today as they may? Owners may go on: they set how much that is. */
  isSpent({ id, role }: Session['user']): boolean {
    return role !== 'owner' && this.parts.flashBudget.account(id).isSpent();
  }

  /** `operation`: of the command line, of the API, or a name of its own; the pages have words for each. */
  async record(
    { id, name }: Pick<Session['user'], 'id' | 'name'>,
    operation: string,
    { subject = null, isDone = true }: Outcome = {},
  ): Promise<void> {
    if (!isDone && this.isRepeated(`${id} ${operation}`)) return;
    const entry = {
      event: 'operation',
      operation,
      // It may be the text of anybody, and is read in terminals too.
      subject: subject === null ? null : printableRow(subject.slice(0, MAX_SUBJECT)),
      user: id,
      name,
      isDone,
    } as const;
    // What was done is done: without room for the record it is in the log at least, as a change of its own.
    await chargedTo(this.parts.flashBudget.account(id), () => this.parts.ledger.put({ type: 'audit', entry }));
  }

  private isRepeated(what: string): boolean {
    const now = this.parts.monotonic();
    const before = this.refused.get(what);
    if (before !== undefined && now - before < JOINED) return true;
    this.refused.set(what, now);
    return false;
  }
}
