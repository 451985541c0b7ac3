import type { UtcMs } from '../../../src/base/time.js';
import { assertNever } from '../../../src/base/result.js';
import { Card } from './card.js';
import type { Change, NamedChange } from './changes.js';
import type { Remembered } from './memory.js';
import { DEFAULTS, type FakePfrOptions, type SignedReceipt } from './options.js';
import { readPin } from './pin.js';
import { groupAt, nextGroupFrom, type RateGroup } from './rates.js';
import { type Language, LANGUAGES, resultOf } from './receipt.js';
import { type AskedInvoice, readInvoice } from './request.js';
import { environmentJson, statusJson } from './status.js';
import { codeReply, errorsReply } from './styles.js';
import { type FakeRequest, type JsonObject, jsonReply, type Reply, routeOf, textReply } from './wire.js';

/** A clock this far behind the last receipt is noticed, ms. */
const CLOCK_TOLERANCE: UtcMs = 180_000;
const MAX_REQUEST_ID = 32;

/** A processor without sockets and timers: a request in, an answer out. Strict in what it takes. */
export class FakePfr {
  readonly options: FakePfrOptions;
  /** In the order of signing. */
  readonly signed: SignedReceipt[] = [];
  readonly card: Card;
  private groups: readonly RateGroup[];
  private clockError = 0;
  private isOnline = true;
  private isStorageFull = false;
  private isCertificateValid = true;
  private foreignReceipts = 0;
  /** Knows a look-up nothing of what was signed? */
  private isLying = false;
  /** The secure element that signs for a V-PFR now. */
  private signer: string;
  /** Of each requester at each signer: of all its receipts, and of each kind of them. */
  private readonly counters = new Map<string, number>();
  /** By JID and request id, the oldest first. */
  private answers = new Map<string, JsonObject>();
  private lastTwo: readonly JsonObject[] = [];

  private readonly happenings: Readonly<Record<NamedChange, () => void>> = {
    'card-out': () => this.card.remove(),
    'card-in': () => this.card.insert(this.card.jid),
    'pin-lost': () => this.card.close(),
    restart: () => this.card.close(),
    'audit-required': () => (this.card.needsAudit = true),
    'limit-reached': () => (this.card.isAtLimit = true),
    'audit-done': () => (this.card.needsAudit = this.card.isAtLimit = false),
    'card-expired': () => (this.card.isExpired = true),
    'storage-full': () => (this.isStorageFull = true),
    'storage-free': () => (this.isStorageFull = false),
    offline: () => (this.isOnline = false),
    online: () => (this.isOnline = true),
    forget: () => this.answers.clear(),
    'foreign-receipt': () => this.signForeign(),
    'next-rates': () => (this.groups = nextGroupFrom(this.groups, this.now)),
    'certificate-disabled': () => (this.isCertificateValid = false),
    'certificate-enabled': () => (this.isCertificateValid = true),
    'look-ups-lie': () => (this.isLying = true),
    'look-ups-right': () => (this.isLying = false),
  };

  constructor(options: Partial<FakePfrOptions> = {}) {
    this.options = { ...DEFAULTS, ...options };
    const { kind, jid, pin, groups, memory, signer } = this.options;
    this.signer = signer;
    this.card = new Card(jid, kind === 'vpfr' ? null : pin);
    this.groups = groups;
    for (const receipt of memory?.load() ?? []) {
      this.countIn(runOf(receipt.invoiceNumber), receipt.type);
      this.store(receipt);
    }
  }

  /** What its own clock shows. */
  get now(): UtcMs {
    return this.options.now() + this.clockError;
  }

  /** The last answer (1) or the one before (2); undefined without one. */
  lastAnswer(back: 1 | 2): JsonObject | undefined {
    return this.lastTwo[this.lastTwo.length - back];
  }

  handle(request: FakeRequest): Reply {
    const { kind, prefix, style, environment } = this.options;
    const route = routeOf(request, prefix);
    if (route === undefined || (route.call === 'pin' && kind === 'vpfr')) return textReply(404, '');
    if (kind === 'vpfr') {
      const refusal = this.refuseCaller(route.call === 'attention' ? this.options.pac : request.headers['pac']);
      if (refusal !== undefined) return refusal;
    }
    if (style.deadWithoutCard && !this.card.isIn) return codeReply(style, 400, '1300');
    switch (route.call) {
      case 'attention':
        return textReply(200, '');
      case 'status':
        return jsonReply(200, this.status());
      case 'environment':
        return this.card.isIn ? jsonReply(200, environmentJson(environment)) : codeReply(style, 400, '1300');
      case 'pin':
        return this.takePin(request);
      case 'invoice':
        return this.takeInvoice(request);
      case 'find':
        return this.find(route.id);
      default:
        return assertNever(route.call);
    }
  }

  /** Something happens to it. */
  change(change: Change): void {
    if (typeof change === 'string') this.happenings[change]();
    else if ('clock' in change) this.clockError = change.clock;
    else if ('signer' in change) this.signer = change.signer;
    else this.card.insert(change.card);
  }

  /** Another till that shares this processor has a receipt signed; its answer, unless it was refused. */
  signForeign(): JsonObject | undefined {
    this.foreignReceipts += 1;
    const label = groupAt(this.groups, this.now).rates[0]?.label ?? '';
    const body = {
      ...{ cashier: 'Друга каса', invoiceType: 0, transactionType: 0, invoiceNumber: '999/1.0' },
      payment: [{ paymentType: 1, amount: 77 }],
      items: [{ name: 'Туђа роба', quantity: 1, unitPrice: 77, labels: [label], totalAmount: 77 }],
    };
    const reply = this.takeInvoice({
      ...{ method: 'POST', path: '', body: Buffer.from(JSON.stringify(body)) },
      headers: { requestid: `foreign-${this.foreignReceipts}`, 'accept-language': 'sr-Cyrl-RS' },
    });
    return reply.status < 300 ? this.lastAnswer(1) : undefined;
  }

  private refuseCaller(pac: string | undefined): Reply | undefined {
    const refuse = (Message: string) => jsonReply(403, { Message });
    if (!this.isCertificateValid) return refuse('The client certificate is not active.');
    return pac === this.options.pac ? undefined : refuse('Invalid PAC value.');
  }

  private status(): JsonObject {
    const { kind, environment, style } = this.options;
    return statusJson(
      {
        ...{ kind, environment, now: this.now, groups: this.groups, isOnline: this.isOnline },
        uid: this.card.isIn ? this.card.jid : '',
        codes: [...this.card.codes, ...(this.isStorageFull ? ['1100'] : [])],
        lastInvoiceNumber: this.lastNumber,
      },
      style,
    );
  }

  private takePin(request: FakeRequest): Reply {
    const { style } = this.options;
    const read = readPin(request, style.pin);
    const { status, code } = 'pin' in read ? this.card.givePin(read.pin) : read;
    return code === '' ? textReply(status, '') : codeReply(style, status, code);
  }

  private takeInvoice({ headers, body }: FakeRequest): Reply {
    const { style } = this.options;
    const language = languageOf(headers['accept-language']);
    if (language === undefined) return textReply(406, '');
    const { obstacle } = this.card;
    if (obstacle !== undefined) return codeReply(style, obstacle === '1500' ? style.pinRequiredStatus : 400, obstacle);
    const lastTime = this.signed.at(-1)?.at ?? 0;
    if (style.clockBackCode !== null && this.now < lastTime - CLOCK_TOLERANCE) {
      return codeReply(style, 400, style.clockBackCode);
    }
    const requestId = headers['requestid'] ?? '';
    if (requestId.length > MAX_REQUEST_ID) return errorsReply(style, [{ property: 'RequestId', errors: ['2801'] }]);
    const asked = readInvoice(body, (referent) => this.labelsAt(referent));
    if (isFlawed(asked)) return errorsReply(style, asked);
    return jsonReply(style.createdStatus, this.sign(requestId, asked, language, body));
  }

  private labelsAt(referent: UtcMs | null): ReadonlySet<string> {
    return new Set(groupAt(this.groups, referent ?? this.now).rates.map(({ label }) => label));
  }

  /** Never idempotent: an id that was there before is signed again, and its answer overwritten. */
  private sign(requestId: string, asked: AskedInvoice, language: Language, body: Buffer): JsonObject {
    const { kind, environment, company, style, random, memory } = this.options;
    const type = `${asked.invoiceType}/${asked.transactionType}`;
    const { jid } = this.card;
    const signedBy = kind === 'vpfr' ? this.signer : jid;
    const { totalCounter, typeCounter } = this.countIn(`${jid}-${signedBy}`, type);
    const at = this.now;
    const answer = resultOf(
      {
        ...{ asked, requestedBy: jid, signedBy, totalCounter, typeCounter, time: at, language, environment },
        company: { ...company, tin: environment === 'sandbox' ? `RS${company.tin}` : company.tin },
        group: groupAt(this.groups, asked.referentTime ?? at),
        ...{ internalData: random(256), signature: random(256) },
      },
      style,
    );
    const invoiceNumber = `${jid}-${signedBy}-${totalCounter}`;
    const receipt = { requestId, invoiceNumber, total: asked.total, body, at, jid, type, answer };
    memory?.keep(receipt);
    this.store(receipt);
    return answer;
  }

  private store({ jid, type: _, answer, ...receipt }: Remembered): void {
    this.signed.push(receipt);
    const key = `${jid}/${receipt.requestId}`;
    this.answers.delete(key);
    this.answers.set(key, answer);
    this.answers = new Map([...this.answers].slice(Math.max(0, this.answers.size - this.options.kept)));
    this.lastTwo = [...this.lastTwo, answer].slice(-2);
  }

  private countIn(run: string, type: string): { readonly totalCounter: number; readonly typeCounter: number } {
    return { totalCounter: this.count(run), typeCounter: this.count(`${run}/${type}`) };
  }

  private count(what: string): number {
    const next = (this.counters.get(what) ?? 0) + 1;
    this.counters.set(what, next);
    return next;
  }

  private get lastNumber(): string {
    return this.signed.findLast(({ invoiceNumber }) => invoiceNumber.startsWith(this.card.jid))?.invoiceNumber ?? '';
  }

  private find(requestId: string): Reply {
    const { style } = this.options;
    if (!this.card.isIn) return codeReply(style, 400, '1300');
    const answer = this.answers.get(`${this.card.jid}/${requestId}`);
    if (answer !== undefined && !this.isLying) return jsonReply(200, answer);
    switch (style.unknownId) {
      case 'null':
        return jsonReply(200, null);
      case '404':
        return textReply(404, '');
      case '400':
        return errorsReply(style, [{ property: 'requestId', errors: ['2805'] }]);
      default:
        return assertNever(style.unknownId);
    }
  }
}

function runOf(invoiceNumber: string): string {
  return invoiceNumber.slice(0, invoiceNumber.lastIndexOf('-'));
}

/** The first of the requested languages that it has; its default without a request. */
function languageOf(header: string | undefined): Language | undefined {
  if (header === undefined || header.trim() === '') return LANGUAGES[0];
  const asked = header.split(/[;,]/).map((language) => language.trim().toLowerCase());
  return asked.flatMap((one) => LANGUAGES.find((known) => one === '*' || known.toLowerCase() === one) ?? [])[0];
}

function isFlawed(asked: ReturnType<typeof readInvoice>): asked is Exclude<typeof asked, AskedInvoice> {
  return Array.isArray(asked);
}
