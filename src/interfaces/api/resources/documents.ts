import { assertNever, failed, ok, type RequestFault, type Result, defineMessages } from '../../../base/index.js';
import {
  drawHtml,
  type HtmlOptions,
  type Paper,
  type Sheet,
  PAPERS,
  type PdfFailure,
  readOrigin,
} from '../../../paper/documents/index.js';
import { errorResponse, type HttpResponse, okay, withSlot } from '../../../platform/http/index.js';
import type { IssuedInvoice } from '../../../platform/ledger/index.js';
import { TEXT_EXAMPLES } from '../examples.js';
import { missing } from '../commonErrors.js';
import { json, uuidParameter } from '../parameters.js';
import type { ResourceDeps } from '../apiDeps.js';
import type { Resource } from '../resource.js';
import { text } from '../schemas.js';

const MESSAGES = defineMessages('document', {
  badPaper: { en: 'paper must be one of {values}', sr: 'Папир мора бити једно од: {values}.' },
  badFormat: { en: 'format must be one of {values}', sr: 'Облик мора бити једно од: {values}.' },
  badBase: {
    en: 'base must be an origin, such as https://kasa.local:8443, and nothing more',
    sr: 'Основа мора бити адреса као https://kasa.local:8443, и ништа више.',
  },
  noRenderer: {
    en: 'This installation cannot render PDF; ask for format=html',
    sr: 'Овај уређај не уме да направи PDF; отворите рачун за штампу на листу.',
  },
  notRendered: {
    en: 'The PDF could not be rendered now ({reason}); repeat later, or ask for format=html',
    sr: 'PDF сада није направљен. Поновите касније, или отворите рачун за штампу на листу.',
  },
});

const FORMATS = ['html', 'pdf'] as const;

/** Media types of the document. */
const HTML = 'text/html; charset=utf-8';
const PDF = 'application/pdf';

/** `GET /invoices/{uuid}/document`: the printable document of a receipt. */
export const documents = {
  tag: 'Papers',
  routes: {
    getDocument: {
      method: 'get',
      path: '/invoices/{uuid}/document',
      summary: 'The receipt as a printable document',
      description: 'Not JSON: HTML or PDF. HTML without the comment `<!--sheet-->` is an error page.',
      parameters: [
        uuidParameter,
        {
          name: 'paper',
          in: 'query',
          description: '`a4`: a document with the fiscal slip; `a5`, `a4slip`: the fiscal slip alone on A5 or A4.',
          schema: { type: 'string', enum: PAPERS, default: 'a4', examples: ['a5'] },
        },
        {
          name: 'format',
          in: 'query',
          description: 'HTML or PDF; both say the same.',
          schema: { type: 'string', enum: FORMATS, default: 'html', examples: ['pdf'] },
        },
        {
          name: 'base',
          in: 'query',
          description:
            'An http or https origin from which the HTML takes its fonts, and nothing else; its own when left out.',
          schema: { type: 'string', examples: ['https://kasa.local:8443'] },
        },
        {
          name: 'print',
          in: 'query',
          description: '1: the HTML opens the print dialog on arrival; with anything else it does not.',
          schema: { type: 'string', default: '0', examples: ['1'] },
        },
      ],
      responses: {
        200: {
          ...json('The document. HTML has its sheet between the comments `sheet` and `/sheet`.', text),
          mediaType: [HTML, PDF],
          example: TEXT_EXAMPLES.document,
        },
      },
      errors: [404, 422],
      async handler(ctx, deps) {
        const { id, caller, query } = ctx.state;
        const wanted = readQuery(query);
        if (!wanted.ok) return errorResponse('validation', wanted.error.message, wanted.error);
        const { paper, format, options } = wanted.value;
        const { ledger, documents, slots, salePriority } = deps;
        return withSlot(slots.reads, caller.id, ctx, async () => {
          const read = (): Promise<IssuedInvoice | undefined> => ledger.invoice(ctx.params.uuid ?? '');
          if (format === 'html') {
            return salePriority.slice(async () => {
              const invoice = await read();
              return invoice === undefined
                ? missing('Invoice', ledger, id)
                : htmlResponse(await documents.sheet(invoice, paper), options);
            });
          }
          const invoice = await salePriority.slice(read);
          if (invoice === undefined) return missing('Invoice', ledger, id);
          const drawn = await documents.pdf(invoice, paper, id);
          return drawn.ok ? pdfResponse(invoice, drawn.value) : pdfFailureResponse(drawn.error, id);
        });
      },
    },
  },
} satisfies Resource<Pick<ResourceDeps, 'ledger' | 'documents' | 'slots' | 'salePriority'>>;

interface DocumentQuery {
  readonly paper: Paper;
  readonly format: (typeof FORMATS)[number];
  readonly options: HtmlOptions;
}

function readQuery(query: URLSearchParams): Result<DocumentQuery, RequestFault> {
  const paper = PAPERS.find((name) => name === (query.get('paper') ?? 'a4'));
  if (paper === undefined) {
    return failed({
      ...{ rule: 'query.unknown-paper', field: 'paper' },
      message: MESSAGES.badPaper({ values: PAPERS.join(', ') }),
    });
  }
  const format = FORMATS.find((name) => name === (query.get('format') ?? 'html'));
  if (format === undefined) {
    return failed({
      ...{ rule: 'query.unknown-format', field: 'format' },
      message: MESSAGES.badFormat({ values: FORMATS.join(', ') }),
    });
  }
  const given = query.get('base');
  const base = given === null ? '' : readOrigin(given);
  if (base === undefined) {
    return failed({
      ...{ rule: 'query.base-not-origin', field: 'base' },
      message: MESSAGES.badBase,
    });
  }
  // Any value of `print` is accepted: a sheet that does not print automatically is still the sheet.
  return ok({ paper, format, options: { base, print: query.get('print') === '1' } });
}

function htmlResponse(sheet: Sheet, options: HtmlOptions): HttpResponse {
  const { html, contentSecurityPolicy } = drawHtml(sheet, options);
  return okay(html, {
    'Content-Type': HTML,
    'Content-Security-Policy': contentSecurityPolicy,
  });
}

function pdfResponse({ signature }: IssuedInvoice, pdf: Buffer): HttpResponse {
  // The number comes from the processor and may contain any character. Characters that are not allowed in a file name
  // or header are replaced.
  const name = signature.invoiceNumber.replace(/[^\dA-Za-z-]/g, '_');
  return okay(pdf, { 'Content-Type': PDF, 'Content-Disposition': `inline; filename="racun-${name}.pdf"` });
}

/**
 * `unavailable` is permanent for the installation, so it is a `configuration` error, and HTML is the alternative. All
 * others are temporary, so they are a `server_error`, which clients may retry.
 */
function pdfFailureResponse(reason: PdfFailure, requestId: string): HttpResponse {
  switch (reason) {
    case 'unavailable':
      return errorResponse('configuration', MESSAGES.noRenderer, {
        ...{ rule: 'document.pdf-unavailable', field: 'format' },
      });
    case 'busy':
    case 'late':
    case 'crashed':
    case 'stopped':
      return errorResponse('server_error', MESSAGES.notRendered({ reason }), {
        rule: 'document.pdf-failed',
        ref: requestId,
      });
    default:
      return assertNever(reason);
  }
}
