import { withAnySignal } from '../../base/index.js';
import { type Channel, type ChannelRequest, type Exchanged, MAX_RECEIPT_ANSWER } from './channel.js';
import type { SignRequest } from './port.js';
import { type PfrAnswer, readAnswer } from './wire/answer.js';
import { pinBody, type PinForm } from './wire/pin.js';
import { invoiceRequestJson } from './wire/request.js';

export interface ClientOptions {
  readonly channel: Channel;
  /** The secret that belongs to the certificate of a `vpfr`; null: none. */
  readonly pac: string | null;
  readonly pinForm: PinForm;
  /** Timeout for the answer to a receipt, ms. */
  readonly timeout: number;
  /** Aborts pending calls. */
  readonly stopped?: AbortSignal;
}

export type Answered = Extract<Exchanged, { kind: 'answered' }>;

/** `signal` aborts the call, in addition to the end of the box. */
export type StatusCall = Pick<ChannelRequest, 'signal' | 'purpose'>;

/** Timeout of every other call: a look-up, a status, a PIN; ms. */
const SHORT_TIMEOUT = 5000;
const SERBIAN = 'sr-Cyrl-RS';

/**
 * The four calls to a processor: API v3 of TaxCore (Technical Instruction for ESIR). Each is made once, and never
 * repeated.
 */
export class ProcessorClient {
  constructor(private readonly options: ClientOptions) {}

  /** Requests a signed receipt. */
  createInvoice({ draft, esirNumber, requestId }: SignRequest): Promise<Exchanged> {
    return this.call({
      method: 'POST',
      path: '/api/v3/invoices',
      headers: { 'Content-Type': 'application/json', 'Accept-Language': SERBIAN, RequestId: requestId },
      body: Buffer.from(invoiceRequestJson(draft, esirNumber)),
      timeout: this.options.timeout,
      maxBytes: MAX_RECEIPT_ANSWER,
      purpose: 'sale',
    });
  }

  /** Requests the receipt that was signed under a request id. `within` is a shorter timeout than usual, ms. */
  findInvoice(requestId: string, within = SHORT_TIMEOUT): Promise<Exchanged> {
    const timeout = Math.min(within, SHORT_TIMEOUT);
    const lookUp = { path: `/api/v3/invoices/${requestId}`, maxBytes: MAX_RECEIPT_ANSWER, timeout };
    return this.call({ method: 'GET', ...lookUp, purpose: 'lookUp' });
  }

  /** Requests the state of the processor. */
  getStatus(how: StatusCall = {}): Promise<Exchanged> {
    return this.call({ method: 'GET', path: '/api/v3/status', ...how });
  }

  sendPin(pin: string): Promise<Exchanged> {
    const { contentType, body } = pinBody(pin, this.options.pinForm);
    return this.call({ method: 'POST', path: '/api/v3/pin', headers: { 'Content-Type': contentType }, body });
  }

  /** Reads an answer with the PAC masked: a server may echo it, and answers are shown and logged. */
  read({ status, body }: Answered): PfrAnswer {
    const { pac } = this.options;
    if (pac === null || !body.includes(pac)) return readAnswer(status, body);
    return readAnswer(status, Buffer.from(body.toString().replaceAll(pac, '***')));
  }

  private call(request: Pick<ChannelRequest, 'method' | 'path'> & Partial<ChannelRequest>): Promise<Exchanged> {
    const { pac, channel, stopped } = this.options;
    const headers = { Accept: 'application/json', ...(pac !== null && { PAC: pac }), ...request.headers };
    return withAnySignal([stopped, request.signal], (signal) =>
      channel.exchange({ timeout: SHORT_TIMEOUT, ...request, headers, signal }),
    );
  }
}

/** How many of the last answers are used. */
const REMEMBERED = 15;
/** An answer is overdue after this many times the usual time, but never before `LEAST`, ms. */
const USUAL_TIME_FACTOR = 3;
const MIN_USUAL_TIME = 2000;

/** How long a processor usually takes to answer a request to sign, measured from its last answers. */
export class UsualTime {
  private readonly times: number[] = [];

  /** `ms` is the time from a request to its answer. */
  add(ms: number): void {
    this.times.push(ms);
    if (this.times.length > REMEMBERED) this.times.shift();
  }

  /** Time after which an answer is overdue, ms: three times the median, at least two seconds. */
  get overdueAfter(): number {
    const sorted = [...this.times].sort((one, other) => one - other);
    return Math.max(MIN_USUAL_TIME, USUAL_TIME_FACTOR * (sorted[Math.floor(sorted.length / 2)] ?? 0));
  }
}
