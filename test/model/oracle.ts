import { type Environment, ENVIRONMENTS } from '../../src/base/fiscal.js';
import type { IssuedInvoice } from '../../src/ledger/invoice.js';
import type { Ledger } from '../../src/ledger/ledger.js';
import { decodeLink, linkPayload } from '../../src/pfr/link.js';
import type { FakePfr } from '../kit/pfr/core.js';
import type { SignedReceipt } from '../kit/pfr/options.js';
import type { JsonObject } from '../kit/pfr/wire.js';
import { cashierOf, type Client } from './client.js';

/** What a queued order may be refused for: its label, by the processor or by the box, or its age. */
const VERDICTS = ['(2310)', 'пореска ознака', 'дуже од дозвољеног'];

/** Holds what the box says and has kept against what the processors have signed. */
export class Oracle {
  /** The first thing that must not be. */
  violation: string | undefined;
  /** Numbers that the queue has refused: their keys were free. */
  readonly parked = new Set<number>();
  /** Who was answered with a receipt, by its uuid. */
  private readonly holders = new Map<string, Client>();

  constructor(
    private readonly processors: Readonly<Record<Environment, FakePfr>>,
    private readonly truth: ReadonlyMap<string, JsonObject>,
  ) {}

  complain(violation: string): void {
    this.violation ??= violation;
  }

  /** A client was told that its order is carried out: it was signed, it is what was asked for, and it stays so. */
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
    const answer = this.truth.get(attempt?.requestId ?? '');
    const { invoiceNumber } = signature;
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
    const link = decodeLink(linkPayload(url.searchParams.get('vl') ?? '') ?? Buffer.alloc(0));
    if (link?.time !== signature.time) this.complain(`${invoiceNumber} has another time than was signed`);
    if (!this.own(environment).some((signed) => signed.invoiceNumber === invoiceNumber)) {
      this.complain(`${invoiceNumber} was not signed in ${environment}`);
    }
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
      if (number === undefined || this.parked.has(number)) continue;
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
      this.checkOnce(client, clients);
      for (const { uuid } of client.answer ?? []) {
        if ((await ledger.invoice(uuid)) === undefined) this.complain(`${client.name} has a receipt that is gone`);
      }
    }
  }

  /** One receipt for one order. Without a key the box knows nothing of a request whose client has heard nothing. */
  private checkOnce(client: Client, clients: readonly Client[]): void {
    const signed = this.signedFor(client, client.environment);
    const twins = clients.filter(({ order }) => order.content === client.order.content);
    const allowed = twins.reduce((sum, { key, unheard }) => sum + 1 + (key === null ? unheard : 0), 0);
    if (signed.length > allowed) this.complain(`${client.name} was signed ${signed.length} times, of ${allowed}`);
    if (client.does !== 'close') return;
    const returns = `refund of ${client.original?.signature.invoiceNumber ?? ''}`;
    const refunds = this.own(client.environment).filter(({ body }) => ownerOf(body) === returns);
    if (refunds.length > 1) this.complain(`${client.name} returned its advance ${refunds.length} times`);
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
