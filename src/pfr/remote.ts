import type { Environment, Signature, TaxLabel } from '../base/fiscal.js';
import type { Log } from '../base/log.js';
import { failed, ok, type Result } from '../base/result.js';
import type { Finding, Words } from '../base/words.js';
import { composeJournal } from '../receipt/journal.js';
import { hostOf, sideOf } from '../settings/hosts.js';
import { type Channel, type ChannelRequest, type Exchanged, WHOLE_RECEIPT } from './channel.js';
import type { Lane } from './lane.js';
import type { FindOutcome, Pfr, PfrStatus, Refusal, SignOutcome, SignRequest, Witness } from './port.js';
import { Rates, type RatesParts } from './rates.js';
import { Sight } from './sight.js';
import { lookRefused, PIN_TEXTS, pinRefused, READY, REFUSALS, UNREADABLE, unreached, WRONG_PAC } from './texts.js';
import { isAbsence } from './wire/absence.js';
import { certainty, type PfrAnswer, readAnswer } from './wire/answer.js';
import { believe } from './wire/check.js';
import { isFaultOfReceipt, isOfficialFault, refusalFinding, refusalWords } from './wire/codes.js';
import { isSerbianCounter } from './wire/counter.js';
import { pinBody, type PinForm, readPinAnswer } from './wire/pin.js';
import type { WireReceipt } from './wire/receipt.js';
import { invoiceRequestJson } from './wire/request.js';
import { readStatus } from './wire/status.js';

export interface RemoteOptions extends RatesParts {
  readonly mode: 'lpfr' | 'vpfr';
  readonly environment: Environment;
  /** One for the environment, whatever processor is set there: a receipt may be under way at the one before. */
  readonly lane: Lane;
  readonly channel: Channel;
  readonly log: Log;
  /** Secret that goes with the certificate of a `vpfr`. */
  readonly pac: string | null;
  readonly pinForm: PinForm;
  /** How long an answer to a receipt is waited for, ms. */
  readonly timeout: number;
  /** How long after it was asked it may still sign, ms; the time for its answer and half as much again is the least. */
  readonly signingLimit: number;
  /** Is a receipt of this number in the ledger already? Then it is no answer to a new request. */
  readonly isRecorded: (signature: Signature) => Promise<boolean>;
  /** What must be mended in the box before the processor can be asked, such as a missing certificate. */
  readonly obstacle: () => Finding | undefined;
}

/** A look at the state that is older says nothing of the card any more, ms; somewhat above the pause of the watch. */
const FRESH_LOOK = 15_000;
/** Time for a look-up or a look at the state, ms. */
const LOOK_LIMIT = 5000;
const SIGNING_FACTOR = 1.5;
const SERBIAN = 'sr-Cyrl-RS';

/** A processor outside the box, on the LAN (`lpfr`) or at the tax authority (`vpfr`), through API v3 of TaxCore. */
export class RemotePfr implements Pfr {
  readonly mode: 'lpfr' | 'vpfr';
  readonly environment: Environment;
  readonly lane: Lane;
  private readonly sight: Sight;
  private readonly rates: Rates;
  private readonly stopped = new AbortController();

  constructor(private readonly options: RemoteOptions) {
    this.mode = options.mode;
    this.environment = options.environment;
    this.lane = options.lane;
    this.sight = new Sight(options.environment, options.clock);
    this.rates = new Rates(options);
  }

  get signingLimit(): number {
    return Math.max(this.options.signingLimit, this.options.timeout * SIGNING_FACTOR);
  }

  status(): PfrStatus {
    const { mode, environment, sight } = this;
    const obstacle = this.options.obstacle();
    const findings = obstacle === undefined ? sight.findings(this.rates.areKnown) : [obstacle];
    const first = findings.find(({ blocks }) => blocks);
    const words = first?.found ?? READY;
    const { uid, fields } = sight;
    return { ok: first === undefined, mode, environment, uid, words, findings, ratesAge: this.rates.age, fields };
  }

  taxLabels(): readonly TaxLabel[] {
    return this.rates.labels();
  }

  async refresh(): Promise<boolean> {
    if (this.options.obstacle() !== undefined) return true;
    await this.lane.beside(async (signal) => {
      await this.look(signal);
    });
    return this.sight.isReached;
  }

  async ready(): Promise<Refusal | { readonly kind: 'ready'; readonly witness: Witness }> {
    const obstacle = this.options.obstacle();
    if (obstacle !== undefined) return refusal(obstacle);
    if (this.sight.isOlderThan(FRESH_LOOK) || !this.rates.areKnown) {
      const fault = await this.look();
      if (fault !== undefined) return refusal(fault);
    }
    const wrong = this.rates.areKnown ? this.sight.wrongSide : this.sight.findings(false).find(({ blocks }) => blocks);
    return wrong === undefined ? { kind: 'ready', witness: this.sight.witness } : refusal(wrong);
  }

  async sign(request: SignRequest): Promise<SignOutcome> {
    const exchanged = await this.options.channel.exchange({
      method: 'POST',
      path: '/api/v3/invoices',
      headers: {
        ...this.headers(),
        'Content-Type': 'application/json',
        'Accept-Language': SERBIAN,
        RequestId: request.requestId,
      },
      body: Buffer.from(invoiceRequestJson(request.draft, request.esirNumber)),
      limit: this.options.timeout,
      maxBytes: WHOLE_RECEIPT,
      signal: this.stopped.signal,
    });
    const outcome = await this.safely(request, this.outcomeOf(exchanged, request));
    const end = outcome ?? { kind: 'unknown', hasAnswered: true, message: REFUSALS.unknown };
    if (end.kind !== 'signed') this.sight.doubt();
    if (end.kind !== 'refused') return end;
    // What was shown of it is not true any more: the card may be out.
    if (end.code !== null) await this.safely(request, this.look());
    const about = end.about ?? this.aboutOf(end);
    return about === undefined ? end : { ...end, about };
  }

  /** Only a processor that says that it is ready can have something against a receipt. */
  private aboutOf({ code }: Refusal): Refusal['about'] {
    if (!this.status().ok) return undefined;
    if (code === null || !isOfficialFault(code)) return 'unclear';
    return isFaultOfReceipt(code) ? 'receipt' : undefined;
  }

  /**
   * The request has left: whatever a processor answers, and whatever the ledger cannot read of earlier receipts, must leave
   * its end open and nothing else.
   */
  private async safely<T>({ requestId }: SignRequest, reading: Promise<T>): Promise<T | undefined> {
    try {
      return await reading;
    } catch (error) {
      const cause = error instanceof Error ? `${error.name}: ${error.message}` : 'error';
      this.options.log('pfr.unreadable', { environment: this.environment, pfrRequest: requestId, cause });
      return undefined;
    }
  }

  private async outcomeOf(exchanged: Exchanged, request: SignRequest): Promise<SignOutcome> {
    const unknown = (cause: string, hasAnswered = true): SignOutcome => {
      this.options.log('pfr.unclear', { environment: this.environment, pfrRequest: request.requestId, cause });
      return { kind: 'unknown', hasAnswered, message: REFUSALS.unknown };
    };
    if (exchanged.kind === 'unsent') {
      const fault = unreached(exchanged.reason, this.mode);
      this.sight.missed(fault);
      return refusal(fault);
    }
    if (exchanged.kind === 'lost') return unknown(`${exchanged.reason.cause} ${exchanged.reason.detail}`, false);
    const answer = this.read(exchanged);
    if (answer.kind === 'receipt') {
      const signature = await this.believed(answer.receipt, request);
      return signature.ok ? { kind: 'signed', signature: signature.value } : unknown(signature.error);
    }
    if (certainty(exchanged.status, answer) === 'unknown') return unknown(`HTTP ${exchanged.status} ${answer.kind}`);
    const { codes, text } = said(answer);
    if (isAboutPac(text)) {
      this.sight.missed(WRONG_PAC);
      return refusal(WRONG_PAC);
    }
    return { kind: 'refused', code: codes[0] ?? null, message: sentence(refusalWords(codes, text)) };
  }

  /** A receipt is ours only when all of it agrees, and it is not one that we have. The error is a word for the log. */
  private async believed(receipt: WireReceipt, request: SignRequest): Promise<Result<Signature, string>> {
    const checked = believe(receipt, request, this.mode);
    if (!checked.ok) return checked;
    const side = sideOf(hostOf(checked.value.verificationUrl));
    if (side !== undefined && side !== this.environment) return failed(`signed in ${side}`);
    if (await this.options.isRecorded(checked.value)) return failed('recorded before');
    const signature = withJournal(checked.value, request);
    this.sight.signed(signature.invoiceNumber, signature.time);
    if (!isSerbianCounter(signature.invoiceCounter)) {
      this.options.log('pfr.language', { environment: this.environment, number: signature.invoiceNumber });
    }
    return ok(signature);
  }

  /** The card may have been changed before the receipt was signed: then the processor names the new one, and this receipt. */
  private async believedOfAnyCard(receipt: WireReceipt, request: SignRequest): Promise<Result<Signature, string>> {
    const signature = await this.believed(receipt, request);
    if (signature.ok || signature.error !== 'foreign' || this.mode === 'vpfr') return signature;
    await this.look();
    const { uid, lastNumber } = this.sight.told;
    if (uid !== receipt.requestedBy || lastNumber !== receipt.invoiceNumber) return signature;
    return this.believed(receipt, { ...request, witness: { ...request.witness, uid, lastNumber: null } });
  }

  async find(request: SignRequest): Promise<FindOutcome> {
    const found = await this.safely(request, this.lookUp(request));
    return found ?? { kind: 'unknown', message: REFUSALS.unknown };
  }

  private async lookUp(request: SignRequest): Promise<FindOutcome> {
    const obstacle = this.options.obstacle();
    if (obstacle !== undefined) return { kind: 'unknown', message: sentence(obstacle.found) };
    const exchanged = await this.ask({
      method: 'GET',
      path: `/api/v3/invoices/${request.requestId}`,
      maxBytes: WHOLE_RECEIPT,
    });
    if (exchanged.kind !== 'answered')
      return { kind: 'unknown', message: sentence(unreached(exchanged.reason, this.mode).found) };
    const { status, body } = exchanged;
    const answer = this.read(exchanged);
    if (answer.kind === 'receipt') {
      const signature = await this.believedOfAnyCard(answer.receipt, request);
      if (signature.ok) return { kind: 'signed', signature: signature.value };
      this.options.log('pfr.foreign', { pfrRequest: request.requestId, cause: signature.error });
      return { kind: 'foreign' };
    }
    if (!isAbsence(status, body, answer)) return { kind: 'unknown', message: REFUSALS.unknown };
    const fault = await this.look();
    return fault === undefined
      ? { kind: 'absent', now: this.sight.told }
      : { kind: 'unknown', message: sentence(fault.found) };
  }

  async enterPin(pin: string): Promise<Result<void, Words>> {
    const obstacle = this.options.obstacle();
    if (obstacle !== undefined) return failed(obstacle.found);
    if (this.mode === 'vpfr') return failed(PIN_TEXTS.none);
    const done = await this.lane.run(this.options.timeout, () => this.handOver(pin));
    return done.ok ? done.value : failed(PIN_TEXTS.busy);
  }

  private async handOver(pin: string): Promise<Result<void, Words>> {
    const { environment } = this;
    const { contentType, body } = pinBody(pin, this.options.pinForm);
    const headers = { 'Content-Type': contentType };
    const exchanged = await this.ask({ method: 'POST', path: '/api/v3/pin', headers, body });
    if (exchanged.kind === 'unsent') return failed(unreached(exchanged.reason, this.mode).found);
    if (exchanged.kind === 'lost') return failed(PIN_TEXTS.unknown);
    const answer = readPinAnswer(exchanged.status, this.read(exchanged));
    const isTaken = answer === 'ok';
    this.options.log('pfr.pin', { environment, ok: isTaken, codes: isTaken ? '' : answer.codes.join(' ') });
    await this.look();
    return isTaken ? ok(undefined) : failed(pinRefused(answer, environment));
  }

  stop(): void {
    this.stopped.abort();
  }

  /** Reads the state; what stood in the way, if anything did. */
  private async look(signal?: AbortSignal): Promise<Finding | undefined> {
    const exchanged = await this.ask({
      method: 'GET',
      path: '/api/v3/status',
      ...(signal !== undefined && { signal }),
    });
    if (signal?.aborted === true) return undefined;
    const fault = exchanged.kind === 'answered' ? await this.take(exchanged) : unreached(exchanged.reason, this.mode);
    if (fault !== undefined) this.sight.missed(fault);
    return fault;
  }

  private async take(exchanged: Answered): Promise<Finding | undefined> {
    const { status } = exchanged;
    const answer = this.read(exchanged);
    const state = answer.kind === 'object' && status < 300 ? readStatus(answer.value) : undefined;
    if (state === undefined) {
      const { codes, text } = said(answer);
      // A processor that has no status is none, whatever its web server says of it.
      if (codes.length === 0 && (text === null || status === 404)) return UNREADABLE;
      if (isAboutPac(text)) return WRONG_PAC;
      return codes.length === 0 ? lookRefused(text ?? '') : refusalFinding(codes, text);
    }
    this.sight.saw(state);
    await this.rates.take(state.rates);
    return undefined;
  }

  private ask(request: Omit<ChannelRequest, 'limit' | 'headers'> & Partial<ChannelRequest>): Promise<Exchanged> {
    const headers = { ...this.headers(), ...request.headers };
    return this.options.channel.exchange({ limit: LOOK_LIMIT, signal: this.stopped.signal, ...request, headers });
  }

  /** An answer without the PAC: whoever stands at the address may echo it, and answers are shown. */
  private read({ status, body }: Answered): PfrAnswer {
    const { pac } = this.options;
    if (pac === null || !body.includes(pac)) return readAnswer(status, body);
    return readAnswer(status, Buffer.from(body.toString().replaceAll(pac, '***')));
  }

  private headers(): Record<string, string> {
    const { pac } = this.options;
    return { Accept: 'application/json', ...(pac !== null && { PAC: pac }) };
  }
}

type Answered = Extract<Exchanged, { kind: 'answered' }>;

/** An error text of the V-PFR that names the PAC (TaxCore's own POS goes by that word). */
function isAboutPac(text: string | null): boolean {
  return text !== null && /\bPAC\b/i.test(text);
}

function said(answer: PfrAnswer): { readonly codes: readonly string[]; readonly text: string | null } {
  if (answer.kind === 'codes') return answer;
  return { codes: [], text: answer.kind === 'text' ? answer.text : null };
}

function refusal({ code, found, action, isOutOfReach }: Finding): Refusal {
  const message = `${found.sr} ${action.sr}`.trim();
  return { kind: 'refused', code, message, ...(isOutOfReach === true && { about: 'way' }) };
}

function sentence({ sr }: Words): string {
  return sr;
}

/** A processor that left the text out, though it was not asked to: the box writes the same from what was signed. */
function withJournal(signature: Signature, { draft, esirNumber }: SignRequest): Signature {
  if (signature.journal !== '') return signature;
  return { ...signature, journal: composeJournal({ ...signature, draft, esirNumber }) };
}
