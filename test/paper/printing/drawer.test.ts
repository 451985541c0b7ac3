import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { IssuedInvoice } from '../../../src/platform/ledger/invoice.js';
import type { JobState, PrintJob } from '../../../src/platform/ledger/job.js';
import type { Ledger } from '../../../src/platform/ledger/ledger.js';
import { mayOpenDrawer } from '../../../src/paper/printing/targets.js';
import type { PrinterSetting } from '../../../src/shop/settings/printers.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { NOON, openLedger, ReceiptMaker } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';

const MINUTE = 60_000;
const random = seededRandom();
const printer = (name: string, drawer: PrinterSetting['drawer'] = 'pin2'): PrinterSetting =>
  ({ name, address: 'tcp://192.168.1.50:9100', width: 80, mode: 'raster', drawer }) as PrinterSetting;

/** A sale and its papers. */
class Sale {
  now = NOON;
  printers = [printer('kasa'), printer('kuhinja', 'none')];
  private readonly jobs = new Map<number, PrintJob>();

  private constructor(
    readonly ledger: Ledger,
    readonly invoice: IssuedInvoice,
  ) {}

  static async made(clientRequestId: string | null = null): Promise<Sale> {
    const ledger = await openLedger(new MemoryDisk());
    const invoice = new ReceiptMaker(random).next(ledger, { clientRequestId });
    return new Sale(ledger, invoice);
  }

  async job(id: number, name: string, state: JobState, more: Partial<PrintJob> = {}): Promise<void> {
    const before = this.jobs.get(id);
    const job: PrintJob = {
      ...{ id, uuid: this.invoice.uuid, printer: name, repeat: false, reason: null, createdAt: this.now },
      ...{ ...before, state, updatedAt: this.now },
      ...more,
    };
    this.jobs.set(id, job);
    assert.ok((await this.ledger.put({ type: 'job', jobs: [job] })).ok);
  }

  /** Would the paper of this job open the drawer now? */
  opens(id: number): boolean {
    const job = this.ledger.main.jobs.job(id);
    assert.ok(job);
    return mayOpenDrawer(job, this.invoice, {
      ledger: this.ledger,
      printers: () => this.printers,
      now: () => this.now,
    });
  }
}

test('the first paper of a sale opens the drawer, whatever printed it', async () => {
  const sale = await Sale.made();
  await sale.job(1, 'kasa', 'sending');
  assert.ok(sale.opens(1));
});

test('no paper after it does: not a second copy, not a reprint, nor one after a torn slip and a restart', async () => {
  const sale = await Sale.made();
  await sale.job(1, 'kasa', 'printed');
  await sale.job(2, 'kasa', 'sending', { repeat: true });
  assert.not.ok(sale.opens(2), 'a second copy');
  await sale.job(1, 'kasa', 'unknown', { reason: 'restart' });
  await sale.job(2, 'kasa', 'cancelled', { reason: 'operator' });
  sale.now += MINUTE;
  await sale.job(3, 'kasa', 'sending', { repeat: true });
  assert.not.ok(sale.opens(3), 'a reprint');
  const old = await Sale.made();
  await old.job(4, 'kasa', 'sending', { repeat: true });
  assert.not.ok(old.opens(4), 'a reprint of a receipt whose jobs are forgotten');
});

test('of two printers the one with the drawer opens it, though the other was faster', async () => {
  const sale = await Sale.made();
  await sale.job(1, 'kuhinja', 'printed');
  await sale.job(2, 'kasa', 'sending', { repeat: true });
  assert.ok(sale.opens(2));
  sale.now += MINUTE;
  await sale.job(3, 'kasa', 'sending', { repeat: true });
  assert.not.ok(sale.opens(3), 'a reprint later on does not');
  await sale.job(4, 'kasa', 'sending', { repeat: true, createdAt: NOON });
  await sale.job(2, 'kasa', 'unknown', { reason: 'lost' });
  assert.not.ok(sale.opens(4), 'nor does another paper of the sale at a drawer');
});

test('a printer that was away for long opens no drawer for what has waited: nobody stands there any more', async () => {
  const sale = await Sale.made();
  await sale.job(1, 'kasa', 'queued');
  sale.now += 10 * MINUTE;
  assert.ok(sale.opens(1));
  sale.now += 1;
  assert.not.ok(sale.opens(1));
});

test('a receipt out of the offline queue opens no drawer: its buyer paid when it was queued', async () => {
  const sale = await Sale.made('bill-1');
  const { environment, invoice } = { environment: 'sandbox' as const, invoice: sale.invoice };
  const order = { clientRequestId: 'bill-1', fingerprint: '00', number: 1, total: invoice.draft.total, request: {} };
  const queued = { ...order, environment, queuedAt: NOON, state: 'queued' as const, reason: null };
  assert.ok((await sale.ledger.put({ type: 'queued', order: queued })).ok);
  assert.ok((await sale.ledger.issue(invoice)).ok);
  await sale.job(1, 'kasa', 'sending');
  assert.not.ok(sale.opens(1));
});

test.run();
