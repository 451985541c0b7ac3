import type { Environment, Signature } from '../base/fiscal.js';
import type { Log } from '../base/log.js';
import type { Intent } from '../ledger/intent.js';
import type { Ledger } from '../ledger/ledger.js';

/** Numbers of one card that are missing between two receipts of this box. */
export interface Gap {
  readonly jid: string;
  /** Running numbers: of the last receipt in the ledger, and of the one that came next. */
  readonly before: number;
  readonly after: number;
}

/**
 * The running numbers of a card have no gaps: where they have, another till uses it, or something was signed that the box does
 * not know of. Those of a V-PFR may come from several elements, and are not looked at.
 */
export class Numbers {
  private readonly gaps = new Map<Environment, Gap>();
  private readonly sellers = new Map<Environment, string>();

  constructor(private readonly parts: { readonly ledger: Ledger; readonly log: Log }) {}

  /** To be called before a receipt is recorded. */
  note({ mode, environment }: Intent, { requestedBy: jid, totalCounter: after, company }: Signature): void {
    this.sellers.set(environment, company.tin);
    const before = mode === 'lpfr' ? this.parts.ledger.main.total(jid) : 0;
    if (before === 0 || after === before + 1) return;
    this.gaps.set(environment, { jid, before, after });
    this.parts.log('pfr.gap', { environment, jid, before, after });
  }

  /** TIN of the taxpayer for whom the last receipt since the start of the box was signed. */
  seller(environment: Environment): string | undefined {
    return this.sellers.get(environment);
  }

  /** The last gap since the start of the box. */
  gap(environment: Environment): Gap | undefined {
    return this.gaps.get(environment);
  }
}
