import { readPfrNumber } from '../../base/index.js';
import { notFound, okay } from '../../http/index.js';
import { findByNumber, normalisePfrNumber } from '../../invoicing/index.js';
import { decodeLink, readLinkPayload } from '../../journal/index.js';
import type { IssuedInvoice, Ledger } from '../../ledger/index.js';
import { webError } from '../answers.js';
import { maySee } from '../roles.js';
import type { WebRoute } from '../webRoute.js';

/** A link has 1300 characters at most; what is longer is none. */
const MAX_LINK = 2000;
const LINK = /[?&]vl=([^&#]+)/i;

/** Look-ups of somebody at a till, found or not: a shop takes less back in an hour. */
export const LOOK_UPS = { requests: 40, windowMs: 3_600_000 } as const;
const TOO_MANY = webError('slow_down', 'Too many receipts were looked up; ask the owner, or wait.', { wait: 3600 });

/**
 * Finds one receipt of the active environment by its whole PFR number, or by the link in its QR code: who holds the paper may
 * refund it. Since numbers can be guessed, cashiers look up few, and those of others stand in the audit.
 */
export const receiptRoutes: readonly WebRoute[] = [
  {
    method: 'get',
    path: '/web/receipt',
    access: 'signed-in',
    roles: ['owner', 'technician', 'cashier'],
    async handler({ ctx, session: { user } }, { ledger, settings, lookUps, changes }) {
      const { query } = ctx.state;
      const [number, link] = [query.get('number')?.trim(), query.get('link')?.trim()];
      if ((number === undefined) === (link === undefined)) return webError('validation', 'one of: number, link');
      if (user.role !== 'owner' && !lookUps.take(user.id)) return TOO_MANY;
      const found = number === undefined ? await byLink(ledger, link ?? '') : await byNumber(ledger, number);
      if (found === 'unreadable') return webError('validation', 'this is neither a PFR number nor a verification link');
      // Of the other environment: nothing of it may be refunded here.
      if (found?.environment !== settings.now.environment || !maySee(user, found)) return notFound('Invoice');
      // Numbers count up: whoever looks at the receipts of others without their paper is known by it.
      if (user.role !== 'owner' && number !== undefined && found.apiKey !== user.id) {
        await changes.record(user, 'receipt.find', { subject: found.signature.invoiceNumber });
      }
      return okay({ uuid: found.uuid });
    },
  },
];

type Found = IssuedInvoice | 'unreadable' | undefined;

async function byNumber(ledger: Ledger, number: string): Promise<Found> {
  return readPfrNumber(normalisePfrNumber(number)) === undefined ? 'unreadable' : findByNumber(ledger, number);
}

async function byLink(ledger: Ledger, link: string): Promise<Found> {
  const [, vl = ''] = LINK.exec(link.slice(0, MAX_LINK)) ?? [];
  const payload = readLinkPayload(vl);
  const decoded = payload && decodeLink(payload);
  if (payload === undefined || decoded === undefined) return 'unreadable';
  const found = await ledger.invoiceByNumber(decoded.requestedBy, decoded.signedBy, decoded.totalCounter);
  // Anybody can make a link of any number; only paper has the one that was signed.
  const [, own = ''] = LINK.exec(found?.signature.verificationUrl ?? '') ?? [];
  return readLinkPayload(own)?.equals(payload) === true ? found : undefined;
}
