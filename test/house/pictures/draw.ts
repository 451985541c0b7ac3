import type { Draft } from '../../../src/contract/fiscal.js';
import { drawPdf } from '../../../src/paper/documents/pdf/draw.js';
import { describeSheet } from '../../../src/paper/documents/sheet/describe.js';
import type { IssuedInvoice } from '../../../src/platform/ledger/invoice.js';
import { DemoPfr } from '../../../src/processors/pfr/demo/processor.js';
import { receiptSlip } from '../../../src/paper/slips/receipt.js';
import { ticketSlip } from '../../../src/paper/slips/ticket.js';
import { page, type Picture } from '../../paper/documents/sheet/pictures.js';
import { COMPANY, draft, LABELS, line } from '../../paper/journal/drafts.js';
import { printer } from '../../paper/printing/escpos/paper.js';
import { DESK, drawPaper, EDGE, laidOn } from './paper.js';

/** The pictures of the documentation: one receipt of the demo processor and one ticket, always with the same bytes. */

const TIME = Date.UTC(2026, 10, 21, 7, 5, 9);
const LINES = [
  line('Кафа', 'Ђ', 150, 2),
  line('Бурек са сиром', 'Е', 180),
  line('Čokolada Šumadija, žuti džem', 'Ђ', 219),
];
const SALE = draft('Normal', 'Sale', LINES, { adText: 'Хвала на поверењу!', tendered: 1000_00 });

const SHEET_DPI = 100;

async function issue(sale: Draft): Promise<IssuedInvoice> {
  const processor = new DemoPfr({
    environment: 'sandbox',
    boxId: Buffer.alloc(16, 7),
    company: () => COMPANY,
    taxLabels: () => LABELS.map((label) => ({ ...label, active: true })),
    publicUrl: () => 'https://localhost:8443',
    now: () => TIME,
    counters: { total: 50, byType: { 'Normal/Sale': 16 } },
  });
  const counterBaseline = await processor.counters();
  const request = {
    requestId: '0'.repeat(32),
    draft: sale,
    taxLabels: processor.taxLabels(),
    esirNumber: '1/1.0',
    counterBaseline,
  };
  const outcome = await processor.sign(request);
  if (outcome.kind !== 'signed') throw new Error(`the demo processor says ${outcome.kind}`);
  return {
    uuid: '0198f0c2-3c4d-7e5f-8a6b-1c2d3e4f5a6b',
    environment: 'sandbox',
    mode: 'demo',
    draft: sale,
    signature: outcome.signature,
    clientRequestId: null,
    fingerprint: null,
    createdAt: TIME,
  };
}

/** The receipt as it comes out of a printer for paper of 80 mm. */
export async function drawSlip(): Promise<Picture> {
  return drawPaper(receiptSlip(await issue(SALE), { repeat: false }), printer());
}

/** The ticket of a new box without a network, as it comes out of the same printer. */
export function drawTicket(): Picture {
  return drawPaper(
    ticketSlip({
      addresses: ['https://kasirbox-4F2A.local', 'https://10.83.0.1'],
      helper: undefined,
      claimCode: '7KQ2-M4XD',
      accessPoint: { ssid: 'Kasirbox-4F2A', password: 'h7wq-3kfp-9m2d' },
      authority: { fingerprint: '0123456789abcdef'.repeat(4), path: '/var/lib/kasirbox/tls/ca.pem' },
      problem: undefined,
      failure: undefined,
      warnings: [],
      shop: undefined,
      card: undefined,
      time: '2026-11-21 08:05:09',
      version: '0.1.0',
    }),
    printer(),
  );
}

/** The same receipt as a sheet of A4. */
export async function drawSheet(): Promise<Picture> {
  return laidOn(page(await drawPdf(describeSheet(await issue(SALE), 'a4')), 1, SHEET_DPI), EDGE, DESK);
}
