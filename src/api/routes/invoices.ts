import { setImmediate as othersTurn } from 'node:timers/promises';
import { INVOICE_TYPES } from '../../base/fiscal.js';
import { ok, failed, type Result } from '../../base/result.js';
import { dayNumber } from '../../base/time.js';
import { validateShape, withHeaderKey } from '../../invoicing/validate.js';
import { failure, type Handler, notFound, okay } from '../answer.js';
import { readDays } from '../days.js';
import type { invoiceDocs } from '../docs/invoices.js';
import { answerOf } from '../issued.js';
import type { ApiParts } from '../parts.js';
import { journalOf, presentInvoice } from '../present.js';
import { refusedWish } from '../printWish.js';
import { MAX_PAGE, PER_PAGE } from '../schemas/invoice.js';

/** Issuing and reading invoices. */
export function invoiceRoutes(parts: ApiParts): Record<keyof typeof invoiceDocs, Handler> {
  const { ledger, settings, till, documents } = parts;
  return {
    async createInvoice({ id, body, idempotencyKey }) {
      const shaped = validateShape(body);
      const request = shaped.ok ? withHeaderKey(shaped.value, idempotencyKey) : shaped;
      if (!request.ok) return failure('validation', request.error.message);
      const refused = await refusedWish(parts, request.value, id);
      if (refused !== undefined) return refused;
      const outcome = await till.sell(request.value, id);
      if (outcome.kind === 'issued') documents.prefetch(outcome.invoice, request.value.prefetchDocument);
      return answerOf(outcome, id);
    },

    async listInvoices({ query }) {
      const asked = readQuery(query);
      if (!asked.ok) return failure('validation', asked.error);
      const { page, ...filter } = asked.value;
      const { environment } = settings.now;
      const skip = (page - 1) * PER_PAGE;
      const invoices = await ledger.invoices({ environment, ...filter, skip, limit: PER_PAGE });
      const shown: object[] = [];
      for (const invoice of invoices) {
        shown.push(presentInvoice(invoice));
        // The picture of a processor is drawn again here: a sale must not wait for a hundred of them.
        if (invoice.mode !== 'demo') await othersTurn();
      }
      return okay({ page, perPage: PER_PAGE, environment, invoices: shown });
    },

    async getInvoice({ params }) {
      const invoice = await ledger.invoice(params['uuid'] ?? '');
      return invoice === undefined ? notFound('Invoice') : okay(presentInvoice(invoice));
    },

    async getJournal({ params }) {
      const invoice = await ledger.invoice(params['uuid'] ?? '');
      return invoice === undefined ? notFound('Invoice') : okay(journalOf(invoice));
    },
  };
}

interface ListQuery {
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly invoiceType: (typeof INVOICE_TYPES)[number] | undefined;
  readonly page: number;
}

function readQuery(query: URLSearchParams): Result<ListQuery, string> {
  const days = readDays(query, undefined);
  if (!days.ok) return days;
  const pageText = query.get('page') ?? '1';
  const page = /^\d{1,6}$/.test(pageText) ? Number(pageText) : 0;
  if (page < 1 || page > MAX_PAGE) return failed(`page must be a whole number from 1 to ${MAX_PAGE}`);
  const day = (date: string | undefined): number | undefined => (date === undefined ? undefined : dayNumber(date));
  const invoiceType = INVOICE_TYPES.find((type) => type === query.get('type'));
  return ok({ from: day(days.value.from), to: day(days.value.to), invoiceType, page });
}
