import { receiptTime } from '../base/time.js';
import type { Ledger } from '../ledger/ledger.js';
import { verifyDemoPayload } from '../pfr/demo/seal.js';
import { linkPayload } from '../pfr/link.js';
import { printedJournal } from '../receipt/printed.js';
import { page, type Page } from './page.js';

const UNKNOWN = `
<h1>Рачун није пронађен</h1>
<p>Ова веза није веза рачуна са овог уређаја. Проверите да ли је QR код прочитан цео.</p>`;

/**
 * The public page behind the QR code of a demo receipt. Who does not hold the whole link learns nothing: every byte of
 * it must be one that this box has signed.
 */
export async function verificationPage(ledger: Ledger, vl: string): Promise<Page> {
  const payload = linkPayload(vl);
  const link = payload && verifyDemoPayload(payload, ledger.boxId);
  const invoice = link && (await ledger.invoiceByNumber(link.requestedBy, link.signedBy, link.totalCounter));
  if (link === undefined || invoice === undefined) return page(404, 'Рачун није пронађен', UNKNOWN);
  const { signature, draft } = invoice;
  return page(
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
