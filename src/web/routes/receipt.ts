import { readPfrNumber, toQuantity, toRsd } from '../../base/index.js';
import { notFound, okay } from '../../http/index.js';
import { findByNumber } from '../../invoicing/index.js';
import { decodeLink, readLinkPayload } from '../../journal/index.js';
import type { IssuedInvoice, Ledger } from '../../ledger/index.js';
import { webError } from '../answers.js';
import type { WebRoute } from '../webRoute.js';

/** A link has 1300 characters at most; what is longer is none. */
const MAX_LINK = 2000;

/**
 * Finds one receipt of the active environment by its whole PFR number, or by the link in its QR code: who holds the paper may
 * refund it, and nobody can look around.
 */
export const receiptRoutes: readonly WebRoute[] = [
  {
    method: 'get',
    path: '/web/receipt',
    access: 'signed-in',
    roles: ['owner', 'technician', 'cashier'],
    async handler({ ctx }, { ledger, settings }) {
      const { query } = ctx.state;
      const [number, link] = [query.get('number')?.trim(), query.get('link')?.trim()];
      if ((number === undefined) === (link === undefined)) return webError('validation', 'one of: number, link');
      const found = number === undefined ? await byLink(ledger, link ?? '') : await byNumber(ledger, number);
      if (found === 'unreadable') return webError('validation', 'this is neither a PFR number nor a verification link');
      // Of the other environment: nothing of it may be refunded here.
      if (found?.environment !== settings.now.environment) return notFound('Invoice');
      return okay({ uuid: found.uuid });
    },
  },
  {
    // Every page that refunds asks this: what was given back is known to the box alone.
    method: 'get',
    path: '/web/receipt/{uuid}/refunds',
    access: 'signed-in',
    roles: ['owner', 'technician', 'cashier'],
    async handler({ params: { uuid = '' } }, { ledger, settings }) {
      const sale = await ledger.invoice(uuid);
      if (sale?.environment !== settings.now.environment) return notFound('Invoice');
      return okay({ refunds: (await refundsOf(ledger, sale)).map(refundAnswer) });
    },
  },
];

/** The refunds that name a sale; a copy of one returns nothing. */
async function refundsOf(ledger: Ledger, { environment, signature }: IssuedInvoice): Promise<IssuedInvoice[]> {
  const named = { environment, number: signature.invoiceNumber, transactionType: 'Refund' } as const;
  const [normal, advance] = await Promise.all([
    ledger.invoicesByReferent({ ...named, invoiceType: 'Normal' }),
    ledger.invoicesByReferent({ ...named, invoiceType: 'Advance' }),
  ]);
  return [...normal, ...advance];
}

function refundAnswer({ draft }: IssuedInvoice): object {
  const items = draft.lines.map(({ name, unit, label, quantity, unitPrice }) => ({
    ...{ name, unit, label },
    quantity: toQuantity(quantity),
    unitPrice: toRsd(unitPrice),
  }));
  return { total: toRsd(draft.total), items };
}

type Found = IssuedInvoice | 'unreadable' | undefined;

async function byNumber(ledger: Ledger, number: string): Promise<Found> {
  return readPfrNumber(number) === undefined ? 'unreadable' : findByNumber(ledger, number.toUpperCase());
}

async function byLink(ledger: Ledger, link: string): Promise<Found> {
  const [, vl = ''] = /[?&]vl=([^&#]+)/i.exec(link.slice(0, MAX_LINK)) ?? [];
  const payload = readLinkPayload(vl);
  const decoded = payload && decodeLink(payload);
  if (decoded === undefined) return 'unreadable';
  return ledger.invoiceByNumber(decoded.requestedBy, decoded.signedBy, decoded.totalCounter);
}
