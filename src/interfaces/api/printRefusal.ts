import { assertNever, type Bilingual, defineMessages } from '../../base/index.js';
import { errorResponse, type HttpResponse, notFound } from '../../platform/http/index.js';
import { refusals } from '../../sales/invoicing/index.js';
import { NO_PRINTER, type Printing, type PrintOption, type PrintRefusal } from '../../paper/printing/index.js';
import type { ResourceDeps } from './apiDeps.js';
import { storageError } from './commonErrors.js';

const MESSAGES = defineMessages('printApi', {
  unknownPrinter: {
    en: 'printer: there is no printer of this name. Printers: {printers}',
    sr: 'Нема штампача са тим именом. Штампачи: {printers}.',
  },
});

export type PrintOptionDeps = Pick<ResourceDeps, 'printing' | 'invoicing'>;

interface PrintableRequest {
  readonly clientRequestId: string | null;
  readonly print: PrintOption;
}

/**
 * The response to a request whose receipt cannot be printed as requested, before anything is issued; undefined when it
 * can. A request whose receipt was issued before, or is queued, continues: a repeat prints nothing, and its caller must
 * get the receipt.
 */
export async function refusedPrintOption(
  { printing, invoicing }: PrintOptionDeps,
  { clientRequestId, print }: PrintableRequest,
  requestId: string,
): Promise<HttpResponse | undefined> {
  const checked = printing.checkPrintOption(print);
  if (checked.ok) return undefined;
  if (clientRequestId !== null) {
    const { state } = await invoicing.keyStatus(clientRequestId);
    if (state === 'queued' || state === 'issued') return undefined;
  }
  // Messages about fields of an invoice are in Serbian, because the cashier reads them.
  if (checked.error.kind === 'unknown') {
    const unknown = refusals.printUnknown(namesOf(printing));
    return errorResponse('validation', unknown.message, unknown);
  }
  return printRefusalResponse(checked.error, printing, requestId);
}

/** The seller reads it. */
const PROVEN: Bilingual = {
  sr: 'Рачун је већ одштампан, а фискални рачун се издаје једном. Издајте копију (POST /invoices/{uuid}/copy).',
  en: 'The receipt is printed already, and a fiscal receipt is given once. Issue a copy (POST /invoices/{uuid}/copy).',
};

/** Why a print job cannot be made; `printer` is the field that names a printer. */
export function printRefusalResponse(refusal: PrintRefusal, printing: Printing, requestId: string): HttpResponse {
  switch (refusal.kind) {
    case 'unset':
      return errorResponse('configuration', NO_PRINTER, { rule: 'print.no-printer' });
    case 'unknown':
      return errorResponse('validation', MESSAGES.unknownPrinter({ printers: namesOf(printing) }), {
        ...{ rule: 'print.unknown-printer', field: '/printer' },
      });
    case 'absent':
      return notFound('Invoice');
    case 'proven':
      return errorResponse('validation', PROVEN.sr, { rule: 'print.proven', messageEn: PROVEN.en });
    case 'storage':
      return storageError(refusal.failure, requestId);
    default:
      return assertNever(refusal);
  }
}

function namesOf(printing: Printing): string {
  return printing
    .printers()
    .map(({ name }) => name)
    .join(', ');
}
