import {
  type Environment,
  ENVIRONMENTS,
  type InvoiceType,
  type LocalTime,
  localTime,
  ok,
  type Para,
  type PfrMode,
  type Result,
  type TransactionType,
  type Message,
} from '../../../base/index.js';
import type { Settling, Unsettled } from '../../../sales/invoicing/index.js';
import { type AdminParts, operation } from '../operation.js';

/** A receipt whose outcome is not known, as listed by `pfr settle`. */
export interface OpenReceipt {
  readonly requestId: string;
  readonly environment: Environment;
  readonly mode: PfrMode;
  readonly state: Unsettled['state'];
  /** PFR number that it was signed under; null while that is not known. */
  readonly number: string | null;
  readonly time: LocalTime;
  /** Null for a caller that may not see turnover. */
  readonly total: Para | null;
  readonly invoiceType: InvoiceType;
  readonly transactionType: TransactionType;
  readonly cashier: string;
  /** Names of the first lines, at most {@link MAX_NAMES}. */
  readonly names: readonly string[];
  readonly lines: number;
  /** The caller's idempotency key. */
  readonly key: string | null;
  /** Data of the processor before it was asked to sign: its JID ('' for unknown) and the number of its last receipt. */
  readonly uid: string;
  readonly lastNumber: string | null;
}

const MAX_NAMES = 3;

/** Receipts of both environments whose outcome is not known, oldest first. */
export const listOpenReceipts = operation({
  permission: 'processor',
  isReadOnly: true,
  withoutTurnover: (receipts) => receipts.map((receipt) => ({ ...receipt, total: null })),
  ask: {},
  async run({ invoicing }: Pick<AdminParts, 'invoicing'>): Promise<Result<readonly OpenReceipt[], Message>> {
    const unsettled = allUnsettled(invoicing.settling);
    return ok(unsettled.sort((one, other) => one.intent.createdAt - other.intent.createdAt).map(openReceipt));
  },
});

/** Unsettled receipts of both environments. */
export function allUnsettled(settling: Settling): Unsettled[] {
  return ENVIRONMENTS.flatMap((environment) => settling.unsettled(environment));
}

function openReceipt({ intent, state, number }: Unsettled): OpenReceipt {
  const { requestId, environment, mode, draft, createdAt, clientRequestId, counterBaseline } = intent;
  const { total, invoiceType, transactionType, cashier, lines } = draft;
  return {
    ...{ requestId, environment, mode, state, number, total, invoiceType, transactionType, cashier },
    time: localTime(createdAt),
    names: lines.slice(0, MAX_NAMES).map(({ name }) => name),
    lines: lines.length,
    key: clientRequestId,
    uid: counterBaseline.uid,
    lastNumber: counterBaseline.lastNumber,
  };
}
