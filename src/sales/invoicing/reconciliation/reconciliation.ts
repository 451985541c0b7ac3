import { type Company, counterSeries, type Environment, PFR_TRAITS, type Signature } from '../../../contract/index.js';
import { failed, ok, type Result, defineMessages, type Message } from '../../../base/index.js';
import type { Intent, IssuedInvoice } from '../../../platform/ledger/index.js';
import type { Pfr } from '../../../processors/pfr/index.js';
import { sellerOf, type Settings } from '../../../shop/settings/index.js';
import { findByNumber } from '../draft/pfrNumber.js';
import type { SaleLocks } from '../issue/locks.js';
import { unrecordedInvoiceOf, type RecordDeps } from '../issue/recordInvoice.js';
import { BackgroundLookUps } from './backgroundLookUps.js';
import { CounterGaps, CounterEvidence } from './counterEvidence.js';
import { IntentLookUp, PreSendLookup } from './lookUp.js';
import { type ManualDecision, signatureFromLink } from './manualDecision.js';
import type { OpenIntents, UnresolvedIntent } from './openIntents.js';
import { ReconciliationSale, type ReconciliationSaleDeps } from './reconciliationSale.js';
import { PossibleDuplicates, UnclaimedReceipts } from './possibleDuplicates.js';

const MESSAGES = defineMessages('settling', {
  stillSigning: {
    en: 'The processor may still be signing this receipt. Decide in a minute.',
    sr: 'Процесор можда још потписује овај рачун. Одлучите за минут.',
  },
  notStored: {
    en: 'The decision could not be stored. Run: kasirbox doctor',
    sr: 'Одлука није сачувана. Покрените: kasirbox doctor',
    srOnPage: 'Одлука није сачувана. Погледајте Стање.',
    enOnPage: 'The decision could not be stored. See Status.',
  },
  unknown: { en: 'No open receipt has the request id {id}.', sr: 'Ниједан отворен рачун нема ознаку захтева {id}.' },
  answered: {
    en: 'The processor has reported the outcome in the meantime; there is nothing to decide.',
    sr: 'Процесор је у међувремену јавио исход; нема шта да се одлучује.',
  },
  busy: {
    en: 'The processor is busy with another receipt. Try again.',
    sr: 'Процесор је заузет другим рачуном. Покушајте поново.',
  },
  otherInLedger: {
    en: 'Receipt {number} is already in the ledger: it is another receipt.',
    sr: 'Рачун {number} је већ у дневнику: то је други рачун.',
  },
});

export interface ReconciliationDeps extends RecordDeps, Pick<ReconciliationSaleDeps, 'sell'> {
  readonly settings: Settings;
  readonly pfrOf: (environment: Environment) => Pfr;
  readonly openIntents: OpenIntents;
  readonly locks: SaleLocks;
}

/** The state of an open order after each proof; undefined: it is no longer open. */
const STATE_AFTER = { 'not signed': undefined, signed: 'notHeld', 'no proof': 'doubt' } as const;

/**
 * Maximum time from the signing limit to the outcome when no other buyer comes, ms: one look-up and one reconciliation
 * sale.
 */
const RECONCILIATION_TIME = 10_000;

/**
 * Reconciles receipts whose answer was lost, by looking up the request id and by the running numbers of later receipts.
 * It never asks to sign again. Other receipts are signed meanwhile.
 */
export class Reconciliation {
  /** Receipts that were found after their caller got the answer that the outcome is not known. */
  readonly unclaimed: UnclaimedReceipts;
  /** Whether receipts were signed that this box does not know. */
  readonly counterGaps: CounterGaps;
  /** Sales without a key that were lost and perhaps issued again. */
  readonly possibleDuplicates: PossibleDuplicates;
  /** To be used while an order holds the processor, before it is sent. */
  readonly preSendLookup: PreSendLookup;
  private readonly evidence: CounterEvidence;
  private readonly lookUp: IntentLookUp;
  private readonly background: BackgroundLookUps;
  private readonly reconciliationSale: ReconciliationSale;

  constructor(private readonly deps: ReconciliationDeps) {
    this.unclaimed = new UnclaimedReceipts(deps.clock);
    this.counterGaps = new CounterGaps(deps);
    this.possibleDuplicates = new PossibleDuplicates(deps);
    this.evidence = new CounterEvidence(deps);
    const { unclaimed, possibleDuplicates, evidence } = this;
    const beforeRecording = (intent: Intent, signature: Signature): void => this.beforeRecording(intent, signature);
    const afterRecording = (intent: Intent, invoice: IssuedInvoice): void => this.afterRecording(intent, invoice);
    this.lookUp = new IntentLookUp({
      ...deps,
      unclaimed,
      possibleDuplicates,
      evidence,
      beforeRecording,
      afterRecording,
    });
    this.reconciliationSale = new ReconciliationSale(deps);
    const { counterGaps, lookUp, reconciliationSale } = this;
    this.background = new BackgroundLookUps({ ...deps, evidence, counterGaps, lookUp, reconciliationSale });
    const staysOpen = (environment: Environment): void => this.background.ensureRunning(environment);
    this.preSendLookup = new PreSendLookup({ ...deps, lookUp, staysOpen });
  }

  /** Aborted when the box stops, to end all waiting. */
  get stopping(): AbortSignal {
    return this.background.stopping;
  }

  /**
   * Intents of an environment whose answer was lost, or that were open at the start, oldest first. Intents whose answer
   * is still awaited are not included.
   */
  unresolved(environment: Environment): UnresolvedIntent[] {
    const { openIntents } = this.deps;
    return openIntents.unresolved(environment).filter(({ intent }) => !openIntents.isAwaited(intent));
  }

  /** Intents of an environment whose answer is overdue and still awaited, oldest first. */
  awaited(environment: Environment): UnresolvedIntent[] {
    const { openIntents } = this.deps;
    return openIntents.unresolved(environment).filter(({ intent }) => openIntents.isAwaited(intent));
  }

  /**
   * Maximum time until the outcome of an open intent is known, ms, if the processor answers. Undefined at a V-PFR
   * without reconciliation sales: the outcome then depends on the next buyer.
   */
  timeToOutcome(intent: Intent): number | undefined {
    const { openIntents, pfrOf } = this.deps;
    const { environment } = intent;
    const { signingLimit, mode } = pfrOf(environment);
    const limit = openIntents.timeToLimit(intent) ?? signingLimit;
    const saleIn = this.reconciliationSale.nextIn(environment);
    if (saleIn === undefined) return PFR_TRAITS[mode].hasOneSigner ? limit + RECONCILIATION_TIME : undefined;
    return Math.max(limit, saleIn) + RECONCILIATION_TIME;
  }

  /** Call before a signed receipt is recorded. */
  beforeRecording(intent: Intent, signature: Signature): void {
    const lost = this.deps.openIntents
      .unresolved(intent.environment)
      .filter(({ intent: { requestId, counterBaseline } }) => {
        const isOfThisCard = counterBaseline.uid === '' || counterBaseline.uid === signature.requestedBy;
        return requestId !== intent.requestId && isOfThisCard;
      });
    this.counterGaps.note(intent, signature, lost.length);
  }

  /** Call when a signed receipt is in the ledger: its numbers may prove the outcome of open orders. */
  afterRecording(intent: Intent, { signature }: IssuedInvoice): void {
    const { environment } = intent;
    this.evidence.add(intent, signature);
    const proofs = this.evidence.proofs(environment);
    for (const { intent: open, state } of this.deps.openIntents.unresolved(environment)) {
      const proof = proofs.get(open.requestId)?.kind ?? 'waiting';
      if (proof === 'waiting' || STATE_AFTER[proof] === state) continue;
      // No decision by a person is needed: the next look-up at its processor ends it.
      const isAtItsProcessor = this.deps.pfrOf(environment).mode === open.mode;
      if (proof === 'not signed' && isAtItsProcessor) this.deps.openIntents.endDoubt(open);
      this.background.lookUpAtOnce(environment);
    }
  }

  /**
   * Tries to reconcile one intent by a look-up, unless that was just done. True when its outcome is recorded. The
   * caller holds the processor. `within`: maximum time for the answer, ms. Other orders wait for it, as they do for an
   * order that is lost just now.
   */
  reconcile(intent: Intent, within = this.deps.pfrOf(intent.environment).lookUpTime): Promise<boolean> {
    return this.lookUp.reconcile(intent, within);
  }

  /**
   * Tries to reconcile a lost order by look-ups while its caller and all others wait, for at most `within` ms, and then
   * in the background. True when its outcome is recorded. The caller holds the processor.
   */
  async reconcileLost(intent: Intent, within: number): Promise<boolean> {
    const isReconciled = await this.lookUp.reconcileWithin(intent, within, this.stopping);
    if (!isReconciled) this.background.ensureRunning(intent.environment);
    return isReconciled;
  }

  /**
   * Tries to reconcile a lost order by look-ups while its caller still waits, for at most `lookUpTime`, and then in
   * the background. Holds the processor during each look-up only, so other orders continue in between. True when its
   * outcome is recorded.
   */
  async reconcileConcurrently(intent: Intent): Promise<boolean> {
    const { environment } = intent;
    const lookUp = async (wait: number): Promise<boolean> => {
      const reconcile = (): Promise<boolean> => this.lookUp.reconcile(intent, wait);
      return (await this.background.withProcessor(environment, reconcile, { wait, isFirst: true })) === true;
    };
    const { lookUpTime } = this.deps.pfrOf(environment);
    const isReconciled = await this.lookUp.reconcileWithin(intent, lookUpTime, this.stopping, lookUp);
    if (!isReconciled) this.background.ensureRunning(environment);
    return isReconciled;
  }

  /** Repeats look-ups of the open orders of an environment until none is open. No caller waits for them. */
  lookUpInBackground(environment: Environment): void {
    this.background.ensureRunning(environment);
  }

  /**
   * Records the decision of a person about an open intent, unless the processor can report the outcome after all.
   * Returns the receipt, or null when nothing was signed. After an error nothing is decided.
   */
  async decide(requestId: string, decision: ManualDecision): Promise<Result<IssuedInvoice | null, Message>> {
    const { openIntents, pfrOf } = this.deps;
    const open = openIntents.find(requestId);
    if (open === undefined) return failed(MESSAGES.unknown({ id: requestId }));
    const { environment } = open;
    // Checked before waiting for the processor: the person decided on what was known at that time.
    if (!decision.signed && openIntents.mayStillBeSigned(open, pfrOf(environment).signingLimit)) {
      return failed(MESSAGES.stillSigning);
    }
    const decided = await this.background.withProcessor(environment, async () => {
      const intent = openIntents.find(requestId);
      if (intent === undefined || (await this.reconcile(intent))) {
        return failed(MESSAGES.answered);
      }
      return decision.signed ? this.recordAsSigned(intent, decision) : this.recordAsNotSigned(intent, decision.reason);
    });
    return decided ?? failed(MESSAGES.busy);
  }

  private async recordAsSigned(
    intent: Intent,
    { link, reason }: Extract<ManualDecision, { signed: true }>,
  ): Promise<Result<IssuedInvoice, Message>> {
    const { ledger } = this.deps;
    const signature = await signatureFromLink(intent, link, (signed) => this.companyOf(signed));
    if (!signature.ok) return signature;
    const { requestedBy, signedBy, totalCounter, invoiceNumber } = signature.value;
    if ((await ledger.invoiceByNumber(requestedBy, signedBy, totalCounter)) !== undefined) {
      return failed(MESSAGES.otherInLedger({ number: invoiceNumber }));
    }
    const recorded = await this.lookUp.record(
      intent,
      unrecordedInvoiceOf(intent, signature.value, { by: 'person', reason }),
    );
    return recorded ?? failed(MESSAGES.notStored);
  }

  /**
   * The seller as the last receipt of the card or certificate names it: the processor may know it by another TIN than
   * the settings, which may have changed since. Without such a receipt, the seller in the settings.
   */
  private async companyOf(signed: Pick<Signature, 'requestedBy' | 'signedBy'>): Promise<Company> {
    const { ledger, settings } = this.deps;
    const { main } = ledger;
    for (const series of new Set([counterSeries(signed), ...Object.keys(main.countersInUse(signed.requestedBy))])) {
      const last = await findByNumber(ledger, `${series}-${main.runningNumbersOf(series).total}`);
      if (last !== undefined && last.signature.company.tin !== '') return last.signature.company;
    }
    return sellerOf(settings.now.company);
  }

  private async recordAsNotSigned(intent: Intent, reason: string): Promise<Result<null, Message>> {
    const { ledger, openIntents } = this.deps;
    const { requestId } = intent;
    const aborted = await ledger.put({ type: 'abort', requestId, cause: { by: 'person', reason } });
    if (!aborted.ok) return failed(MESSAGES.notStored);
    openIntents.forget(intent);
    return ok(null);
  }

  /**
   * Reconciles all intents that are open at the start. The next receipt waits for the first look-ups of an order that
   * was in progress.
   */
  start(): void {
    this.background.start();
  }

  stop(): Promise<void> {
    return this.background.stop();
  }
}
