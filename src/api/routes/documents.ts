import { failed, ok, never, type Result } from '../../base/result.js';
import type { PdfFailure } from '../../receipt/documents.js';
import type { IssuedInvoice } from '../../ledger/invoice.js';
import { describeSheet } from '../../receipt/sheet/describe.js';
import { drawHtml, type HtmlOptions, readOrigin } from '../../receipt/sheet/html.js';
import { type Paper, PAPERS } from '../../receipt/sheet/sheet.js';
import { type Answer, failure, type Handler, notFound, okay } from '../answer.js';
import { type documentDocs, FORMATS, HTML, PDF } from '../docs/documents.js';
import type { ApiParts } from '../parts.js';

/** The printable document of a receipt. */
export function documentRoutes({ ledger, documents }: ApiParts): Record<keyof typeof documentDocs, Handler> {
  return {
    async getDocument({ id, params, query }) {
      const asked = readQuery(query);
      if (!asked.ok) return failure('validation', asked.error);
      const invoice = await ledger.invoice(params['uuid'] ?? '');
      if (invoice === undefined) return notFound('Invoice');
      const { paper, format, options } = asked.value;
      if (format === 'html') return htmlAnswer(invoice, paper, options);
      const drawn = await documents.pdf(invoice, paper, id);
      return drawn.ok ? pdfAnswer(invoice, drawn.value) : failureOf(drawn.error, id);
    },
  };
}

interface DocumentQuery {
  readonly paper: Paper;
  readonly format: (typeof FORMATS)[number];
  readonly options: HtmlOptions;
}

function readQuery(query: URLSearchParams): Result<DocumentQuery, string> {
  const paper = PAPERS.find((name) => name === (query.get('paper') ?? 'a4'));
  if (paper === undefined) return failed(`paper must be one of ${PAPERS.join(', ')}`);
  const format = FORMATS.find((name) => name === (query.get('format') ?? 'html'));
  if (format === undefined) return failed(`format must be one of ${FORMATS.join(', ')}`);
  const given = query.get('base');
  const base = given === null ? '' : readOrigin(given);
  if (base === undefined) return failed('base must be an origin, such as https://kasa.local:8443, and nothing more');
  // No value of it is an error: a sheet that does not print by itself is still the sheet.
  return ok({ paper, format, options: { base, print: query.get('print') === '1' } });
}

function htmlAnswer(invoice: IssuedInvoice, paper: Paper, options: HtmlOptions): Answer {
  const { html, contentSecurityPolicy } = drawHtml(describeSheet(invoice, paper), options);
  return okay(html, {
    'Content-Type': HTML,
    'Content-Security-Policy': contentSecurityPolicy,
    'Referrer-Policy': 'no-referrer',
  });
}

function pdfAnswer({ signature }: IssuedInvoice, pdf: Buffer): Answer {
  // The number comes from the processor; whatever it may hold, only what every file system and header takes stays.
  const name = signature.invoiceNumber.replace(/[^\dA-Za-z-]/g, '_');
  return okay(pdf, { 'Content-Type': PDF, 'Content-Disposition': `inline; filename="racun-${name}.pdf"` });
}

/**
 * `configuration` stays as long as the installation does, and HTML is the way out; all others pass, so they are a
 * `server_error`, which clients may repeat.
 */
function failureOf(reason: PdfFailure, requestId: string): Answer {
  switch (reason) {
    case 'unavailable':
      return failure('configuration', 'This installation cannot render PDF; ask for format=html');
    case 'busy':
    case 'late':
    case 'crashed':
    case 'stopped':
      return failure(
        'server_error',
        `The PDF could not be rendered now (${reason}); repeat later, or ask for format=html`,
        requestId,
      );
    default:
      return never(reason);
  }
}
