import type { LogEnd } from '../backup/index.js';
import { ok, type Result } from '../base/index.js';
import { type AdminParts, operation } from './operation.js';

/** The place behind the last durable record, and whose log it is. */
export interface LedgerEnd extends LogEnd {
  /** Hexadecimal. */
  readonly boxId: string;
  /** Are records before it missing? */
  readonly isDamaged: boolean;
}

/** Where the ledger ends now. */
export const ledgerEnd = operation({
  permission: 'maintenance',
  isReadOnly: true,
  ask: {},
  async run({ ledger }: Pick<AdminParts, 'ledger'>): Promise<Result<LedgerEnd, string>> {
    const { segment, offset, sequence, epoch, hash } = ledger.end;
    const isDamaged = ledger.damage.length > 0;
    const boxId = ledger.boxId.toString('hex');
    return ok({ segment, offset, sequence, epoch, hash: hash.toString('hex'), boxId, isDamaged });
  },
});
