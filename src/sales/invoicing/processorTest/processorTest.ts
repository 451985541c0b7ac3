import {
  assertNever,
  type Bilingual,
  type Clock,
  failed,
  localTime,
  ok,
  type Result,
  secureRandom,
  type Message,
  defineMessages,
} from '../../../base/index.js';
import { type Environment, PFR_TRAITS, stepsBetween, type TaxLabel } from '../../../contract/index.js';
import { encodeProfile, type IssuedInvoice, type Ledger } from '../../../platform/ledger/index.js';
import { isRemote, type Pfr, type RemoteProcessor } from '../../../processors/pfr/index.js';
import type { Settings } from '../../../shop/settings/index.js';
import { sellerTinOf } from '../draft/ownTins.js';
import { trainingSale } from '../draft/trainingSale.js';
import type { InvoiceRequest, RequestBody } from '../draft/validate.js';
import type { SaleLocks } from '../issue/locks.js';
import type { SaleOutcome } from '../issue/order.js';
import type { Evidence, LookUps, ProcessorTestReport, Tried } from './testReport.js';
import { profileOf } from './processorProfile.js';
import { clockAhead, issuedOf, row, rowsOf } from './reportRows.js';
import { STEPS, ROW_TEXTS } from './processorTestTexts.js';

interface ProcessorTestDeps {
  readonly ledger: Ledger;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly pfrOf: (environment: Environment) => Pfr;
  readonly locks: SaleLocks;
  /** Issues a receipt in an environment, like any other sale. */
  readonly sell: (request: InvoiceRequest, logRef: string, environment: Environment) => Promise<SaleOutcome>;
}

/** Reports each step to the waiting technician. */
type OnProgress = (step: Bilingual) => void;

/** The one line of both receipts. */
const LINE = { name: 'Провера процесора', unitPrice: 10 } as const;
const LOG_REF = 'pfr-test';

const MESSAGES = defineMessages('processorTest', {
  demo: {
    en: 'The demo processor is part of the box and needs no test.',
    sr: 'Демо процесор је део уређаја и не треба га испробати.',
  },
  running: {
    en: 'A test of this processor is running already; wait until it ends.',
    sr: 'Овај процесор се већ испробава; сачекајте да се то заврши.',
  },
  busy: {
    en: 'The processor is busy with receipts. Run the test again when no one is selling.',
    sr: 'Процесор је заузет рачунима. Испробајте га поново када нико не продаје.',
  },
});

/**
 * Tests a processor before the first sale: its state, its rates, a Training sale and its refund issued like ordinary
 * receipts, and look-ups by request id. The learned profile is recorded in the ledger.
 */
export class ProcessorTest {
  private readonly running = new Set<Environment>();

  constructor(private readonly deps: ProcessorTestDeps) {}

  /** Runs the test. After an error nothing was sent for signing. */
  async run(environment: Environment, onProgress: OnProgress): Promise<Result<ProcessorTestReport, Message>> {
    const pfr = this.deps.pfrOf(environment);
    if (!isRemote(pfr)) return failed(MESSAGES.demo);
    if (this.running.has(environment)) return failed(MESSAGES.running);
    this.running.add(environment);
    try {
      const evidence = await this.collect(pfr, onProgress);
      return evidence === undefined
        ? failed(MESSAGES.busy)
        : ok(await this.report({ ...evidence, quirks: pfr.quirks }));
    } finally {
      this.running.delete(environment);
    }
  }

  /** Undefined when the processor remained busy, so that nothing was asked. */
  private async collect(pfr: RemoteProcessor, onProgress: OnProgress): Promise<Omit<Evidence, 'quirks'> | undefined> {
    const { ledger } = this.deps;
    onProgress(STEPS.status);
    const state = await this.deps.locks.withProcessor(pfr, () => this.timed(() => pfr.counters()));
    if (!state.ok) return undefined;
    const [before, statusTime] = state.value;
    const { uid, findings, fields } = pfr.status();
    const taxLabels = pfr.taxLabels();
    const seen = { environment: pfr.environment, mode: pfr.mode, uid, statusTime, taxLabels, fields };
    const obstacle = findings.find(({ blocks }) => blocks);
    const [label] = taxLabels;
    if (obstacle !== undefined) return { ...seen, obstacle };
    // No obstacle is reported, but the counters or labels are missing: a receipt was signed at this moment.
    if (before === undefined || label === undefined) return undefined;
    onProgress(STEPS.rates(taxLabels.map((one) => one.label).join(', ')));
    const trainingSales = ledger.main.runningNumbersOf(`${uid}-${uid}`).byType['Training/Sale'] ?? 0;
    const known = { ...seen, before, trainingSales };
    onProgress(STEPS.sale);
    const sale = await this.issue(pfr, label, {});
    if (sale.kind !== 'issued') return { ...known, sale };
    onProgress(STEPS.refund);
    const refund = await this.issue(pfr, label, this.refundOf(sale.invoice));
    if (refund.kind !== 'issued') return { ...known, sale, refund };
    onProgress(STEPS.lookUps);
    const lookUps = await this.deps.locks.withProcessor(pfr, () => this.lookUp(pfr, sale.invoice, refund.invoice));
    return { ...known, sale, refund, ...(lookUps.ok && { lookUps: lookUps.value }) };
  }

  private refundOf(sale: IssuedInvoice): Partial<RequestBody> {
    const { signature } = sale;
    return {
      transactionType: 'Refund',
      referentDocumentNumber: signature.invoiceNumber,
      referentDocumentDT: localTime(signature.time),
      // Names the seller, as in every receipt that the seller cancels.
      buyerId: `10:${sellerTinOf(sale, this.deps.settings)}`,
    };
  }

  /** Issues a receipt like an ordinary sale, so that it has an intent, is counted, and is recorded in the ledger. */
  private async issue(pfr: RemoteProcessor, { label }: TaxLabel, change: Partial<RequestBody>): Promise<Tried> {
    const { sell, clock } = this.deps;
    const { environment } = pfr;
    const sale = trainingSale({ ...LINE, purpose: LOG_REF, label }, change);
    if (!sale.ok) return { kind: 'refused', message: sale.error };
    const { request, key } = sale.value;
    const sentAt = clock.now();
    const outcome = await sell(request, LOG_REF, environment);
    if (outcome.kind === 'issued' || outcome.kind === 'replayed') {
      const { invoice } = outcome;
      const isLate = invoice.attempt?.settled !== undefined || pfr.lastSigningTime === null;
      const signingTime = isLate ? null : Math.round(pfr.lastSigningTime);
      return { kind: 'issued', invoice, signingTime, sentAt, doneAt: clock.now() };
    }
    const open = this.deps.ledger.main.intents(environment).find((one) => one.clientRequestId === key);
    if (open !== undefined) return { kind: 'lost', requestId: open.requestId, hasAnswered: open.hasAnswered === true };
    return notIssued(outcome);
  }

  /** The caller holds the processor. */
  private async lookUp(pfr: RemoteProcessor, sale: IssuedInvoice, refund: IssuedInvoice): Promise<LookUps> {
    const { ledger } = this.deps;
    const [newest] = await ledger.invoices({ environment: pfr.environment, skip: 0, limit: 1 });
    const [latest, latestTime] = await this.timed(() => pfr.lookUpId(refund.attempt?.requestId ?? ''));
    const [before, beforeTime] = await this.timed(() => pfr.lookUpId(sale.attempt?.requestId ?? ''));
    const [unknown, unknownTime] = await this.timed(() => pfr.lookUpId(secureRandom(16).toString('hex')));
    const counters = await pfr.counters();
    const { invoiceNumber } = refund.signature;
    const others =
      PFR_TRAITS[pfr.mode].hasOneSigner && (stepsBetween(invoiceNumber, counters?.lastNumber ?? '') ?? 0) > 0;
    return {
      refund: latest,
      sale: before,
      unknown,
      counters,
      times: [latestTime, beforeTime, unknownTime],
      isDisturbed: newest?.uuid !== refund.uuid || others,
    };
  }

  private async report(evidence: Evidence): Promise<ProcessorTestReport> {
    const { environment, mode, uid, statusTime, lookUps } = evidence;
    const rows = rowsOf(evidence);
    const learned = profileOf(evidence, this.deps.clock.now());
    const isStored = learned !== undefined && (await this.store(environment, encodeProfile(learned)));
    if (learned !== undefined && !isStored) rows.push(row('profile', 'note', ROW_TEXTS.notWritten()));
    const issued = issuedOf(evidence);
    const [first] = issued;
    const signingTime = (tried: Tried | undefined): number | null =>
      tried?.kind === 'issued' ? tried.signingTime : null;
    return {
      environment,
      mode,
      uid,
      rows,
      passed: !rows.some(({ state }) => state === 'fails'),
      receipts: issued.map(({ invoice }) => invoice.signature.invoiceNumber),
      times: {
        status: statusTime,
        sale: signingTime(evidence.sale),
        refund: signingTime(evidence.refund),
        lookUps: lookUps?.times ?? [],
      },
      clockAhead: first === undefined ? null : clockAhead(first),
      profile: isStored ? learned : null,
    };
  }

  private async store(environment: Environment, value: string): Promise<boolean> {
    return (await this.deps.ledger.put({ type: 'profile', environment, value })).ok;
  }

  /** The result of the work, and its duration in ms. */
  private async timed<T>(work: () => Promise<T>): Promise<readonly [T, number]> {
    const { monotonic } = this.deps.clock;
    const begun = monotonic();
    const done = await work();
    return [done, Math.round(monotonic() - begun)];
  }
}

/** For outcomes that leave no intent open: certainly nothing was signed. */
function notIssued(outcome: Exclude<SaleOutcome, { kind: 'issued' | 'replayed' }>): Tried {
  switch (outcome.kind) {
    case 'refused':
      return { kind: 'refused', message: outcome.message };
    case 'invalid':
      return { kind: 'refused', message: outcome.error.message };
    case 'storage':
      return { kind: 'storage' };
    case 'queued':
      throw new Error('a receipt that is not to wait was queued');
    default:
      return assertNever(outcome);
  }
}
