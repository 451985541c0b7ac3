import { english } from '../../../src/base/index.js';
import * as assert from 'uvu/assert';
import { systemClock } from '../../../src/base/clock.js';
import type { Disk } from '../../../src/base/disk.js';
import type { Company, Draft, Environment } from '../../../src/contract/fiscal.js';
import { silentLog } from '../../../src/base/log.js';
import type { Result } from '../../../src/base/result.js';
import {
  validateCloseAdvance,
  validateCloseEarlierAdvance,
} from '../../../src/sales/invoicing/advance/closingRequest.js';
import type { CloseOutcome } from '../../../src/sales/invoicing/advance/closeAdvance.js';
import type { ValidationError } from '../../../src/sales/invoicing/draft/refusals/sentence.js';
import type { Caller, IssueOutcome, NotIssued, SaleOutcome } from '../../../src/sales/invoicing/issue/order.js';
import { validateRefund } from '../../../src/sales/invoicing/draft/refund.js';
import { type NotFound, Invoicing } from '../../../src/sales/invoicing/invoicing.js';
import { validateShape } from '../../../src/sales/invoicing/draft/validate.js';
import type { IssuedInvoice } from '../../../src/platform/ledger/invoice.js';
import type { Ledger } from '../../../src/platform/ledger/ledger.js';
import type { LedgerOptions } from '../../../src/platform/ledger/options.js';
import type { Pfr } from '../../../src/processors/pfr/port.js';
import { Processors } from '../../../src/processors/pfr/processors.js';
import type { PrintOption, ReceiptPrinting } from '../../../src/paper/printing/port.js';
import { Settings } from '../../../src/shop/settings/settings.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { standIn } from '../../kit/standIn.js';
import { NOON, openLedger } from '../../kit/ledger.js';
import { type Body, body, line } from './bodies.js';
import { NO_PAPER } from '../../kit/paper.js';
import { SETTINGS_KEY } from '../../kit/settingsKey.js';
import { NO_IDENTITY } from '../../kit/pfr/noIdentity.js';

/** Room for some hundred receipts, and for one of 500 lines. */
const SIZES = { segmentBytes: 2 * 1024 * 1024, prefillBytes: 64 * 1024 };

const THE_CALLER: Caller = { id: null, isPage: false };

/** Invoicing on a ledger and demo processors, without a network: everything is asked for as a body of JSON. */
export class Counter {
  /** What the processor says instead of signing; undefined: it signs. */
  refusing: (draft: Draft) => string | undefined = () => undefined;
  /** How the processor names the seller, where that differs from the settings. */
  seller: Partial<Company> = {};
  /** Comes before each signing. */
  beforeSigning: () => Promise<void> = () => Promise.resolve();
  /** The receipts for which paper was asked, with what the request wants of it. */
  readonly papers: { readonly uuid: string; readonly print: PrintOption }[] = [];
  readonly settings: Settings;
  private readonly invoicing: Invoicing;

  private constructor(readonly ledger: Ledger) {
    const now = (): number => NOON;
    this.settings = new Settings(ledger, '1.0', silentLog, SETTINGS_KEY);
    const clock = { ...systemClock, now };
    const { settings } = this;
    const processors = new Processors({ ledger, settings, clock, log: silentLog, ...NO_IDENTITY });
    const pfrOf = (environment: Environment): Pfr => this.watched(processors.of(environment));
    const receiptPrinting: ReceiptPrinting = {
      ...NO_PAPER,
      jobsFor: ({ uuid }, print) => {
        this.papers.push({ uuid, print });
        return [];
      },
    };
    this.invoicing = new Invoicing({ ledger, settings, clock, log: silentLog, pfrOf, receiptPrinting });
  }

  static async open(disk: Disk = new MemoryDisk(), options: Partial<LedgerOptions> = {}): Promise<Counter> {
    return new Counter(await openLedger(disk, { sizes: SIZES, ...options }));
  }

  async set(name: string, value: unknown): Promise<void> {
    const changed = await this.settings.set(name, value);
    if (!changed.ok) throw new Error(english(changed.error));
  }

  /** Changes one of the configured tax labels. */
  async setLabel(label: string, change: object): Promise<void> {
    const labels = this.settings.now.taxLabels;
    await this.set(
      'taxLabels',
      labels.map((known) => (known.label === label ? { ...known, ...change } : known)),
    );
  }

  sell(request: Body = body()): Promise<SaleOutcome> {
    return shaped(validateShape(request), (value) => this.invoicing.sell(value, 'request'));
  }

  /** An advance over one line of so many RSD, which goes on from another. */
  async advance(amount = 300, after?: IssuedInvoice, change: Body = {}): Promise<IssuedInvoice> {
    const items = [line({ name: '10: Аванс (Ђ)', quantity: 1, unitPrice: amount })];
    const referent = after && { referentDocumentNumber: after.signature.invoiceNumber };
    return issued(await this.sell({ invoiceType: 'Advance', items, ...referent, ...change }));
  }

  refund({ uuid }: Named, request: Body = {}): Promise<IssueOutcome | NotFound> {
    return shaped(validateRefund(request), (value) => this.invoicing.refund(uuid, value, 'request'));
  }

  copy({ uuid }: Named, key: string | null = null, cashier: string | null = null): Promise<IssueOutcome | NotFound> {
    return this.invoicing.copy(uuid, { clientRequestId: key, cashier, print: null }, 'request');
  }

  close({ uuid }: Named, request: Body = body(), by: Caller = THE_CALLER): Promise<CloseOutcome | NotFound> {
    return shaped(validateCloseAdvance(request), (value) => this.invoicing.closeAdvance(uuid, value, 'request', by));
  }

  closeEarlier(request: Body): Promise<CloseOutcome<null>> {
    return shaped(validateCloseEarlierAdvance(request), (value) =>
      this.invoicing.closeEarlierAdvance(value, 'request', THE_CALLER),
    );
  }

  /** Every receipt of an environment, oldest first. */
  async all(environment: Environment = 'sandbox'): Promise<IssuedInvoice[]> {
    return (await this.ledger.invoices({ environment, skip: 0, limit: 10_000 })).reverse();
  }

  private watched(demo: Pfr): Pfr {
    return standIn(demo, {
      sign: async (request) => {
        await this.beforeSigning();
        const message = this.refusing(request.draft);
        if (message !== undefined) return { kind: 'refused', code: '2400', message, messageEn: message };
        const outcome = await demo.sign(request);
        if (outcome.kind !== 'signed') return outcome;
        const company = { ...outcome.signature.company, ...this.seller };
        return { ...outcome, signature: { ...outcome.signature, company } };
      },
    });
  }
}

export type Named = Pick<IssuedInvoice, 'uuid'>;

async function shaped<T, O>(
  request: Result<T, ValidationError>,
  then: (value: T) => Promise<O>,
): Promise<O | NotIssued> {
  return request.ok ? then(request.value) : { kind: 'invalid', error: request.error };
}

/** The receipt of an order that must have been carried out now. */
export function issued(outcome: SaleOutcome | NotFound): IssuedInvoice {
  if (outcome.kind !== 'issued') throw new Error(JSON.stringify(outcome));
  return outcome.invoice;
}

export type Closed = Extract<CloseOutcome, { kind: 'closed' }>;

/** Both documents of an advance that must be closed. */
export function closed<A>(outcome: CloseOutcome<A> | NotFound): Extract<CloseOutcome<A>, { kind: 'closed' }> {
  if (outcome.kind !== 'closed') throw new Error(JSON.stringify(outcome).slice(0, 2000));
  return outcome;
}

/** The outcome when the processor has said `message`, which it does in one language here. */
export function refusedWith(message: string, messageEn = message): NotIssued {
  return { kind: 'refused', rule: 'pfr.not-ready', message, messageEn };
}

/** Was it refused with these words, about this field? */
export function isInvalid(
  outcome: CloseOutcome<unknown> | SaleOutcome | NotFound,
  message: string,
  field: string,
): void {
  if (outcome.kind !== 'invalid') throw new Error(JSON.stringify(outcome));
  const { error } = outcome;
  assert.equal({ message: error.message, field: error.field }, { message, field });
}
