import { ALL_PERMISSIONS, type Permissions, PERMISSIONS } from '../admin/index.js';
import type { OperationId } from '../api/index.js';
import type { IssuedInvoice, StoredUser, UserRole } from '../ledger/index.js';

/** What each role may ask of the operations that the command line has too. */
export const ROLE_PERMISSIONS: Readonly<Record<UserRole, Permissions>> = {
  owner: ALL_PERMISSIONS,
  technician: new Set(PERMISSIONS.filter((one) => !['keys', 'users', 'turnover', 'custody', 'backup'].includes(one))),
  cashier: new Set(['drawer']),
};

/** What a till needs: it sells, finds what it has sold, prints and mails. */
const TILL: readonly string[] = [
  ...(['getStatus', 'listTaxLabels', 'createInvoice', 'getInvoice', 'getJournal'] as const),
  ...(['getDocument', 'refundInvoice', 'closeAdvance', 'copyInvoice', 'emailInvoice', 'printInvoice'] as const),
  ...(['getPrintJob', 'listPrintJobs', 'listPrinters', 'getQueued'] as const),
] satisfies OperationId[];
/** What tells how much was sold; technicians see and empty the queue by operations. */
const TURNOVER: readonly string[] = [
  'listInvoices',
  'listEvents',
  'getSummary',
  'getDaily',
  'listQueue',
  'removeQueued',
] satisfies OperationId[];

/** May somebody of this role call the route of the API with this operation id on a page? */
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
 * May a user see this receipt or this request that waits, and do something with it? Technicians try what they have set up at the
 * till, and see only what they have asked for themselves.
 */
export function maySee(
  { id, role }: Pick<StoredUser, 'id' | 'role'>,
  issued: Pick<IssuedInvoice, 'apiKey'> | undefined,
): boolean {
  return role !== 'technician' || issued?.apiKey === id;
}
