import type { Disk } from '../../src/base/disk.js';
import {
  type Draft,
  type Environment,
  ENVIRONMENTS,
  INVOICE_TYPES,
  type InvoiceType,
  type TransactionType,
} from '../../src/contract/fiscal.js';
import { type Payment, PAYMENT_TYPES } from '../../src/contract/payments.js';
import type { UtcMs } from '../../src/base/time.js';
import { silentLog } from '../../src/base/log.js';
import type { IssuedInvoice } from '../../src/platform/ledger/invoice.js';
import { Ledger } from '../../src/platform/ledger/ledger.js';
import type { LedgerOptions } from '../../src/platform/ledger/options.js';
import { loadSql } from '../../src/platform/ledger/views/sql.js';
import type { Queue } from '../../src/platform/ledger/views/queue.js';
import type { Random } from './random.js';

/** The data folder on a memory disk. */
export const FOLDER = '/box';
/** Noon of 21 November 2026 in Belgrade. */
export const NOON: UtcMs = Date.UTC(2026, 10, 21, 11);
export const DAY_MS = 86_400_000;

/** So small that a few receipts fill a segment. */
export const SMALL_SIZES = { segmentBytes: 36 * 1024, prefillBytes: 4 * 1024, snapshotRecords: 12 };

/** Opens a ledger that does nothing by itself. */
export async function openLedger(disk: Disk, options: Partial<LedgerOptions> = {}): Promise<Ledger> {
  return Ledger.open({
    disk,
    folder: FOLDER,
    sql: options.sql ?? (await loadSql()),
    now: () => NOON,
    log: silentLog,
    version: 'test',
    idleWork: false,
    sizes: SMALL_SIZES,
    ...options,
  });
}

export interface InvoiceOptions {
  /** By the clock of the box. */
  readonly at?: UtcMs;
  /** By the clock of the processor; `at` when left out. */
  readonly signedAt?: UtcMs;
  readonly environment?: Environment;
  readonly invoiceType?: InvoiceType;
  readonly transactionType?: TransactionType;
  readonly clientRequestId?: string | null;
  readonly cashier?: string;
  readonly referentNumber?: string;
  readonly apiKey?: number;
}

const PAYLOAD_BYTES = 200;

/** Signs receipts as a processor would: running numbers, everything else by chance. */
export class ReceiptMaker {
  private readonly counters = new Map<string, number>();

  constructor(private readonly random: Random) {}

  /** The next receipt, with a uuid of this ledger. */
  next(ledger: Pick<Ledger, 'newUuid'>, wish: InvoiceOptions = {}): IssuedInvoice {
    const createdAt = wish.at ?? NOON;
    const draft = this.draft(wish);
    const environment = wish.environment ?? 'sandbox';
    const jid = environment === 'sandbox' ? 'TESTBOX1' : 'PRODBOX1';
    const total = this.count(jid);
    const ofType = this.count(`${jid} ${draft.invoiceType}/${draft.transactionType}`);
    return {
      uuid: ledger.newUuid(createdAt),
      environment,
      mode: 'demo',
      draft,
      clientRequestId: wish.clientRequestId ?? null,
      fingerprint: wish.clientRequestId == null ? null : this.random.bytes(32).toString('hex'),
      createdAt,
      ...(wish.apiKey !== undefined && { apiKey: wish.apiKey }),
      signature: {
        requestedBy: jid,
        signedBy: jid,
        invoiceNumber: `${jid}-${jid}-${total}`,
        invoiceCounter: `${ofType}/${total}ПП`,
        totalCounter: total,
        typeCounter: ofType,
        time: wish.signedAt ?? createdAt,
        verificationUrl: `https://box.local/v/?vl=${encodeURIComponent(this.random.bytes(PAYLOAD_BYTES).toString('base64'))}`,
        verificationQRCode: null,
        journal: `ФИСКАЛНИ РАЧУН\r\n${this.random.text('АБВГ абвг', 0, 80)}\r\n`,
        taxItems: [],
        company: {
          name: 'Пекара',
          tin: '100000001',
          location: '1000001-Пекара',
          address: 'Улица 1',
          district: 'Врачар',
        },
      },
    };
  }

  private count(name: string): number {
    const value = (this.counters.get(name) ?? 0) + 1;
    this.counters.set(name, value);
    return value;
  }

  private draft(wish: InvoiceOptions): Draft {
    const { random } = this;
    const lines = Array.from({ length: random.int(1, 3) }, () => {
      const total = random.int(1, 1_000_000);
      const label = random.pick(['Ђ', 'Е', 'А']);
      const name = random.text('хлебмлекосир ', 3, 40);
      return { name, unit: 'ком', quantity: 1000, unitPrice: total, total, label, gtin: null, itemId: null };
    });
    const total = lines.reduce((sum, line) => sum + line.total, 0);
    return {
      invoiceType: wish.invoiceType ?? 'Normal',
      transactionType: wish.transactionType ?? 'Sale',
      cashier: wish.cashier ?? 'Ана',
      lines,
      payments: this.payments(total),
      total,
      buyerId: null,
      buyerCostCenterId: null,
      referentNumber: wish.referentNumber ?? null,
      referentTime: null,
      issueTime: null,
      adText: null,
    };
  }

  private payments(total: number): Payment[] {
    const first = this.random.int(0, total);
    const payments = [
      { paymentType: this.random.pick(PAYMENT_TYPES), amount: first },
      { paymentType: this.random.pick(PAYMENT_TYPES), amount: total - first },
    ];
    return payments.filter(({ amount }) => amount > 0);
  }
}

/** All that the views answer, in a form that can be compared. */
export async function viewsOf(ledger: Ledger) {
  const { main } = ledger;
  const pages = [];
  for (const environment of ['sandbox', 'production'] as const) {
    for (const invoiceType of [undefined, ...INVOICE_TYPES]) {
      const invoices = await ledger.invoices({ environment, invoiceType, skip: 0, limit: 1000 });
      pages.push({ environment, invoiceType, invoices });
    }
  }
  const daily = (['total', 'label', 'payment', 'cashier'] as const).map((kind) =>
    main.turnover.byDay(kind, { environment: 'sandbox', from: 0, to: 99999999 }),
  );
  const counters = ['TESTBOX1', 'PRODBOX1'].map((jid) => main.countersInUse(jid));
  const activity = [1, 2, 3].map((key) => [
    main.keyActivity.lastDay('sandbox', key, NOON),
    main.keyActivity.past('sandbox', key, NOON + 2 * DAY_MS),
  ]);
  return {
    keys: main.keys(),
    activity,
    items: main.items(),
    settings: [...main.settings.all()].sort(),
    counters,
    daily,
    pages,
    jobs: main.jobs.all(),
    queue: queueOf(main.queue),
    events: main.events,
    notice: main.notifyCursor,
  };
}

/** What waits, and what the ones that have left are remembered by. */
function queueOf(queue: Queue) {
  const waiting = ENVIRONMENTS.flatMap((environment) => [...queue.orders(environment)]);
  const left = [1, 2].map((number) => queue.left('sandbox', `request-${number}`));
  return { waiting, left, unsettled: queue.withoutReceipt(), size: queue.characters, next: queue.nextNumber };
}
