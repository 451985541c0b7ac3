import { readPfrNumber } from '../../base/index.js';
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
];

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
