import { type Disk, DiskError } from '../../src/base/disk.js';
import type { UtcMs } from '../../src/base/time.js';
import type { Change } from '../../src/platform/ledger/changeTypes.js';
import type { Intent } from '../../src/platform/ledger/intent.js';
import type { IssuedInvoice } from '../../src/platform/ledger/invoice.js';
import type { PrintJob } from '../../src/platform/ledger/job.js';
import { encodeProfile, type ProcessorProfile } from '../../src/platform/ledger/processorProfile.js';
import type { QueuedOrder } from '../../src/platform/ledger/queuedOrder.js';
import type { Ledger } from '../../src/platform/ledger/ledger.js';
import type { LedgerOptions } from '../../src/platform/ledger/options.js';
import { History } from './history.js';
import { DAY_MS, NOON, openLedger, ReceiptMaker } from './ledger.js';
import type { Random } from './random.js';

const REQUEST_ID = '0123456789abcdef0123456789abcdef';
const TRIES = 4;

/** A short life of a ledger: records of every kind, several in one flush, a seal, a turn of the month, a snapshot, a restart. */
export class EveryKind {
  readonly history = new History();
  /** Changes that the ledger has refused before it could have written any of them. */
  readonly refused: string[] = [];
  /** A start failed at once, or the ledger reported that it accepts no more. */
  hasFailed = false;
  private readonly maker: ReceiptMaker;
  private at: UtcMs = NOON;
  private receipts = 0;

  constructor(
    private readonly disk: Disk,
    random: Random,
    private readonly options: Partial<LedgerOptions> = {},
  ) {
    this.maker = new ReceiptMaker(random);
  }

  /** `whileOpen` comes before the last close. */
  async run(whileOpen: (ledger: Ledger) => Promise<void> = () => Promise.resolve()): Promise<void> {
    let ledger = await this.open();
    await ledger.runIdleWork();
    for (const change of changes(this.at)) await this.put(ledger, change);
    await this.issue(ledger, { requestId: REQUEST_ID });
    await Promise.all([this.issue(ledger), this.issue(ledger), this.put(ledger, SETTING)]);
    await ledger['idleWork'].writeSeal();
    this.at += 32 * DAY_MS;
    await ledger.runIdleWork();
    await this.issue(ledger);
    await this.issue(ledger);
    await ledger.runIdleWork();
    await ledger.close();
    ledger = await this.open();
    await this.issue(ledger);
    await ledger.runIdleWork();
    await whileOpen(ledger);
    await ledger.close();
  }

  /** A start that meets a failing disk ends with a DiskError; the next one is the service manager's. */
  private async open(): Promise<Ledger> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await openLedger(this.disk, { ...this.options, now: () => this.at });
      } catch (error) {
        if (!(error instanceof DiskError) || tries === TRIES) throw error;
        this.hasFailed = true;
      }
    }
  }

  private async put(ledger: Ledger, change: Exclude<Change, { type: 'result' }>): Promise<void> {
    const couldWrite = ledger.failure === undefined;
    const isDone = await this.history.put(ledger, change);
    this.note(ledger, isDone, couldWrite, JSON.stringify(change));
  }

  private async issue(ledger: Ledger, attempt?: IssuedInvoice['attempt']): Promise<void> {
    this.at += 1000;
    this.receipts += 1;
    const couldWrite = ledger.failure === undefined;
    const made = this.maker.next(ledger, { at: this.at, clientRequestId: `request-${this.receipts}` });
    const receipt = attempt === undefined ? made : { ...made, attempt };
    const reserved = await ledger.reserve(4096);
    if (!reserved.ok) {
      this.note(ledger, false, couldWrite, JSON.stringify(receipt));
      return;
    }
    const isDone = await this.history.issue(ledger, receipt, [jobOf(receipt.uuid, this.receipts, this.at)]);
    this.note(ledger, isDone, couldWrite, JSON.stringify(receipt));
    reserved.value.release();
  }

  /** A ledger that continues has refused before it wrote; one that broke meanwhile may have written. */
  private note(ledger: Ledger, isDone: boolean, couldWrite: boolean, content: string): void {
    if (isDone) return;
    this.hasFailed = true;
    if (!couldWrite || ledger.failure === undefined) this.refused.push(content);
  }
}

const SETTING = { type: 'setting', name: 'simplifiedCash', value: 'true' } as const;

export function jobOf(uuid: string, id: number, at: UtcMs): PrintJob {
  const times = { createdAt: at, updatedAt: at };
  return { id, uuid, printer: 'kasa', repeat: false, state: 'queued', reason: null, ...times };
}

/** One record of each kind that is written as it is given; the ledger's own ones and receipts come beside. */
function changes(at: UtcMs): readonly Exclude<Change, { type: 'result' }>[] {
  const item = { id: 1, plu: '1', name: 'Хлеб', unit: null, price: 100, label: 'Ђ', gtin: null, category: null };
  const key = { id: 1, label: 'каса', prefix: 'kasir_123456', hash: 'ab'.repeat(32), createdAt: at };
  const user = {
    id: 2,
    name: 'Мира',
    role: 'cashier',
    secret: 'x',
    recovery: null,
    createdAt: at,
    removedAt: null,
  } as const;
  const tablet = { id: 1, label: 'каса', hash: 'cd'.repeat(32), admittedBy: 'Мира' };
  const findings = { status: true, queuedStatus: true, processId: true, autoStatus: true };
  const removal = { by: 'Мира', reason: 'Роба је враћена.', at };
  const settlement = { receipt: 'FAKE7PFR-FAKE7PFR-9', by: 'Мира', reason: null, at };
  return [
    { type: 'item', item: { ...item, active: true } },
    { type: 'items', items: [1, 2, 3].map((id) => ({ ...item, id, plu: String(id), active: id !== 2 })) },
    { type: 'key', key: { ...key, revokedAt: null, lastUsedAt: null } },
    { type: 'audit', entry: { event: 'invoice.email', invoice: REQUEST_ID, key: 1, to: 'kupac@primer.rs' } },
    { type: 'rates', environment: 'sandbox', value: '[{"groupId":1}]' },
    { type: 'printer', printer: { name: 'kasa', address: 'tcp://192.168.1.50:9100', findings, at } },
    { type: 'queued', order: queued(1, at) },
    { type: 'queued', order: queued(2, at) },
    { type: 'queued', order: { ...queued(2, at), state: 'removed' } },
    { type: 'queued', order: { ...queued(3, at), state: 'removed', removal } },
    { type: 'queued', order: { ...queued(4, at), state: 'removed', removal } },
    { type: 'queued', order: { ...queued(4, at), state: 'removed', removal, settlement } },
    { type: 'notice', cursor: { sequence: 3, alarms: { pfr: { at, isOn: true } } } },
    { type: 'intent', intent: intent('f'.repeat(32), at) },
    { type: 'abort', requestId: 'f'.repeat(32), cause: { by: 'person', reason: 'није издат' } },
    { type: 'intent', intent: intent(REQUEST_ID, at) },
    { type: 'event', event: { at, kind: 'restart', reason: 'power' } },
    { type: 'user', user },
    { type: 'tablet', tablet: { ...tablet, createdAt: at, removedAt: null } },
    { type: 'profile', environment: 'sandbox', value: encodeProfile(profile(at)) },
  ];
}

/** What a test has learned about an L-PFR. */
export function profile(at: UtcMs): ProcessorProfile {
  return {
    ...{ at, mode: 'lpfr', uid: 'FAKE7PFR', keepsAnswers: 'latest', unknownId: 'absent', signingTime: 840 },
    ...{ quirks: ['journal'], versions: { softwareVersion: '2.1' } },
  };
}

/** An order that waits. The first receipt of {@link EveryKind} ends the first one. */
export function queued(number: number, at: UtcMs): QueuedOrder {
  const state = { state: 'queued', reason: null } as const;
  const request = { items: [{ name: 'Хлеб', quantity: 1000, unitPrice: 100, label: 'Ђ' }], whenOffline: 'queue' };
  const key = { environment: 'sandbox', clientRequestId: `request-${number}`, fingerprint: 'ef'.repeat(32) } as const;
  return { ...key, number, total: 100, request, queuedAt: at, ...state };
}

/** With its members in the order in which the box writes them. */
export function intent(requestId: string, at: UtcMs): Intent {
  const line = { name: 'Хлеб', unit: 'ком', quantity: 1000, unitPrice: 100, total: 100, gtin: null, itemId: null };
  return {
    ...{ requestId, environment: 'sandbox', mode: 'lpfr' },
    draft: {
      ...{
        invoiceType: 'Normal',
        transactionType: 'Sale',
        cashier: 'Ана',
        lines: [{ ...line, label: 'Ђ' }],
        total: 100,
      },
      ...{ payments: [{ paymentType: 'Cash', amount: 100 }], buyerId: null, buyerCostCenterId: null },
      ...{ referentNumber: null, referentTime: null, issueTime: null, adText: null },
    },
    taxLabels: [{ label: 'Ђ', name: 'О-ПДВ', rate: 20 }],
    esirNumber: '123/1.0',
    counterBaseline: { uid: 'FAKE7PFR', lastNumber: '', time: at },
    clientRequestId: null,
    fingerprint: 'cd'.repeat(32),
    createdAt: at,
  };
}
