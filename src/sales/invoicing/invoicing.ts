import type { Environment } from '../../contract/index.js';
import { failed, type Result, SalePriority } from '../../base/index.js';
import type { IssuedInvoice, QueuedOrder } from '../../platform/ledger/index.js';
import { PFR_REFUSALS } from '../../processors/pfr/index.js';
import { readChain } from './advance/chain.js';
import { CloseAdvance, type CloseOutcome } from './advance/closeAdvance.js';
import { REFUND_KEY } from './advance/closingSubject.js';
import type { ClosingRequest, EarlierClosingRequest } from './advance/closingRequest.js';
import { type CopyRequest, prepareCopy } from './draft/copy.js';
import type { Rules } from './draft/draft.js';
import { isAdvanceSale } from './draft/receiptKind.js';
import { validationErrors } from './draft/refusals/validationErrors.js';
import type { ValidationError } from './draft/refusals/sentence.js';
import { findByNumber } from './draft/pfrNumber.js';
import { environmentMismatch, type Prepared } from './draft/prepared.js';
import { prepareRefund, type RefundRequest } from './draft/refund.js';
import { type InvoiceRequest, isIdempotencyKey } from './draft/validate.js';
import { ContentGuard } from './findings/contentGuard.js';
import { Issuer, type IssuerDeps } from './issue/issuer.js';
import { KeysAtWork } from './issue/keysAtWork.js';
import { type KeyStatus, KeyStatuses } from './issue/keyStatus.js';
import { SaleLocks } from './issue/locks.js';
import {
  type Caller,
  type IssueOutcome,
  type Order,
  refused,
  saleOf,
  type SaleOutcome,
  THE_BOX,
  warned,
} from './issue/order.js';
import { keyOf, operationFingerprint, type OperationRequest } from './issue/requestKey.js';
import { PreSigningChecks } from './issue/preSigningChecks.js';
import { ReplayWarnings } from './issue/replayWarnings.js';
import { SaleTimer } from './issue/saleTimer.js';
import { ProcessorTest } from './processorTest/processorTest.js';
import { OfflineQueue } from './queue/queue.js';
import { decodeRequest } from './queue/storedRequest.js';
import { QUEUE_TEXTS } from './queue/queueWorker.js';
import { RefundGuard } from './refunds/refundGuard.js';
import { OpenIntents } from './reconciliation/openIntents.js';
import { Reconciliation, type ReconciliationDeps } from './reconciliation/reconciliation.js';

/** There is no receipt with this uuid. */
export interface NotFound {
  readonly kind: 'absent';
}

type InvoicingDeps = Omit<
  IssuerDeps,
  'keys' | 'locks' | 'openIntents' | 'reconciliation' | 'salePriority' | 'checks' | 'refundGuard' | 'replayWarnings'
>;

/**
 * Entry point of all operations that issue receipts. `logRef` names the API request in the log; `by` is the client that
 * sent it.
 */
export class Invoicing {
  /** Reconciles receipts whose outcome is not known. */
  readonly reconciliation: Reconciliation;
  /** Gives sales priority over other work. */
  readonly salePriority: SalePriority;
  /** Measures how long requests have been in progress. */
  readonly saleTimer: SaleTimer;
  /** Sales that wait for their processor. */
  readonly queue: OfflineQueue;
  /** Tests a processor before the first sale. */
  readonly processorTest: ProcessorTest;
  private readonly keys: KeyStatuses;
  private readonly issuer: Issuer;
  private readonly closing: CloseAdvance;
  private readonly replayWarnings: ReplayWarnings;
  private readonly contentGuard: ContentGuard;

  constructor(private readonly deps: InvoicingDeps) {
    const { ledger, clock } = deps;
    const openIntents = new OpenIntents(deps);
    const keysAtWork = new KeysAtWork();
    const keys = new KeyStatuses({
      ledger,
      keysAtWork,
      doubtOf: (intent) => openIntents.doubtOf(intent),
      timeToOutcome: (intent) => this.reconciliation.timeToOutcome(intent),
    });
    const locks = new SaleLocks({ ...deps, keys, keysAtWork });
    this.keys = keys;
    const sell: ReconciliationDeps['sell'] = (request, logRef, environment) =>
      this.sellIn(request, logRef, environment, THE_BOX);
    this.reconciliation = new Reconciliation({ ...deps, openIntents, locks, sell });
    this.saleTimer = new SaleTimer(clock.monotonic);
    this.salePriority = new SalePriority(clock);
    this.contentGuard = new ContentGuard(deps);
    const { reconciliation, salePriority, contentGuard } = this;
    const refundGuard = new RefundGuard({ ...deps, salePriority });
    this.replayWarnings = new ReplayWarnings({ refundGuard, contentGuard, log: deps.log });
    const { replayWarnings } = this;
    const checks = new PreSigningChecks({ ...deps, keys, openIntents, reconciliation, refundGuard, contentGuard });
    const issuing = { keys, locks, openIntents, reconciliation, salePriority, checks, refundGuard, replayWarnings };
    this.issuer = new Issuer({ ...deps, ...issuing });
    const closing = { keys, locks, checks, issuer: this.issuer, contentGuard, replayWarnings };
    this.closing = new CloseAdvance({ ...deps, ...closing });
    this.processorTest = new ProcessorTest({ ...deps, locks, sell });
    this.queue = new OfflineQueue({ ...deps, keys, locks, issue: (order) => this.issueQueued(order) });
  }

  /** State of an idempotency key in the active environment. */
  keyStatus(clientRequestId: string): Promise<KeyStatus> {
    return this.keys.forReading(this.environment, { id: clientRequestId });
  }

  /** True while a request with this key is in progress, so that the state of the key may change. */
  isAtWork(clientRequestId: string): boolean {
    return this.keys.work(this.environment, clientRequestId) !== undefined;
  }

  /**
   * True when a request with this key was issued or its outcome is being reconciled. A repeat then only completes it.
   */
  async hasBegun(clientRequestId: string): Promise<boolean> {
    return isIdempotencyKey(clientRequestId) && (await this.keyStatus(clientRequestId)).state !== 'free';
  }

  /**
   * True when closing this advance refunds nothing any more: all of it was refunded, or a part of it under this key. It
   * then issues the final receipt at most. `uuid`: undefined for advances from before fiscalization.
   */
  async hasBegunToClose(uuid: string | undefined, clientRequestId: string | undefined): Promise<boolean> {
    const isKey = clientRequestId !== undefined && isIdempotencyKey(clientRequestId);
    const refundKey = isKey ? clientRequestId + REFUND_KEY : undefined;
    if (uuid === undefined) return refundKey !== undefined && (await this.keyStatus(refundKey)).state !== 'free';
    const advance = await this.deps.ledger.invoice(uuid);
    const chain = advance && isAdvanceSale(advance.draft) ? await readChain(this.deps, advance) : undefined;
    if (chain?.ok !== true) return false;
    const { parts, returnedBy } = chain.value;
    return returnedBy !== undefined || parts.some((part) => part.clientRequestId === (refundKey ?? ''));
  }

  /** The request is validated again by the current rules and signed under its own key, which the queue holds. */
  private async issueQueued(queued: QueuedOrder): Promise<IssueOutcome> {
    const { environment, clientRequestId: id } = queued;
    const request = decodeRequest(queued);
    if (!request.ok) {
      // The processor may have signed an earlier attempt. That is reconciled before the order is refused.
      if ((await this.keys.forHolder(environment, { id })).state !== 'free') return refused(PFR_REFUSALS.unknown);
      return { kind: 'invalid', error: validationErrors.queueUnreadable() };
    }
    const { printReceipts = true } = this.deps.settings.now.offlineQueue;
    const original = await this.referentOf(request.value);
    const own = original?.environment === environment ? original : undefined;
    const order = saleOf(environment, request.value, own, { id: queued.apiKey ?? null, isPage: false });
    const accepted: Order = { ...order, wasAccepted: true, print: printReceipts ? order.print : false };
    return this.saleTimer.during(() => this.issuer.issueHoldingKey(accepted, 'queue'));
  }

  /** Issues what `POST /invoices` asks for. */
  sell(request: InvoiceRequest, logRef: string, by: Caller = THE_BOX): Promise<SaleOutcome> {
    return this.sellIn(request, logRef, this.environment, by);
  }

  /** The same in an environment that need not be the active one. */
  private sellIn(request: InvoiceRequest, logRef: string, environment: Environment, by: Caller): Promise<SaleOutcome> {
    return this.saleTimer.during(async () => {
      const outcome = await this.sellNow(request, logRef, environment, by);
      const hasReceipt = outcome.kind === 'issued' || outcome.kind === 'replayed' || outcome.kind === 'queued';
      const { clientRequestId: id } = request;
      const settledBy = id === null ? undefined : this.queue.settledBy(environment, id);
      if (!hasReceipt || settledBy === undefined) return outcome;
      return warned(outcome, [...(outcome.warnings ?? []), QUEUE_TEXTS.settledBefore(settledBy)]);
    });
  }

  private async sellNow(
    request: InvoiceRequest,
    logRef: string,
    environment: Environment,
    by: Caller,
  ): Promise<SaleOutcome> {
    const original = await this.referentOf(request);
    const mismatch = original && environmentMismatch(original, environment);
    if (mismatch !== undefined) return { kind: 'invalid', error: mismatch };
    const order = saleOf(environment, request, original, by);
    const { key, requestFindings: found = () => [] } = order;
    const isQueueable = request.whenOffline !== null;
    if (key === null) {
      return isQueueable
        ? { kind: 'invalid', error: validationErrors.queueNeedsKey() }
        : this.issuer.issue(order, logRef);
    }
    // Until a removal of the order has ended, it is not known whether a sale is queued under the key.
    for (;;) {
      const work = this.keys.work(environment, key.id);
      if (work?.by !== 'removal') break;
      await work.ended;
    }
    // No await from here until the key is taken, so that no other request can queue the key in between.
    const status = this.keys.inMemory(environment, key);
    if (status.state === 'queued') {
      const aboutCaller = this.replayWarnings.aboutCaller(order, status.order, logRef);
      const prepared = order.prepare(this.issuer.rules(environment));
      const checked = prepared.ok
        ? await this.contentGuard.check(environment, prepared.value.draft, false, found(prepared.value.draft))
        : prepared;
      return warned(this.queue.queued(status.order), [...aboutCaller, ...(checked.ok ? checked.value : [])]);
    }
    if (!isQueueable) return this.issuer.issue(order, logRef);
    return this.issuer.issue({ ...order, isQueueable }, logRef, async (refusal) => {
      const rules = this.issuer.rules(environment);
      const prepared = order.prepare(rules);
      // Without known tax labels the order cannot be validated, so it is not queued.
      if (rules.taxLabels.length === 0) return refusal;
      if (!prepared.ok) return { kind: 'invalid', error: prepared.error };
      const { draft } = prepared.value;
      const { contentGuard } = this;
      const checked = await contentGuard.check(environment, draft, contentGuard.isStrict(by.isPage), found(draft));
      if (!checked.ok) return { kind: 'invalid', error: checked.error };
      const sale = { environment, key, request, prepared: prepared.value, refused: refusal, logRef, apiKey: by.id };
      const queued = await this.queue.add(sale);
      return queued.kind === 'queued' ? warned(queued, checked.value) : queued;
    });
  }

  /** The receipt of this box that a sale, refund or copy refers to by its number. */
  private async referentOf({ referentDocumentNumber: number }: InvoiceRequest): Promise<IssuedInvoice | undefined> {
    return number === null ? undefined : findByNumber(this.deps.ledger, number);
  }

  /** Refunds a whole receipt. */
  refund(uuid: string, request: RefundRequest, logRef: string, by: Caller = THE_BOX): Promise<IssueOutcome | NotFound> {
    const isStrict = this.contentGuard.isStrict(by.isPage);
    const prepare = (original: IssuedInvoice, rules: Rules) => prepareRefund(original, request, rules, isStrict);
    return this.saleTimer.during(() =>
      this.issueReferring({ operation: 'refund', uuid, request }, prepare, logRef, by),
    );
  }

  /** Issues a copy of a receipt. */
  copy(uuid: string, request: CopyRequest, logRef: string, by: Caller = THE_BOX): Promise<IssueOutcome | NotFound> {
    const prepare = (original: IssuedInvoice) => prepareCopy(original, request.cashier);
    return this.saleTimer.during(() => this.issueReferring({ operation: 'copy', uuid, request }, prepare, logRef, by));
  }

  /** Issues the refund of an advance and the final receipt, or returns those that were issued before. */
  closeAdvance(
    uuid: string,
    request: ClosingRequest,
    logRef: string,
    by: Caller = THE_BOX,
  ): Promise<CloseOutcome | NotFound> {
    const { environment } = this;
    return this.saleTimer.during(async () => {
      const advance = await this.deps.ledger.invoice(uuid);
      return advance === undefined
        ? { kind: 'absent' }
        : this.closing.close(advance, { request, environment, logRef, by });
    });
  }

  /** Issues the refund of advances from before fiscalization and the final receipt. */
  closeEarlierAdvance(
    request: EarlierClosingRequest,
    logRef: string,
    by: Caller = THE_BOX,
  ): Promise<CloseOutcome<null>> {
    const { environment, company } = this.deps.settings.now;
    return this.saleTimer.during(() => this.closing.closeEarlier(request, { environment, logRef, by }, company.tin));
  }

  private get environment(): Environment {
    return this.deps.settings.now.environment;
  }

  /** Issues a receipt that refers to another one. */
  private async issueReferring(
    operation: OperationRequest,
    prepare: (original: IssuedInvoice, rules: Rules) => Result<Prepared, ValidationError>,
    logRef: string,
    by: Caller,
  ): Promise<IssueOutcome | NotFound> {
    const { environment } = this;
    const { uuid, request } = operation;
    const original = await this.deps.ledger.invoice(uuid);
    if (original === undefined) return { kind: 'absent' };
    const fingerprint = (): string => operationFingerprint(operation);
    const order = {
      environment,
      needsReferenceLock: true,
      apiKey: by.id,
      isOfPage: by.isPage,
      key: keyOf(request.clientRequestId, fingerprint),
      fingerprint,
      print: request.print ?? null,
      prepare: (rules: Rules) => {
        const mismatch = environmentMismatch(original, environment);
        return mismatch === undefined ? prepare(original, rules) : failed(mismatch);
      },
    };
    return this.issuer.issue(order, logRef);
  }
}
