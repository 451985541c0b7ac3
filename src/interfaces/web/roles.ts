import { ALL_PERMISSIONS, type Permissions, PERMISSIONS } from '../admin/index.js';
import type { OperationId } from '../api/index.js';
import type { SettingValues } from '../../shop/settings/index.js';
import type { IssuedInvoice, StoredUser, UserRole } from '../../platform/ledger/index.js';

/** Permissions of each role for the operations of the command line. */
export const ROLE_PERMISSIONS: Readonly<Record<UserRole, Permissions>> = {
  owner: ALL_PERMISSIONS,
  technician: new Set(PERMISSIONS.filter((one) => !['keys', 'users', 'turnover', 'custody', 'backup'].includes(one))),
  cashier: new Set(['drawer']),
};

/** API operations that a till needs: selling, finding its own receipts, printing and e-mail. */
const TILL: readonly string[] = [
  ...(['getStatus', 'listTaxLabels', 'createInvoice', 'getInvoice', 'getJournal'] as const),
  ...([
    'getDocument',
    'refundInvoice',
    'closeAdvance',
    'closeEarlierAdvance',
    'copyInvoice',
    'emailInvoice',
    'printInvoice',
  ] as const),
  ...(['getPrintJob', 'listPrintJobs', 'listPrinters', 'getQueued'] as const),
] satisfies OperationId[];
/** API operations that reveal turnover. Technicians view and empty the queue by operations. */
const TURNOVER: readonly string[] = [
  'listInvoices',
  'listEvents',
  'getSummary',
  'getDaily',
  'listQueue',
  'removeQueued',
] satisfies OperationId[];

/** True when the role may call the API route with this operation id on a page. */
export function mayCall(role: UserRole, operation: string): boolean {
  switch (role) {
    case 'owner':
      return true;
    case 'technician':
      return !TURNOVER.includes(operation);
    case 'cashier':
      return TILL.includes(operation);
  }
}

/**
 * True when a user may see this receipt or waiting request, and act on it. Technicians test their setup at the till,
 * and see only their own requests.
 */
export function maySee(
  { id, role }: Pick<StoredUser, 'id' | 'role'>,
  issued: Pick<IssuedInvoice, 'apiKey'> | undefined,
): boolean {
  return role !== 'technician' || issued?.apiKey === id;
}

/**
 * True when the role may issue training receipts on a page. A training receipt handed over in place of a fiscal one
 * hides a sale, so an owner decides whether cashiers may practise.
 */
export function mayTrain(role: UserRole, { cashierTraining }: Pick<SettingValues, 'cashierTraining'>): boolean {
  return role !== 'cashier' || cashierTraining;
}
