import { join } from 'node:path';
import { type ApiParts, createApp } from '../api/index.js';
import { VERSION } from '../base/index.js';
import { ReceiptMailer, SmtpMailer } from '../delivery/index.js';
import { Documents } from '../documents/index.js';
import { openPages } from '../web/index.js';
import type { Box } from './open.js';

/** Draws the sheets of a box, in `DIR/documents`. */
export function documentsOf({ disk, folder, log }: Box): Documents {
  return new Documents({ disk, folder: join(folder, 'documents'), version: VERSION, log });
}

/** Sends receipts by e-mail, with their sheets. */
export function mailingOf({ ledger, settings, clock, log, mail, safeMode }: Box, documents: Documents): ReceiptMailer {
  return new ReceiptMailer({
    ...{ ledger, settings, now: clock.now, monotonic: clock.monotonic, log, mailer: new SmtpMailer(mail) },
    isInSafeMode: () => safeMode.isOn,
    async pdfOf(invoice) {
      const drawn = await documents.pdf(invoice, 'a4');
      return drawn.ok ? drawn.value : undefined;
    },
  });
}

/** What the web application has beside the parts of an open box. */
type Served = Pick<ApiParts, 'documents' | 'mailing' | 'health' | 'connectionLimiter' | 'repeatedEvents' | 'publicUrl'>;

/** The web application of a box: API v1, and the pages that open without a key. */
export function appOf(box: Box, served: Served): ReturnType<typeof createApp> {
  const { ledger, settings, keys, flashBudget, catalogue, invoicing, printing, processors, clock, log } = box;
  return createApp({
    ...{ ledger, settings, keys, flashBudget, catalogue, invoicing, printing, clock, log },
    ...{ salesFirst: invoicing.salesFirst, now: clock.now, monotonic: clock.monotonic },
    ...served,
    pfr: () => processors.active,
    openPages: openPages({ ledger, salesFirst: invoicing.salesFirst, clock }),
  });
}
