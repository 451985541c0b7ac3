import { type Bilingual, failed, type Finding, type Mutex, type Result } from '../../base/index.js';
import { type Environment, PFR_TRAITS, type RemoteMode, type Signature, type TaxLabel } from '../../contract/index.js';
import { Acceptance, type AcceptanceOptions } from './acceptance.js';
import type { Exchanged } from './channel.js';
import { RequestLookUps, type LookUpDeps } from './requestLookUp.js';
import { type Answered, type ClientOptions, ProcessorClient, type StatusCall, UsualTime } from './processorClient.js';
import type {
  CounterBaseline,
  FindOutcome,
  FoundReceipt,
  PfrStatus,
  Quirk,
  Reach,
  Refusal,
  RemoteProcessor,
  SignOutcome,
  SignRequest,
} from './port.js';
import { ProcessorState } from './processorState.js';
import { QuirkLog } from './wire/quirks.js';
import { Rates, type RatesDeps } from './rates.js';
import type { Access } from './accessTexts.js';
import { accessFinding, refusalBy, refusalIn, statusFault } from './refusals.js';
import { enterPin, PIN_TEXTS } from './pinEntry.js';
import { READY, PFR_REFUSALS, unreached } from './pfrTexts.js';
import { readLink } from './wire/answerFault.js';
import { isFragment } from './wire/answer.js';
import { certainty } from './wire/certainty.js';
import { isFaultOfReceipt, isOfficialFault } from './wire/pfrCodes.js';
import { pfrNumberIn } from './wire/receiptNumbers.js';
import type { WireReceipt } from './wire/receipt.js';
import { readStatus } from './wire/status.js';

interface RemoteOptions extends Pick<Access, 'isByCard'>, RatesDeps, ClientOptions, AcceptanceOptions {
  /**
   * One lock for the environment, whichever processor is configured: a receipt may still be pending at the previous
   * one.
   */
  readonly mutex: Mutex;
  /** How long after a request it may still sign, ms. The minimum is 1.5 times the timeout. */
  readonly signingLimit: number;
  /** The next receipt is sent at most this long after a lost answer, ms. */
  readonly lookUpTime: number;
  /** See {@link PfrStatus}. */
  readonly address?: string;
  /** What must be fixed in the box before the processor can be called, such as a missing certificate. */
  readonly obstacle: () => Finding | undefined;
  /** Checks the obstacle again; absent when `obstacle` is always current. */
  readonly recheck?: () => Promise<void>;
  /** Called when it answers after it could not be reached. */
  readonly onReached?: () => void;
}

/** An older status no longer proves the state of the card, ms; somewhat longer than the interval of the poller. */
const FRESH_STATUS = 15_000;
/** The same limit for a processor without a card, where only the rates and the clock can change. */
const FRESH_STATUS_ONLINE = 30 * 60_000;
const SIGNING_FACTOR = 1.5;

/** A processor outside the box, on the LAN (`lpfr`) or at the tax authority (`vpfr`), through API v3 of TaxCore. */
export class RemotePfr implements RemoteProcessor {
  readonly mode: RemoteMode;
  readonly environment: Environment;
  readonly mutex: Mutex;
  private readonly client: ProcessorClient;
  private readonly state: ProcessorState;
  private readonly rates: Rates;
  private signingTime: number | null = null;
  private readonly usualTime = new UsualTime();
  private readonly acceptance: Acceptance;
  private readonly lookUps: RequestLookUps;

  constructor(private readonly options: RemoteOptions) {
    this.mode = options.mode;
    this.environment = options.environment;
    this.mutex = options.mutex;
    this.client = new ProcessorClient(options);
    this.state = new ProcessorState(options.environment, options.clock, options.onReached);
    this.rates = new Rates(options);
    this.acceptance = new Acceptance(options, this.state, new QuirkLog(options));
    const accept: LookUpDeps['accept'] = (receipt, request) => this.acceptOfAnyCard(receipt, request);
    this.lookUps = new RequestLookUps({ ...options, client: this.client, state: this.state, accept });
  }

  get signingLimit(): number {
    return Math.max(this.options.signingLimit, this.options.timeout * SIGNING_FACTOR);
  }

  get lookUpTime(): number {
    return this.options.lookUpTime;
  }

  get overdueAfter(): number {
    const { overdueAfter } = this.usualTime;
    return PFR_TRAITS[this.mode].isOnInternet ? overdueAfter : overdueAfter + this.lookUpTime;
  }

  private get obstacle(): Finding | undefined {
    return this.options.obstacle();
  }

  get reach(): Reach {
    return this.obstacle === undefined ? this.state.reach : 'answers';
  }

  get quirks(): readonly Quirk[] {
    return this.acceptance.quirks;
  }

  status(): PfrStatus {
    const { mode, environment, state, obstacle } = this;
    const findings = obstacle === undefined ? state.findings(this.rates.areKnown) : [obstacle];
    const first = findings.find(({ blocks }) => blocks);
    const words = first?.found ?? READY;
    const { uid, fields } = state;
    const { address } = this.options;
    const known = { mode, environment, uid, ...(address !== undefined && { address }) };
    return { ok: first === undefined, ...known, words, findings, ratesAge: this.rates.age, fields };
  }

  taxLabels(): readonly TaxLabel[] {
    return this.rates.labels();
  }

  async refresh(): Promise<boolean> {
    await this.options.recheck?.();
    if (this.obstacle !== undefined) return true;
    await this.mutex.runWhenFree(async (signal) => {
      await this.pollStatus({ signal });
    });
    return this.state.reach === 'answers';
  }

  async ready(): Promise<Refusal | { readonly kind: 'ready'; readonly counterBaseline: CounterBaseline }> {
    const { state, rates, obstacle } = this;
    if (obstacle !== undefined) return refusalBy(obstacle);
    const fresh = PFR_TRAITS[this.mode].isOnInternet ? FRESH_STATUS_ONLINE : FRESH_STATUS;
    // Without a known card, it could not be found out later which card may have signed the request.
    const lacksCard = (): boolean => PFR_TRAITS[this.mode].hasCard && state.uid === '';
    if (state.isOlderThan(fresh) || !rates.areKnown || lacksCard()) {
      const fault = await this.pollStatus({ purpose: 'sale' });
      if (fault !== undefined) return refusalBy(this.obstacle ?? fault);
    }
    const isBlocked = !rates.areKnown || lacksCard();
    const wrong = isBlocked ? state.findings(rates.areKnown).find(({ blocks }) => blocks) : state.unusable;
    return wrong === undefined ? { kind: 'ready', counterBaseline: state.counterBaseline } : refusalBy(wrong);
  }

  async sign(request: SignRequest): Promise<SignOutcome> {
    const { monotonic } = this.options.clock;
    const sentAt = monotonic();
    const exchanged = await this.client.createInvoice(request);
    this.signingTime = exchanged.kind === 'answered' ? monotonic() - sentAt : null;
    if (this.signingTime !== null) this.usualTime.add(this.signingTime);
    const outcome = await this.withoutThrowing(request, this.outcomeOf(exchanged, request));
    const end = outcome ?? { kind: 'unknown', hasAnswered: true, message: PFR_REFUSALS.unknown.message };
    if (end.kind !== 'signed') this.state.expire();
    return end;
  }

  async explain(refusal: Refusal): Promise<Refusal> {
    // The known state is outdated: the card may be out.
    if (refusal.code !== null) await this.pollStatus();
    const about = refusal.about ?? this.aboutOf(refusal);
    return about === undefined ? refusal : { ...refusal, about };
  }

  /** Only a processor that reports itself ready can refuse the receipt itself. */
  private aboutOf({ code }: Refusal): Refusal['about'] {
    if (!this.status().ok) return undefined;
    if (code === null || !isOfficialFault(code)) return 'unclear';
    return isFaultOfReceipt(code) ? 'receipt' : undefined;
  }

  /**
   * Undefined when the work throws. The request has been sent. Whatever the processor answers, and even if the ledger
   * cannot read earlier receipts, only the outcome of this request becomes unknown, and nothing else fails.
   */
  private async withoutThrowing<T>({ requestId }: SignRequest, work: Promise<T>): Promise<T | undefined> {
    try {
      return await work;
    } catch (error) {
      const cause = error instanceof Error ? `${error.name}: ${error.message}` : 'error';
      this.options.log('pfr.unreadable', { environment: this.environment, pfrRequest: requestId, cause });
      return undefined;
    }
  }

  private async outcomeOf(exchanged: Exchanged, request: SignRequest): Promise<SignOutcome> {
    const unknown = (cause: string, hasAnswered: boolean): SignOutcome => {
      this.options.log('pfr.unclear', { environment: this.environment, pfrRequest: request.requestId, cause });
      return { kind: 'unknown', hasAnswered, message: PFR_REFUSALS.unknown.message };
    };
    if (exchanged.kind === 'unsent') return this.refusalAfter(this.obstacle ?? unreached(exchanged.reason, this.mode));
    if (exchanged.kind === 'lost') return unknown(`${exchanged.reason.cause} ${exchanged.reason.detail}`, false);
    const answer = this.client.read(exchanged);
    if (answer.kind === 'receipt') {
      const signature = await this.acceptance.accept(answer.receipt, request);
      return signature.ok ? { kind: 'signed', signature: signature.value } : unknown(signature.error, true);
    }
    const { status } = exchanged;
    const access = status < 500 ? accessFinding(status, answer, this.options) : undefined;
    if (access !== undefined) return this.refusalAfter(access);
    if (certainty(status, answer) === 'refused') return refusalIn(answer);
    return unknown(`HTTP ${status} ${answer.kind}`, status < 300 || isFragment(answer));
  }

  /** Refuses because of this fault, and records it as the state of the processor. */
  private refusalAfter(fault: Finding): Refusal {
    this.state.recordFault(fault);
    return refusalBy(fault);
  }

  /**
   * If the card was changed before the receipt was signed, the processor now names the new card, and this receipt as
   * its last.
   */
  private async acceptOfAnyCard(receipt: WireReceipt, request: SignRequest): Promise<Result<Signature, string>> {
    const signature = await this.acceptance.accept(receipt, request);
    if (signature.ok || signature.error !== 'foreign' || !PFR_TRAITS[this.mode].hasCard) return signature;
    await this.pollStatus();
    const { uid, lastNumber } = this.state.reported;
    const link = readLink(receipt.verificationUrl);
    if (!link.ok || uid !== link.value.requestedBy || lastNumber !== pfrNumberIn(link.value)) return signature;
    const counterBaseline = { ...request.counterBaseline, uid, lastNumber: null };
    return this.acceptance.accept(receipt, { ...request, counterBaseline });
  }

  async find(request: SignRequest, within?: number): Promise<FindOutcome> {
    const found = await this.withoutThrowing(request, this.lookUps.find(request, within));
    return found ?? { kind: 'unknown', message: PFR_REFUSALS.unknown.message };
  }

  lookUpId(requestId: string): Promise<FoundReceipt> {
    return this.lookUps.lookUpId(requestId);
  }

  async counters(): Promise<CounterBaseline | undefined> {
    if (this.obstacle !== undefined) return undefined;
    return (await this.pollStatus()) === undefined ? this.state.reported : undefined;
  }

  get lastSigningTime(): number | null {
    return this.signingTime;
  }

  async enterPin(pin: string): Promise<Result<void, Bilingual>> {
    if (this.obstacle !== undefined) return failed(this.obstacle.found);
    if (!PFR_TRAITS[this.mode].hasCard) return failed(PIN_TEXTS.none);
    const done = await this.mutex.run(this.options.timeout, async () => {
      const entered = await enterPin(this.client, pin, this.options);
      if (entered.hasAnswered) await this.pollStatus();
      return entered.result;
    });
    return done.ok ? done.value : failed(PIN_TEXTS.busy);
  }

  /** Reads the state from the processor. Returns why that failed, or undefined. */
  private async pollStatus(call?: StatusCall): Promise<Finding | undefined> {
    const exchanged = await this.client.getStatus(call);
    if (call?.signal?.aborted === true) return undefined;
    const fault =
      exchanged.kind === 'answered' ? await this.applyStatus(exchanged) : unreached(exchanged.reason, this.mode);
    if (fault !== undefined) this.state.recordFault(fault);
    return fault;
  }

  private async applyStatus(exchanged: Answered): Promise<Finding | undefined> {
    const answer = this.client.read(exchanged);
    const status = answer.kind === 'object' && exchanged.status < 300 ? readStatus(answer.value) : undefined;
    if (status === undefined) return statusFault(exchanged.status, answer, this.options);
    this.state.applyStatus(status);
    await this.rates.take(status.rates);
    return undefined;
  }
}
