import type { PrinterSetting } from '../../../src/shop/settings/printers.js';
import { receiptSlip } from '../../../src/paper/slips/receipt.js';
import type { Slip } from '../../../src/paper/slips/slip.js';
import { ticketSlip } from '../../../src/paper/slips/ticket.js';
import { testSlip, waitingSlip } from '../../../src/paper/slips/notFiscalSlips.js';
import type { Picture } from '../../paper/documents/sheet/pictures.js';
import { COMPANY, draft, line } from '../../paper/journal/drafts.js';
import { COPY_REFUND, issued, TIME } from '../../paper/journal/invoices.js';
import { printer } from '../../paper/printing/escpos/paper.js';
import { drawPaper } from './paper.js';

/** Typical thermal papers, always with the same dots. */

const GOODS = [
  line('Тонер HP 85A', 'Ђ', 8990, 2),
  line('Папир A4 80 g, 500 листова', 'Ђ', 520, 10),
  line('Čokolada Šumadija sa lešnikom i žutim džemom', 'Ђ', 219),
  line('Јабука ајдаред', 'Е', 129.9, 0.845, 'кг'),
];
const AD =
  'Хвала на поверењу!\nРадним данима од 7 до 20, суботом од 8 до 15 часова. Недељом не радимо.\nwww.pekara-njegus.rs';
const SALE = draft('Normal', 'Sale', GOODS, { cashier: 'Милица Ћ.', buyerId: '10:110163983', adText: AD });
const REFUND = draft('Normal', 'Refund', GOODS.slice(0, 2), {
  cashier: 'Милица Ћ.',
  buyerId: '10:110163983',
  referentNumber: 'ABCD2345-ABCD2345-8',
  referentTime: '2026-11-20 17:42:08',
});

const MM_58: Partial<PrinterSetting> = { width: 58 };
const DOTS_512: Partial<PrinterSetting> = { dpi: 180 };
const TEXT: Partial<PrinterSetting> = { mode: 'text' };
const FINDINGS = { status: true, autoStatus: true, queuedStatus: true, processId: false };

const once = { repeat: false };
const WAITING = waitingSlip({
  number: 17,
  clientRequestId: 'kasa-2026-11-21-17',
  queuedAt: TIME,
  payments: SALE.payments,
  company: { ...COMPANY, phone: '011 322-44-55' },
});
const TICKET = ticketSlip({
  addresses: ['https://kasirbox-4F2A.local', 'https://192.168.1.20'],
  helper: 'http://192.168.1.20/',
  claimCode: undefined,
  accessPoint: undefined,
  authority: { fingerprint: '0123456789abcdef'.repeat(4), path: '/var/lib/kasirbox/tls/ca.pem' },
  shop: COMPANY.name,
  problem: undefined,
  failure: undefined,
  warnings: ['Последња резервна копија је од пре 9 дана.', 'Папир у штампачу „kasa“ је при крају.'],
  card: { state: 'спремна', until: '2027-03-01' },
  time: '2026-11-21 08:05:09',
  version: '0.1.0',
});

/** By name: the slip, and what is other than usual of the printer. */
const PAPERS: Readonly<Record<string, readonly [slip: Slip, setting: Partial<PrinterSetting>]>> = {
  'sale-80': [receiptSlip(issued(SALE), once), {}],
  'sale-58': [receiptSlip(issued(SALE), once), MM_58],
  'sale-512': [receiptSlip(issued(SALE), once), DOTS_512],
  'sale-80-plain': [receiptSlip(issued(SALE), once), { plain: true }],
  'sale-80-text': [receiptSlip(issued(SALE), once), TEXT],
  'sale-58-text': [receiptSlip(issued(SALE), once), { ...MM_58, ...TEXT }],
  'refund-80': [receiptSlip(issued(REFUND), once), {}],
  'copy-refund-80': [receiptSlip(issued(COPY_REFUND), once), {}],
  'proforma-58': [receiptSlip(issued(draft('ProForma', 'Sale', GOODS)), once), MM_58],
  'repeat-80': [receiptSlip(issued(SALE), { repeat: true }), {}],
  'sandbox-58': [receiptSlip(issued(SALE, { environment: 'sandbox' }), once), MM_58],
  'waiting-80': [WAITING, {}],
  'waiting-58': [WAITING, MM_58],
  'ticket-58': [TICKET, MM_58],
  'test-80': [testSlip({ printer: printer(), findings: FINDINGS }), {}],
  'test-58-text': [testSlip({ printer: printer({ ...MM_58, ...TEXT }), findings: FINDINGS }), { ...MM_58, ...TEXT }],
};

export const SLIPS = Object.keys(PAPERS);

/** The paper of this name. */
export function drawSlipPaper(name: string): Picture {
  const [slip, setting] = PAPERS[name] ?? [];
  if (slip === undefined) throw new Error(`there is no paper ${name}`);
  return drawPaper(slip, printer(setting));
}
