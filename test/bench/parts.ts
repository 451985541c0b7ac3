import { systemClock } from '../../src/base/clock.js';
import { KeyRing } from '../../src/shop/access/keys.js';
import type { Disk } from '../../src/base/disk.js';
import type { UtcMs } from '../../src/base/time.js';
import { silentLog } from '../../src/base/log.js';
import { Invoicing } from '../../src/sales/invoicing/invoicing.js';
import type { InvoiceRequest } from '../../src/sales/invoicing/draft/validate.js';
import type { IssuedInvoice } from '../../src/platform/ledger/invoice.js';
import { Ledger } from '../../src/platform/ledger/ledger.js';
import { loadSql } from '../../src/platform/ledger/views/sql.js';
import { Processors } from '../../src/processors/pfr/processors.js';
import type { ReceiptPrinting } from '../../src/paper/printing/port.js';
import { Settings } from '../../src/shop/settings/settings.js';
import type { Environment } from '../../src/contract/fiscal.js';
import type { Pfr } from '../../src/processors/pfr/port.js';
import { NO_PAPER } from '../kit/paper.js';
import { SETTINGS_KEY } from '../kit/settingsKey.js';
import { NO_IDENTITY } from '../kit/pfr/noIdentity.js';

export interface PartsOptions {
  readonly disk: Disk;
  readonly folder: string;
  readonly now?: () => UtcMs;
  /** Off: idle work is done only when it is asked for. */
  readonly idleWork?: boolean;
  /** What brings the jobs of a receipt, where there are printers. */
  readonly receiptPrinting?: ReceiptPrinting;
}

/** A box without its interfaces: the work behind `POST /invoices` after the body was read. */
export class Deps {
  private constructor(
    readonly ledger: Ledger,
    readonly keys: KeyRing,
    readonly settings: Settings,
    private readonly till: Invoicing,
  ) {}

  static async open({
    disk,
    folder,
    now = Date.now,
    idleWork = true,
    receiptPrinting = NO_PAPER,
  }: PartsOptions): Promise<Deps> {
    const [log, version] = [silentLog, 'bench'];
    const ledger = await Ledger.open({ disk, folder, now, log, version, idleWork, sql: await loadSql() });
    const settings = new Settings(ledger, version, log, SETTINGS_KEY);
    const clock = { ...systemClock, now };
    const processors = new Processors({ ledger, settings, clock, log, ...NO_IDENTITY });
    const pfrOf = (environment: Environment): Pfr => processors.of(environment);
    const till = new Invoicing({ ledger, settings, pfrOf, receiptPrinting, clock, log });
    return new Deps(ledger, new KeyRing(ledger, now, log), settings, till);
  }

  /** Prices, signs and records; the receipt is durable when this resolves. */
  async issue(request: InvoiceRequest): Promise<IssuedInvoice> {
    const outcome = await this.till.sell(request, 'bench');
    if (outcome.kind !== 'issued') throw new Error(`not issued: ${JSON.stringify(outcome)}`);
    return outcome.invoice;
  }

  /** Records a receipt that another box has signed, under a uuid of its own; durable when this resolves. */
  async record(invoice: IssuedInvoice): Promise<void> {
    const recorded = await this.ledger.issue({ ...invoice, uuid: this.ledger.newUuid(invoice.createdAt) });
    if (!recorded.ok) throw new Error(`not recorded: ${recorded.error}`);
  }

  close(): Promise<void> {
    return this.ledger.close();
  }
}
