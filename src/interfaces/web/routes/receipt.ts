import { localTime, toRsd, defineMessages } from '../../../base/index.js';
import { readPfrNumber } from '../../../contract/index.js';
import { notFound, okay } from '../../../platform/http/index.js';
import { findByNumber, normalisePfrNumber } from '../../../sales/invoicing/index.js';
import { decodeLink, readLinkPayload } from '../../../paper/journal/index.js';
import type { IssuedInvoice, Ledger } from '../../../platform/ledger/index.js';
import { webError } from '../pageResponses.js';
import { maySee } from '../guard.js';
import type { WebRoute } from '../webRoute.js';

const MESSAGES = defineMessages('webReceipt', {
  oneOf: { en: 'one of: number, link', sr: 'Потребно је једно: number или link.' },
  tooMany: {
    en: 'Too many receipts were looked up; ask the owner, or wait.',
    sr: 'Тражено је превише рачуна; обратите се власнику, или сачекајте.',
  },
  notANumber: {
    en: 'this is neither a PFR number nor a verification link',
    sr: 'ово није ни ПФР број ни веза за проверу рачуна',
  },
});

/** A link has 1300 characters at most; a longer text is not a link. */
const MAX_LINK = 2000;
const LINK = /[?&]vl=([^&#]+)/i;

/** Limit of look-ups of one user at a till, found or not: a shop refunds fewer receipts in an hour. */
export const LOOK_UPS = { requests: 40, windowMs: 3_600_000 } as const;
const TOO_MANY = webError('slow_down', MESSAGES.tooMany, { wait: 3600 });

/**
 * Finds one receipt of the active environment by its full PFR number, or by the link in its QR code: the holder of the
 * paper may refund it. Numbers can be guessed, so cashiers may look up only a few, and look-ups of other users'
 * receipts are recorded in the audit.
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
      if ((number === undefined) === (link === undefined)) return webError('validation', MESSAGES.oneOf);
      if (user.role !== 'owner' && !lookUps.take(user.id)) return TOO_MANY;
      const found = number === undefined ? await byLink(ledger, link ?? '') : await byNumber(ledger, number);
      if (found === 'unreadable') return webError('validation', MESSAGES.notANumber);
      // From the other environment: its receipts cannot be refunded here.
      if (found?.environment !== settings.now.environment || !maySee(user, found)) return notFound('Invoice');
      // Numbers are sequential: the record identifies a cashier who looks up receipts of others without their paper.
      if (user.role !== 'owner' && number !== undefined && found.apiKey !== user.id) {
        await changes.record(user, 'receipt.find', { subject: found.signature.invoiceNumber });
      }
      return okay({ uuid: found.uuid });
    },
  },
  {
    // The content of a verification link of any box. It adds nothing that only this box knows.
    method: 'get',
    path: '/web/receipt/named',
    access: 'signed-in',
    roles: ['owner', 'technician', 'cashier'],
    handler({ ctx }) {
      const [, vl = ''] = LINK.exec((ctx.state.query.get('link') ?? '').slice(0, MAX_LINK)) ?? [];
      const payload = readLinkPayload(vl);
      const decoded = payload && decodeLink(payload);
      if (decoded === undefined) return webError('validation', MESSAGES.notANumber);
      const { requestedBy, signedBy, totalCounter, time, total } = decoded;
      const number = `${requestedBy}-${signedBy}-${totalCounter}`;
      return okay({ number, time: localTime(time), total: toRsd(total) });
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
  // Anyone can build a link for any number; only the paper has the signed one.
  const [, own = ''] = LINK.exec(found?.signature.verificationUrl ?? '') ?? [];
  return readLinkPayload(own)?.equals(payload) === true ? found : undefined;
}
