import { INVOICE_TYPES } from '../../base/fiscal.js';
import { never, ok, failed, type Result } from '../../base/result.js';
import { dayNumber, isLocalDate } from '../../base/time.js';
import type { IssueOutcome } from '../../invoicing/issue.js';
import { validateShape, withHeaderKey } from '../../invoicing/validate.js';
import { type Answer, created, failure, type Handler, notFound, okay, storageFailure } from '../answer.js';
import type { invoiceDocs } from '../docs/invoices.js';
import type { ApiParts } from '../parts.js';
import { journalOf, presentInvoice } from '../present.js';
import { MAX_PAGE, PER_PAGE } from '../schemas/invoice.js';

/** Issuing and reading invoices. */
export function invoiceRoutes({
  ledger,
  settings,
  issuer,
  documents,
}: ApiParts): Record<keyof typeof invoiceDocs, Handler> {
  return {
    async createInvoice({ id, body, idempotencyKey }) {
      const shaped = validateShape(body);
      const request = shaped.ok ? withHeaderKey(shaped.value, idempotencyKey) : shaped;
      if (!request.ok) return failure('validation', request.error.message);
      const outcome = await issuer.issue(request.value, id);
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
      return okay({ page, perPage: PER_PAGE, environment, invoices: invoices.map(presentInvoice) });
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

function answerOf(outcome: IssueOutcome, requestId: string): Answer {
  switch (outcome.kind) {
    case 'issued':
      return created(presentInvoice(outcome.invoice));
    case 'replayed':
      return okay(presentInvoice(outcome.invoice), { 'Idempotency-Replayed': 'true' });
    case 'invalid':
      return failure('validation', outcome.error.message);
    case 'refused':
      return failure('pfr_error', outcome.message);
    case 'storage':
      return storageFailure(outcome.failure, requestId);
    default:
      return never(outcome);
  }
}

interface ListQuery {
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly invoiceType: (typeof INVOICE_TYPES)[number] | undefined;
  readonly page: number;
}

function readQuery(query: URLSearchParams): Result<ListQuery, string> {
  const [from, to] = [query.get('from'), query.get('to')];
  for (const [name, date] of [
    ['from', from],
    ['to', to],
  ] as const) {
    if (date !== null && !isLocalDate(date)) return failed(`${name} must be a calendar day, YYYY-MM-DD`);
  }
  if (from !== null && to !== null && from > to) return failed('from must not be later than to');
  const pageText = query.get('page') ?? '1';
  const page = /^\d{1,6}$/.test(pageText) ? Number(pageText) : 0;
  if (page < 1 || page > MAX_PAGE) return failed(`page must be a whole number from 1 to ${MAX_PAGE}`);
  const day = (date: string | null): number | undefined => (date === null ? undefined : dayNumber(date));
  const invoiceType = INVOICE_TYPES.find((type) => type === query.get('type'));
  return ok({ from: day(from), to: day(to), invoiceType, page });
}
