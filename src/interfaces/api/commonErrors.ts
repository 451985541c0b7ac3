import { assertNever, type Bilingual, defineMessages } from '../../base/index.js';
import { errorResponse, type HttpResponse, notFound } from '../../platform/http/index.js';
import type { Ledger, StorageFailure } from '../../platform/ledger/index.js';
import { validationErrors } from '../../sales/invoicing/index.js';
import { NO_PRINTER, type Printing, type PrintOption, type PrintRefusal } from '../../paper/printing/index.js';
import type { ResourceDeps } from './apiDeps.js';

const LOST_MESSAGES = defineMessages('lost', {
  Invoice: {
    en: 'The ledger of the box is damaged; this invoice may be among what is lost. See GET /status.',
    sr: 'Дневник уређаја је оштећен; овај рачун је можда међу изгубљенима. Погледајте Стање.',
  },
  Request: {
    en: 'The ledger of the box is damaged; this request may be among what is lost. See GET /status.',
    sr: 'Дневник уређаја је оштећен; овај захтев је можда међу изгубљенима. Погледајте Стање.',
  },
});

type Failing = Pick<Ledger, 'failure'>;

/** Messages for a record that may be in a damaged part of the ledger. */
type Recorded = keyof typeof LOST_MESSAGES;

/** The response for a record that was not found. `ref`: the id of the request. */
export function missing(what: Recorded, ledger: Failing, ref: string): HttpResponse {
  return possiblyLost(what, ledger, ref) ?? notFound(what);
}

/**
 * The response when records of the ledger are lost and the missing record may be one of them. A 404 would make the
 * caller sell again. Undefined when no records are lost.
 */
export function possiblyLost(what: Recorded, { failure }: Failing, ref: string): HttpResponse | undefined {
  if (failure !== 'damaged') return undefined;
  return errorResponse('server_error', LOST_MESSAGES[what], { rule: 'storage.damaged', ref });
}

const STORAGE_ERROR_MESSAGES = defineMessages('storage', {
  refunded: {
    en: '{fault} The advance refund {number} was issued before and stands.',
    sr: '{fault} Рефундација аванса {number} је већ издата и важи.',
  },
  full: {
    en: 'The disk of the box is full; nothing was stored. See GET /status.',
    sr: 'Меморија уређаја је пуна; ништа није сачувано. Погледајте Стање.',
  },
  damaged: {
    en: 'The ledger of the box is damaged; nothing was stored. See GET /status.',
    sr: 'Дневник уређаја је оштећен; ништа није сачувано. Погледајте Стање.',
  },
  broken: {
    en: 'The disk of the box failed; restart the box before repeating with the same idempotency key.',
    sr: 'Меморија уређаја је отказала; поново покрените уређај, па тек онда поновите.',
  },
});

/**
 * The response to a refused or failed write; an event of the log has the reason. `refund` is the number of an advance
 * refund that was issued before the failure.
 */
export function storageError(reason: StorageFailure, ref: string, refund?: string): HttpResponse {
  const fault = STORAGE_ERROR_MESSAGES[reason];
  const message = refund === undefined ? fault : STORAGE_ERROR_MESSAGES.refunded({ fault, number: refund });
  return errorResponse('server_error', message, { rule: `storage.${reason}`, ref });
}

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
    const unknown = validationErrors.printUnknown(namesOf(printing));
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
