import { compileSchema, formRule, type JsonSchema, localTime, pointerTo, defineMessages } from '../../../base/index.js';
import { type Loss, LOSSES } from '../../../platform/devices/index.js';
import { errorResponse, notFound, okay } from '../../../platform/http/index.js';
import {
  JOB_REASONS,
  JOB_STATES,
  type JobReason,
  PRINTER_FAULTS,
  type PrinterFault,
} from '../../../platform/ledger/index.js';
import {
  FAULT_TEXTS,
  nextStep,
  PRINTER_STATES,
  type PrinterStatus,
  type PrintJobStatus,
  PROOFS,
  reasonText,
} from '../../../paper/printing/index.js';
import { MAX_PRINTER_NAME } from '../../../shop/settings/index.js';
import { missing, printRefusalResponse } from '../commonErrors.js';
import { json, uuidParameter } from '../parameters.js';
import type { ResourceDeps } from '../apiDeps.js';
import type { ParameterDoc, Resource } from '../resource.js';
import { flag, listOf, localTimeText, positiveInteger, record, text, uuid } from '../schemas.js';

const MESSAGES = defineMessages('printing', {
  noPrinterName: {
    en: 'printer must be the name of a printer; see GET /printers',
    sr: 'Потребно је име подешеног штампача.',
  },
});

const jobParameter: ParameterDoc = {
  name: 'id',
  in: 'path',
  description: 'The job.',
  schema: { ...positiveInteger, examples: [12] },
};

const JOB_TROUBLES: ReadonlySet<JobReason | Loss> = new Set([...JOB_REASONS, ...LOSSES]);
const PRINTER_TROUBLES: ReadonlySet<PrinterFault | Loss> = new Set([...PRINTER_FAULTS, ...LOSSES]);

/** Schema of one of several faults, each documented by its user-facing text. */
function reason(description: string, troubles: ReadonlySet<JobReason | Loss>): JsonSchema {
  const texts = Array.from(troubles, (trouble) => `\`${trouble}\`: ${FAULT_TEXTS[trouble].found.en}`);
  return { type: ['string', 'null'], enum: [...troubles, null], description: [description, ...texts].join(' ') };
}

const printRequest: JsonSchema = {
  type: 'object',
  properties: {
    printer: {
      type: ['string', 'null'],
      maxLength: MAX_PRINTER_NAME,
      description:
        'Name of the printer, in any case; left out or null: that of the last job of this receipt, else the first of those that ' +
        'print new receipts of this type, else the first one set.',
      examples: ['kasa'],
    },
  },
};

const checkPrintRequest = compileSchema<{ readonly printer?: string | null }>(printRequest);

const printJob: JsonSchema = record({
  id: positiveInteger,
  uuid: { ...uuid, description: 'The receipt.' },
  printer: text,
  state: {
    type: 'string',
    enum: [...JOB_STATES, 'blocked'],
    description:
      '`queued`: it waits, perhaps behind one that is blocked. `sending`: it is being printed. `printed`: the printer has ' +
      'proven it. `blocked`: it waits until somebody mends the printer or the way to it. `unknown`: bytes have left, and ' +
      'nobody knows of paper: look, and print again if there is none. `unconfirmed`: all has gone to a printer that ' +
      'cannot prove anything: look. `cancelled`: nothing was printed.',
  },
  reason: reason('Why it is blocked, unknown, cancelled; null in every other state.', JOB_TROUBLES),
  message: {
    type: ['string', 'null'],
    description: 'Why, in Serbian, for the person at the till; null where `reason` is.',
    examples: ['Штампач је остао без папира.'],
  },
  nextStep: {
    type: ['string', 'null'],
    description: 'What the person at the till has to do, in Serbian; null: nothing.',
    examples: ['Ставите нову ролну.'],
  },
  repeat: { ...flag, description: 'The paper says that it is a repeat.' },
  createdAt: localTimeText,
  updatedAt: localTimeText,
});

const printJobAnswer: JsonSchema = record({ job: printJob });

const printJobList: JsonSchema = record({
  jobs: listOf(printJob),
  needsCopy: {
    ...flag,
    description:
      'True when POST /invoices/{uuid}/print is refused with the rule `print.proven`: the paper of this fiscal receipt is proven, or its jobs ' +
      'are forgotten. Issue a copy: POST /invoices/{uuid}/copy.',
  },
});

const printer: JsonSchema = record({
  name: text,
  address: text,
  state: {
    type: 'string',
    enum: PRINTER_STATES,
    description:
      '`idle`: ready as far as is known. `printing`: a slip is under way. `blocked`: the printer says what is to be ' +
      'mended. `offline`: it is not reached, does not answer or does not say what it lacks.',
  },
  reason: reason('Why it is blocked or offline; null in every other state.', PRINTER_TROUBLES),
  proof: {
    type: ['string', 'null'],
    enum: [...PROOFS, null],
    description: 'What proves that a paper was printed, the strongest first; null before the printer was tried.',
  },
});

const printerList: JsonSchema = record({ printers: listOf(printer) });

/** Printers and print jobs. */
export const printing = {
  tag: 'Papers',
  requests: { PrintRequest: printRequest },
  responses: {
    PrintJob: printJob,
    PrintJobAnswer: printJobAnswer,
    PrintJobList: printJobList,
    Printer: printer,
    PrinterList: printerList,
  },
  routes: {
    printInvoice: {
      method: 'post',
      path: '/invoices/{uuid}/print',
      summary: 'Print the receipt once more',
      description:
        'The paper says that it is a repeat, unless it is certain that none was ever printed. A fiscal receipt (`Normal`, `Advance`) is ' +
        'given once: when its paper is proven, this is refused with the rule `print.proven`, and `POST /invoices/{uuid}/copy` issues ' +
        'a copy; the setting `repeatPrints` allows repeats. Without `printer`: that of its last job, else the first of those that print new ' +
        'receipts of this type, else the first one set. Each call prints. If its answer was lost, look into GET /invoices/{uuid}/print-jobs ' +
        'before repeating it.',
      parameters: [uuidParameter],
      requestBody: printRequest,
      bodyIsOptional: true,
      responses: {
        202: json(
          'The job stands in the ledger; nothing is printed yet. It is `queued` or `blocked`, or `cancelled` with the reason `full` at ' +
            'once where too many wait for this printer.',
          printJobAnswer,
        ),
      },
      errors: [400, 404, 422],
      async handler({ params, state: { id, body } }, { ledger, printing }) {
        const invoice = await ledger.invoice(params.uuid ?? '');
        if (invoice === undefined) return missing('Invoice', ledger, id);
        const checked = checkPrintRequest(body);
        if (!checked.ok) {
          const { path, rule } = checked.error;
          return errorResponse('validation', MESSAGES.noPrinterName, {
            ...{ rule: formRule(rule), field: pointerTo(path) },
          });
        }
        const job = await printing.reprint(invoice.uuid, checked.value.printer ?? undefined);
        if (!job.ok) return printRefusalResponse(job.error, printing, id);
        return { status: 202, body: { job: printJobResponse(job.value) } };
      },
    },
    listPrintJobs: {
      method: 'get',
      path: '/invoices/{uuid}/print-jobs',
      summary: 'What was printed of a receipt, oldest first',
      description: 'Jobs that ended long ago are forgotten.',
      parameters: [uuidParameter],
      responses: { 200: json('The jobs.', printJobList) },
      errors: [404],
      async handler({ params, state: { id } }, { ledger, printing }) {
        const invoice = await ledger.invoice(params.uuid ?? '');
        if (invoice === undefined) return missing('Invoice', ledger, id);
        const needsCopy = await printing.needsCopy(invoice);
        return okay({ jobs: printing.jobsOf(invoice.uuid).map(printJobResponse), needsCopy });
      },
    },
    getPrintJob: {
      method: 'get',
      path: '/print-jobs/{id}',
      summary: 'One print job',
      description: 'Ask again until its state is an end: `printed`, `unconfirmed`, `unknown` or `cancelled`.',
      parameters: [jobParameter],
      responses: { 200: json('The job.', printJobAnswer) },
      errors: [404],
      handler({ params }, { printing }) {
        const job = printing.job(Number(params.id));
        return job === undefined ? notFound('Print job') : okay({ job: printJobResponse(job) });
      },
    },
    listPrinters: {
      method: 'get',
      path: '/printers',
      summary: 'The printers of the box',
      description: 'As they were last seen.',
      responses: { 200: json('The printers in the order of the settings.', printerList) },
      handler: (_ctx, { printing }) => okay({ printers: printing.printers().map(printerResponse) }),
    },
  },
} satisfies Resource<Pick<ResourceDeps, 'ledger' | 'printing'>>;

function printJobResponse(status: PrintJobStatus): object {
  const { id, uuid, printer, state, reason, repeat, createdAt, updatedAt } = status;
  const times = { createdAt: localTime(createdAt), updatedAt: localTime(updatedAt) };
  const words = { message: reasonText(status)?.sr ?? null, nextStep: nextStep(status)?.sr ?? null };
  return { id, uuid, printer, state, reason, ...words, repeat, ...times };
}

function printerResponse({ name, address, state, reason, proof }: PrinterStatus): object {
  return { name, address, state, reason, proof };
}
