import { type Channel, type ChannelRequest, type Exchanged, MAX_RECEIPT_ANSWER } from './channel.js';
import type { SignRequest } from './port.js';
import { type PfrAnswer, readAnswer } from './wire/answer.js';
import { pinBody, type PinForm } from './wire/pin.js';
import { invoiceRequestJson } from './wire/request.js';

export interface ClientOptions {
  readonly channel: Channel;
  /** Secret that goes with the certificate of a `vpfr`; null: none. */
  readonly pac: string | null;
  readonly pinForm: PinForm;
  /** How long an answer to a receipt is waited for, ms. */
  readonly timeout: number;
  /** Gives up what is under way; absent: nothing does. */
  readonly stopped?: AbortSignal;
}

export type Answered = Extract<Exchanged, { kind: 'answered' }>;

/** `signal` gives it up, as the end of the box does otherwise. */
export type StatusCall = Pick<ChannelRequest, 'signal' | 'purpose'>;

/** Time for every other call: a look-up, a status, a PIN; ms. */
const SHORT_TIMEOUT = 5000;
const SERBIAN = 'sr-Cyrl-RS';

/** The four calls to a processor: API v3 of TaxCore (Technical Instruction for ESIR). Each is made once, and never repeated. */
export class ProcessorClient {
  constructor(private readonly options: ClientOptions) {}

  /** Asks for a receipt to be signed. */
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

  /** Asks for the receipt that was signed under a request id; `within`: a shorter time than usual for the answer, ms. */
  findInvoice(requestId: string, within = SHORT_TIMEOUT): Promise<Exchanged> {
    const timeout = Math.min(within, SHORT_TIMEOUT);
    const asked = { path: `/api/v3/invoices/${requestId}`, maxBytes: MAX_RECEIPT_ANSWER, timeout };
    return this.call({ method: 'GET', ...asked, purpose: 'lookUp' });
  }

  /** Asks for the state of the processor. */
  getStatus(how: StatusCall = {}): Promise<Exchanged> {
    return this.call({ method: 'GET', path: '/api/v3/status', ...how });
  }

  sendPin(pin: string): Promise<Exchanged> {
    const { contentType, body } = pinBody(pin, this.options.pinForm);
    return this.call({ method: 'POST', path: '/api/v3/pin', headers: { 'Content-Type': contentType }, body });
  }

  /** Reads an answer without the PAC in it: a server may send it back, and answers are shown and logged. */
  read({ status, body }: Answered): PfrAnswer {
    const { pac } = this.options;
    if (pac === null || !body.includes(pac)) return readAnswer(status, body);
    return readAnswer(status, Buffer.from(body.toString().replaceAll(pac, '***')));
  }

  private call(request: Pick<ChannelRequest, 'method' | 'path'> & Partial<ChannelRequest>): Promise<Exchanged> {
    const { pac, channel, stopped } = this.options;
    const headers = { Accept: 'application/json', ...(pac !== null && { PAC: pac }), ...request.headers };
    const stop = stopped && { signal: stopped };
    return channel.exchange({ timeout: SHORT_TIMEOUT, ...stop, ...request, headers });
  }
}
