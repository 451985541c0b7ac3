import type { LogEnd } from '../../outward/backup/index.js';
import { ok, type Result, type Message } from '../../base/index.js';
import { type AdminParts, operation } from './operation.js';

/** The position after the last durable record, with the box of the log. */
export interface LedgerEnd extends LogEnd {
  /** Hexadecimal. */
  readonly boxId: string;
  /** True when records before it are missing. */
  readonly isDamaged: boolean;
}

/** Returns the current end of the ledger. */
export const ledgerEnd = operation({
  permission: 'maintenance',
  isReadOnly: true,
  ask: {},
  async run({ ledger }: Pick<AdminParts, 'ledger'>): Promise<Result<LedgerEnd, Message>> {
    const { segment, offset, sequence, epoch, hash } = ledger.end;
    const isDamaged = ledger.damage.length > 0;
    const boxId = ledger.boxId.toString('hex');
    return ok({ segment, offset, sequence, epoch, hash: hash.toString('hex'), boxId, isDamaged });
  },
});
