import { compileSchema } from '../../base/schema.js';
import { failure, type Handler, notFound, okay } from '../answer.js';
import type { printingDocs } from '../docs/printing.js';
import type { ApiParts } from '../parts.js';
import { presentJob, presentPrinter } from '../present.js';
import { refusalOf } from '../printWish.js';
import { printRequest } from '../schemas/printing.js';

const check = compileSchema<{ readonly printer?: string | null }>(printRequest);

/** Paper: what is printed, and on what. */
export function printingRoutes({ ledger, printing }: ApiParts): Record<keyof typeof printingDocs, Handler> {
  return {
    async printInvoice({ id, params, body }) {
      const invoice = await ledger.invoice(params['uuid'] ?? '');
      if (invoice === undefined) return notFound('Invoice');
      const checked = check(body);
      if (!checked.ok) return failure('validation', 'printer must be the name of a printer; see GET /printers');
      const job = await printing.again(invoice.uuid, checked.value.printer ?? undefined);
      if (!job.ok) return refusalOf(job.error, printing, id);
      return { status: 202, body: { job: presentJob(job.value) } };
    },

    async listPrintJobs({ params }) {
      const invoice = await ledger.invoice(params['uuid'] ?? '');
      if (invoice === undefined) return notFound('Invoice');
      return okay({ jobs: printing.jobsOf(invoice.uuid).map(presentJob) });
    },

    getPrintJob({ params }) {
      const job = printing.job(Number(params['id']));
      return job === undefined ? notFound('Print job') : okay({ job: presentJob(job) });
    },

    listPrinters() {
      return okay({ printers: printing.printers().map(presentPrinter) });
    },
  };
}
