import { type Draft, type Environment, ENVIRONMENTS } from '../../src/contract/fiscal.js';
import type { IssuedInvoice } from '../../src/platform/ledger/invoice.js';
import type { BoxEvent } from '../../src/platform/ledger/boxEvent.js';
import type { Intent } from '../../src/platform/ledger/intent.js';
import type { Ledger } from '../../src/platform/ledger/ledger.js';
import { decodeLink, readLinkPayload } from '../../src/paper/journal/verificationLink.js';
import type { FakePfr } from '../kit/pfr/core.js';
import type { SignedReceipt } from '../kit/pfr/options.js';
import { cashierOf, type Client } from './client.js';
import type { SimNetwork } from './network.js';
import type { Plan } from './plan.js';

/** What a queued order may be refused for: its label, by the processor or by the box, or its age. */
const VERDICTS = ['(2310)', 'пореска ознака', 'дуже од дозвољеног'];

/** How long the same sale without a key is refused after a lost answer, ms. */
const SAME_SALE = 60_000;

/** Compares the answers and records of the box with the signatures of the processors. */
export class Oracle {
  /** The first thing that must not be. */
  violation: string | undefined;
  /** Numbers that the queue has refused, so that their keys were free, or whose outcome was not known, so that others went on. */
  readonly outOfTurn = new Set<number>();
  /** Who was answered with a receipt, by its uuid. */
  private readonly holders = new Map<string, Client>();

  constructor(
    private readonly processors: Readonly<Record<Environment, FakePfr>>,
    private readonly network: Pick<SimNetwork, 'truth' | 'sentAt'>,
    private readonly plan: Plan,
  ) {}

  complain(violation: string): void {
    this.violation ??= violation;
  }

  /** A client was told that its order is carried out: it was signed, has the requested content, and stays so. */
  answered(client: Client, receipts: readonly IssuedInvoice[], variant: number): void {
    const main = receipts.at(-1);
    for (const receipt of receipts) this.checkSigned(receipt);
    if (main === undefined) return;
    if (client.answer !== undefined && client.answer.at(-1)?.uuid !== main.uuid) {
      this.complain(`${client.name} is answered with ${main.uuid}, and was with ${client.answer.at(-1)?.uuid ?? ''}`);
    }
    if (main.draft.invoiceType !== 'Copy' && main.draft.cashier !== cashierOf(client.order.content, variant)) {
      this.complain(`${client.name} is answered with a receipt of ${main.draft.cashier}`);
    }
    const holder = this.holders.get(main.uuid) ?? client;
    if (holder !== client) this.complain(`${client.name} is answered with the receipt of ${holder.name}`);
    this.holders.set(main.uuid, client);
    if (client.original !== undefined && client.does !== 'close') {
      const { invoiceNumber } = client.original.signature;
      if (main.draft.referentNumber !== invoiceNumber) this.complain(`${client.name} is answered for another original`);
    }
  }

  /** A client with a key was told that nothing was signed for it. */
  refused(client: Client, message: string): void {
    // Who asks for the same may have it signed meanwhile.
    if (client.hasTwin) return;
    if (client.key !== null && this.signedFor(client, client.environment).length > 0) {
      this.complain(`${client.name} is refused, and was signed: ${message}`);
    }
  }

  /** A receipt in the hands of a client or of the ledger is the one that was signed under its request id. */
  checkSigned({ signature, draft, attempt, environment }: IssuedInvoice): void {
    const { invoiceNumber } = signature;
    const answer = this.network.truth.get(
      this.requestOf(draft, environment, invoiceNumber) ?? attempt?.requestId ?? '',
    );
    if (answer === undefined) {
      this.complain(`${invoiceNumber} was never signed`);
      return;
    }
    const same: Record<string, unknown> = {
      ...{ invoiceNumber, requestedBy: signature.requestedBy, signedBy: signature.signedBy },
      ...{ totalCounter: signature.totalCounter, transactionTypeCounter: signature.typeCounter },
      ...{ totalAmount: draft.total / 100, verificationUrl: signature.verificationUrl },
    };
    // Of what a person has decided, the link is all that is known.
    if (attempt?.settled?.by !== 'person') {
      Object.assign(same, { journal: signature.journal, invoiceCounter: signature.invoiceCounter });
    }
    const other = Object.keys(same).find((name) => answer[name] !== same[name]);
    if (other !== undefined) this.complain(`${invoiceNumber} has another ${other} than was signed`);
    const url = new URL(signature.verificationUrl);
    const link = decodeLink(readLinkPayload(url.searchParams.get('vl') ?? '') ?? Buffer.alloc(0));
    if (link?.time !== signature.time) this.complain(`${invoiceNumber} has another time than was signed`);
    if (!this.own(environment).some((signed) => signed.invoiceNumber === invoiceNumber)) {
      this.complain(`${invoiceNumber} was not signed in ${environment}`);
    }
  }

  /**
   * The request that a receipt was signed for, if that was for such an order. Of two orders for the same, one may have the
   * receipt that was signed for the other: a late answer fits both.
   */
  private requestOf(draft: Draft, environment: Environment, invoiceNumber: string): string | undefined {
    return this.signedLike(draft, environment).find((signed) => signed.invoiceNumber === invoiceNumber)?.requestId;
  }

  /** Receipts that were signed for orders for the same. */
  signedLike(
    { cashier, invoiceType, transactionType, referentNumber }: Draft,
    environment: Environment,
  ): SignedReceipt[] {
    let owner = cashier;
    if (invoiceType === 'Copy') owner = `copy of ${String(referentNumber)}`;
    else if (invoiceType === 'Advance' && transactionType === 'Refund') owner = `refund of ${String(referentNumber)}`;
    return this.own(environment).filter(({ body }) => ownerOf(body) === owner);
  }

  /** The box says that a person must decide about an order. `open`: all orders of its environment that are open. */
  needsPerson(
    { requestId, environment, counterBaseline, mode }: Intent,
    number: string | null,
    open: readonly Intent[],
  ): void {
    const { isPlain, hasOtherTill } = this.plan;
    const isSigned = this.network.truth.has(requestId);
    const isAmbiguous = open.some((other) => this.network.truth.has(other.requestId));
    // Before the first receipt of a certificate the box knows none of its signers.
    const isKnown = mode === 'lpfr' || Object.keys(counterBaseline.counters ?? {}).length > 0;
    if (!isSigned && !isAmbiguous && this.isOneRun && isKnown) {
      this.complain(`a person is asked about ${requestId}, which was not signed`);
    }
    if (isPlain) this.complain(`a person is asked about ${requestId}, which the processor or its numbers could tell`);
    if (number === null || hasOtherTill) return;
    if (!isSigned) this.complain(`${requestId} was not signed, and is said to be ${number}`);
    if (!this.own(environment).some(({ invoiceNumber }) => invoiceNumber === number)) {
      this.complain(`${requestId} is said to be ${number}, which was not signed`);
    }
  }

  /** Are all receipts of a processor numbered in one run, by this box alone? */
  private get isOneRun(): boolean {
    const { hasOtherTill, signers, isHasty, events } = this.plan;
    const changesCard = events.some(
      (event) => event.kind === 'processor' && typeof event.change === 'object' && 'card' in event.change,
    );
    return !hasOtherTill && signers.length === 1 && !isHasty && !changesCard;
  }

  /** Receipts that were signed for an order: of a closing, its final receipt. */
  signedFor(client: Client, environment: Environment): SignedReceipt[] {
    return this.own(environment).filter(({ body }) => namesOf(client).includes(ownerOf(body)));
  }

  /**
   * When nothing is under way and nothing waits any more: who was told that it waits has its receipt, or the queue says why
   * not; who took it out has none; and the queue was issued in its order.
   */
  async drained(ledger: Ledger, clients: readonly Client[]): Promise<void> {
    for (const { name, key, environment, waiting, isRemoved } of clients) {
      if (key === null || (waiting === undefined && !isRemoved)) continue;
      const issued = await ledger.invoiceByRequest(environment, key);
      if (isRemoved && issued !== undefined) this.complain(`${name} was taken out of the queue, and issued`);
      if (isRemoved || issued !== undefined) continue;
      const reason = ledger.main.queue.find(environment, key)?.reason ?? 'lost';
      if (!VERDICTS.some((verdict) => reason.includes(verdict))) this.complain(`${name} waited in vain: ${reason}`);
    }
    for (const environment of ENVIRONMENTS) await this.inOrder(environment, ledger, clients);
  }

  private async inOrder(environment: Environment, ledger: Ledger, clients: readonly Client[]): Promise<void> {
    const kept = await ledger.invoices({ environment, skip: 0, limit: 10_000 });
    const steady = clients.filter(({ places }) => places.size === 1);
    const numbers = new Map(
      steady.map(({ key, environment: own, places }) => [
        `${own} ${key ?? ''}`,
        Number.parseInt([...places][0] ?? '', 10),
      ]),
    );
    let last = 0;
    for (const { clientRequestId } of kept.reverse()) {
      const number = numbers.get(`${environment} ${clientRequestId ?? ''}`);
      if (number === undefined || this.outOfTurn.has(number)) continue;
      if (number < last) this.complain(`number ${number} of the queue was issued after ${last}`);
      last = number;
    }
  }

  /** When nothing is under way any more: what was signed is in the ledger, once, and nothing else is. */
  async settled(ledger: Ledger, clients: readonly Client[]): Promise<void> {
    if (ledger.damage.length > 0) this.complain(`the ledger is damaged: ${JSON.stringify(ledger.damage)}`);
    for (const environment of ENVIRONMENTS) {
      const kept = await ledger.invoices({ environment, skip: 0, limit: 10_000 });
      for (const receipt of kept) this.checkSigned(receipt);
      const numbers = kept.map(({ signature }) => signature.invoiceNumber);
      const twice = numbers.find((number, index) => numbers.indexOf(number) !== index);
      if (twice !== undefined) this.complain(`${twice} is in the ledger twice`);
      const lost = this.own(environment).find(({ invoiceNumber }) => !numbers.includes(invoiceNumber));
      if (lost !== undefined)
        this.complain(`${lost.invoiceNumber} (${ownerOf(lost.body)}) was signed and is not in the ledger`);
    }
    for (const client of clients) {
      this.checkOnce(client, clients, ledger.main.events);
      for (const { uuid } of client.answer ?? []) {
        if ((await ledger.invoice(uuid)) === undefined) this.complain(`${client.name} has a receipt that is gone`);
      }
    }
  }

  /** One receipt for one order. Without a key the box knows nothing of a request whose client has heard nothing. */
  private checkOnce(client: Client, clients: readonly Client[], events: readonly BoxEvent[]): void {
    const signed = this.signedFor(client, client.environment);
    const twins = clients.filter(({ order }) => order.content === client.order.content);
    const allowed = twins.reduce((sum, { key, unheard }) => sum + 1 + (key === null ? unheard : 0), 0);
    const excess = signed.length - allowed;
    if (excess > 0 && excess > this.namedTwice(client, signed, events))
      this.complain(`${client.name} was signed ${signed.length} times, of ${allowed}`);
    if (client.does !== 'close') return;
    const returns = `refund of ${client.original?.signature.invoiceNumber ?? ''}`;
    const refunds = this.own(client.environment).filter(({ body }) => ownerOf(body) === returns);
    if (refunds.length > 1) this.complain(`${client.name} returned its advance ${refunds.length} times`);
  }

  /**
   * How many receipts of a sale without a key are named as sold again. The same sale is refused for a minute after its answer
   * was lost, or until it is proven that nothing was signed.
   */
  private namedTwice({ name }: Client, signed: readonly SignedReceipt[], events: readonly BoxEvent[]): number {
    const of = new Map(signed.map((receipt) => [receipt.invoiceNumber, receipt.requestId]));
    const named = events.flatMap((event) => {
      if (event.kind !== 'sold-twice') return [];
      const [first, second] = [of.get(event.first), of.get(event.second)];
      return first === undefined || second === undefined ? [] : [[first, second] as const];
    });
    for (const pair of named) {
      const [first = 0, second = 0] = pair.map((requestId) => this.network.sentAt.get(requestId));
      if (Math.abs(second - first) < SAME_SALE) this.complain(`${name} was sold again after ${second - first} ms`);
    }
    return named.length;
  }

  private own(environment: Environment): SignedReceipt[] {
    return this.processors[environment].signed.filter(({ requestId }) => !requestId.startsWith('foreign'));
  }
}

function namesOf(client: Client): readonly string[] {
  const { does, order, original } = client;
  if (does === 'copy' && original !== undefined) return [`copy of ${original.signature.invoiceNumber}`];
  return [cashierOf(order.content, 0), cashierOf(order.content, 1)];
}

const owners = new WeakMap<Buffer, string>();

/** Whose receipt a request was for. */
function ownerOf(body: Buffer): string {
  const known = owners.get(body);
  if (known !== undefined) return known;
  const asked = JSON.parse(body.toString()) as Record<string, unknown>;
  const { cashier, invoiceType, transactionType, referentDocumentNumber: referent } = asked;
  let owner = String(cashier);
  if (invoiceType === 2) owner = `copy of ${String(referent)}`;
  else if (invoiceType === 4 && transactionType === 1) owner = `refund of ${String(referent)}`;
  owners.set(body, owner);
  return owner;
}
