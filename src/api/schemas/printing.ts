import type { JsonSchema } from '../../base/schema.js';
import { JOB_REASONS, JOB_STATES, type JobReason, PRINTER_FAULTS, type PrinterFault } from '../../ledger/job.js';
import { PRINTER_STATES, PROOFS } from '../../printing/printing.js';
import { CAUSES } from '../../printing/texts.js';
import { type Loss, LOSSES } from '../../printing/transport/port.js';
import { MAX_PRINTER_NAME } from '../../settings/printers.js';
import { flag, listOf, localTime, positiveInteger, record, text, uuid } from './common.js';

const JOB_TROUBLES: ReadonlySet<JobReason | Loss> = new Set([...JOB_REASONS, ...LOSSES]);
const PRINTER_TROUBLES: ReadonlySet<PrinterFault | Loss> = new Set([...PRINTER_FAULTS, ...LOSSES]);

/** A trouble, each with the words that people read. */
function reason(what: string, troubles: ReadonlySet<JobReason | Loss>): JsonSchema {
  const words = Array.from(troubles, (trouble) => `\`${trouble}\`: ${CAUSES[trouble].found.en}`);
  return { type: ['string', 'null'], enum: [...troubles, null], description: [what, ...words].join(' ') };
}

/** `POST /invoices/{uuid}/print`, which needs no body. */
export const printRequest: JsonSchema = {
  type: 'object',
  properties: {
    printer: {
      type: ['string', 'null'],
      maxLength: MAX_PRINTER_NAME,
      description:
        'Name of the printer, in any case; left out or null: the first of those that print new receipts of this type, ' +
        'else the first one set.',
      examples: ['kasa'],
    },
  },
};

export const printJob: JsonSchema = record({
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
  repeat: { ...flag, description: 'The paper says that it is a repeat.' },
  createdAt: localTime,
  updatedAt: localTime,
});

export const printJobAnswer: JsonSchema = record({ job: printJob });

export const printJobList: JsonSchema = record({ jobs: listOf(printJob) });

export const printer: JsonSchema = record({
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

export const printerList: JsonSchema = record({ printers: listOf(printer) });
