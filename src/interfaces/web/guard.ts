import { defineMessages } from '../../base/index.js';
import type { ParameterizedContext } from 'koa';
import { timingSafeEqual } from 'node:crypto';
import type { HttpResponse } from '../../platform/http/index.js';
import type { IssuedInvoice, StoredUser, UserRole } from '../../platform/ledger/index.js';
import type { SettingValues } from '../../shop/settings/index.js';
import { ALL_PERMISSIONS, type Permissions, PERMISSIONS } from '../admin/index.js';
import type { OperationId } from '../api/index.js';
import { webError } from './pageResponses.js';
import type { Session } from './session/sessions.js';

const MESSAGES = defineMessages('guard', {
  foreign: {
    en: 'This request was not sent by a page of this box opened at one of its names.',
    sr: 'Овај захтев није послала страница овог уређаја, отворена под једним од његових имена.',
  },
});

/** True for a host name by which tablets reach the box. */
export type OwnName = (host: string) => boolean;

const SAFE_METHODS: readonly string[] = ['GET', 'HEAD'];
export const FOREIGN = webError('foreign', MESSAGES.foreign);

/**
 * Refuses requests that do not come from a page of the box: a foreign name that resolves to the box (DNS rebinding),
 * another site, and a change that another site caused. Undefined: the request may pass.
 */
export function foreignRequest(ctx: ParameterizedContext, isOwnName: OwnName): HttpResponse | undefined {
  const { host = '', origin, 'sec-fetch-site': site } = ctx.req.headers;
  if (!isCalledByOwnName(ctx, isOwnName)) return FOREIGN;
  if (SAFE_METHODS.includes(ctx.method)) return site === undefined || isFromHere(site) ? undefined : FOREIGN;
  return origin === `https://${host}` ? undefined : FOREIGN;
}

/**
 * True when the request uses one of the box's names. A link on another site may lead to a page, but not by another
 * name.
 */
export function isCalledByOwnName(ctx: ParameterizedContext, isOwnName: OwnName): boolean {
  const { host = '' } = ctx.req.headers;
  const name = host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
  return isOwnName(name.toLowerCase());
}

/** `none`: the person has typed the address. */
function isFromHere(site: string | readonly string[]): boolean {
  return site === 'same-origin' || site === 'none';
}

/** True when the request contains the token that only a page of this session knows. Reading needs no token. */
export function hasCsrfToken(ctx: ParameterizedContext, { csrf }: Session): boolean {
  if (SAFE_METHODS.includes(ctx.method)) return true;
  const given = Buffer.from(ctx.get('X-CSRF-Token'));
  const expected = Buffer.from(csrf);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

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
