import { receiptTime } from '../../../base/index.js';
import type { HttpResponse } from '../../../platform/http/index.js';
import { printedJournal, readLinkPayload } from '../../../paper/journal/index.js';
import type { Ledger } from '../../../platform/ledger/index.js';
import { verifyDemoPayload } from '../../../processors/pfr/index.js';
import { webPage } from './page.js';

const UNKNOWN = `
<h1>Рачун није пронађен</h1>
<p>Ова веза није веза рачуна са овог уређаја. Проверите да ли је QR код прочитан цео.</p>`;

/**
 * The public page behind the QR code of a demo receipt. It opens only with the complete link: every byte must be as
 * signed by this box.
 */
export async function verificationPage(ledger: Ledger, vl: string): Promise<HttpResponse> {
  const payload = readLinkPayload(vl);
  const link = payload && verifyDemoPayload(payload, ledger.boxId);
  const invoice = link && (await ledger.invoiceByNumber(link.requestedBy, link.signedBy, link.totalCounter));
  if (link === undefined || invoice === undefined) return webPage(404, 'Рачун није пронађен', UNKNOWN);
  const { signature, draft } = invoice;
  return webPage(
    200,
    `Рачун ${signature.invoiceNumber}`,
    `
<h1>Демо рачун</h1>
<p class="notice">Ово је демо рачун без фискалне важности. Није пријављен Пореској управи.</p>
<dl>
<dt>ПФР број рачуна</dt><dd>${signature.invoiceNumber}</dd>
<dt>ПФР време</dt><dd>${receiptTime(signature.time)}</dd>
</dl>`,
    printedJournal(signature.journal, draft),
  );
}
