import { assertNever } from '../../../src/base/result.js';
import type { Box } from '../../../src/programs/box/open.js';
import { validateRefund } from '../../../src/sales/invoicing/draft/refund.js';
import type { SaleOutcome } from '../../../src/sales/invoicing/issue/order.js';
import type { NotFound } from '../../../src/sales/invoicing/invoicing.js';
import type { IssuedInvoice } from '../../../src/platform/ledger/invoice.js';
import { accepted, body, line } from '../../sales/invoicing/bodies.js';
import type { MemoryDisk } from '../disk/memory.js';
import { DAY_MS } from '../ledger.js';
import { settled } from '../handClock.js';
import type { Shop } from './shop.js';

/** A receipt that a caller got as an answer. */
export interface Answer {
  readonly invoice: IssuedInvoice;
  /** What was asked for, to ask for it again. */
  readonly order: Order;
}

/** By the cashier a receipt is known for that of an order. */
export interface Order {
  readonly cashier: string;
  readonly key: string | null;
}

/** What a box holds beside receipts. */
export type Facts = ReturnType<typeof factsOf>;

export function factsOf(box: Box) {
  const { main } = box.ledger;
  return {
    settings: box.settings.now,
    keys: box.keys.list(),
    items: box.catalogue.all(),
    rates: main.rates('production'),
    printer: main.jobs.printer('kasa'),
    jobs: main.jobs.all(),
  };
}

export function sell(box: Box, { cashier, key }: Order): Promise<SaleOutcome> {
  const items = [line({ name: `Роба ${cashier}`, quantity: 1, unitPrice: 100 + cashier.length })];
  return box.invoicing.sell(accepted(body({ cashier, clientRequestId: key, items })), 'shop');
}

/** The receipt of an order that must have been carried out. */
export function invoiceOf(outcome: SaleOutcome | NotFound): IssuedInvoice {
  if (outcome.kind === 'issued' || outcome.kind === 'replayed') return outcome.invoice;
  throw new Error(`${outcome.kind} ${'message' in outcome ? outcome.message : JSON.stringify(outcome)}`);
}

const BUYER = '10:123456789';
const PRINTER = { name: 'kasa', address: 'usb://04b8:0e15', width: 80, dpi: 203, mode: 'raster', autoPrint: true };
const FINDINGS = { status: true, queuedStatus: true, processId: true, autoStatus: false };

/** A fixed run of all that a box does, step after step, by the public faces of its parts. */
export class Workday {
  /** In the order in which they were answered. */
  readonly answers: Answer[] = [];
  /** Every order that was begun. */
  readonly orders: Order[] = [];
  /** The content of the box after each step; the first is a new box. */
  readonly facts: Facts[] = [];
  /** Letters that were sent, by their addresses, after each step. */
  readonly letters: number[] = [];
  private sent = 0;
  private at: number;
  private running: Box | undefined;

  constructor(
    private readonly shop: Shop,
    private readonly disk: MemoryDisk,
  ) {
    this.at = shop.opening;
  }

  /** A first start, all steps, and a clean stop. */
  async run(): Promise<void> {
    this.running = await this.shop.start(this.disk, this.at);
    this.note();
    for (const step of STEPS) {
      await this.carryOut(step);
      this.note();
    }
    await this.parts.close();
  }

  private get parts(): Box {
    if (this.running === undefined) throw new Error('the box was not started');
    return this.running;
  }

  /** What has happened until now, as one outside of the box knows it. */
  get sofar(): { readonly answers: readonly Answer[]; readonly begun: readonly string[]; readonly step: number } {
    return { answers: this.answers, begun: this.orders.map(({ cashier }) => cashier), step: this.facts.length - 1 };
  }

  private note(): void {
    this.facts.push(factsOf(this.parts));
    this.letters.push(this.sent);
  }

  private async carryOut(step: Step): Promise<void> {
    const { ledger, invoicing, keys, catalogue, settings, printing } = this.parts;
    switch (step[0]) {
      case 'set':
        good(await settings.set(step[1], step[2]));
        return;
      case 'processor':
        good(await settings.set('pfr.production', { mode: 'lpfr', url: this.shop.processor.url }));
        return;
      case 'key':
        good(await keys.create(step[1]));
        return;
      case 'revoke':
        good(await keys.revoke(step[1]));
        return;
      case 'item':
        good(await catalogue.create({ name: step[1], price: 120, label: 'Ђ', plu: step[1] }));
        return;
      case 'price':
        good(await catalogue.update(step[1], { price: step[2] }));
        return;
      case 'items':
        good(
          await ledger.put({ type: 'items', items: catalogue.all().map((item) => ({ ...item, category: step[1] })) }),
        );
        return;
      case 'sell':
        await Promise.all(Array.from({ length: step[1] }, () => this.sell(step[2])));
        return;
      case 'refund': {
        const cashier = this.newCashier();
        const request = validateRefund({ buyerId: BUYER, cashier });
        if (!request.ok) throw new Error(request.error.message);
        this.orders.push({ cashier, key: null });
        const outcome = await invoicing.refund(this.lastAnswer.uuid, request.value, 'shop');
        this.answers.push({ invoice: invoiceOf(outcome), order: { cashier, key: null } });
        return;
      }
      case 'refused': {
        this.shop.processor.pfr.change('card-out');
        const outcome = await sell(this.parts, this.newOrder(false));
        if (outcome.kind !== 'refused') throw new Error(outcome.kind);
        this.shop.processor.pfr.change('card-in');
        return;
      }
      case 'lost':
        await this.loseAnswer();
        return;
      case 'letter':
        this.sent += 1;
        good(await ledger.put({ type: 'audit', entry: letter(this.lastAnswer.uuid, this.sent) }));
        return;
      case 'probe':
        good(
          await ledger.put({
            type: 'printer',
            printer: { name: 'kasa', address: PRINTER.address, findings: FINDINGS, at: this.at },
          }),
        );
        return;
      case 'again':
        good(await printing.reprint(this.lastAnswer.uuid));
        return;
      case 'cancel':
        good(await printing.cancel(ledger.main.jobs.all()[0]?.id ?? 0));
        return;
      case 'print': {
        const job = ledger.main.jobs.all().findLast(({ state }) => state === 'queued');
        if (job === undefined) throw new Error('no job waits');
        good(await ledger.put({ type: 'job', jobs: [{ ...job, state: 'sending', updatedAt: this.at }] }));
        return;
      }
      case 'idle':
        await ledger.runIdleWork();
        return;
      case 'month':
        await ledger['idleWork'].writeSeal();
        this.at += 32 * DAY_MS;
        this.shop.clock.pass(32 * DAY_MS);
        return;
      case 'restart':
        await invoicing.reconciliation.stop();
        await this.parts.close();
        this.running = await this.shop.start(this.disk, this.at);
        return;
      default:
        assertNever(step);
    }
  }

  private async sell(hasKey: boolean): Promise<void> {
    const order = this.newOrder(hasKey);
    this.answers.push({ invoice: invoiceOf(await sell(this.parts, order)), order });
  }

  /** A receipt is signed, and its end stays open until the next one is asked for. */
  private async loseAnswer(): Promise<void> {
    const { clock, processor } = this.shop;
    processor.isMute = true;
    const selling = sell(this.parts, this.newOrder(true));
    const soon = (): Promise<SaleOutcome | null> => Promise.race([selling, settled().then(() => null)]);
    let outcome = await soon();
    while (outcome === null) {
      clock.pass(1000);
      outcome = await soon();
    }
    processor.isMute = false;
    // The next sale may look it up at once, and the box by itself has not yet.
    clock.pass(600);
    if (outcome.kind !== 'refused') throw new Error('the answer was not lost');
  }

  private newOrder(hasKey: boolean): Order {
    const cashier = this.newCashier();
    const order = { cashier, key: hasKey ? `order-number-${this.orders.length + 1}` : null };
    this.orders.push(order);
    return order;
  }

  private newCashier(): string {
    return `К${this.orders.length + 1}`;
  }

  private get lastAnswer(): IssuedInvoice {
    const last = this.answers.at(-1);
    if (last === undefined) throw new Error('nothing was answered yet');
    return last.invoice;
  }
}

function letter(invoice: string, number: number) {
  return { event: 'invoice.email', invoice, key: 1, to: `kupac${number}@primer.rs` } as const;
}

function good(result: { readonly ok: boolean; readonly error?: unknown }): void {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
}

type Step =
  | readonly ['set', string, unknown]
  | readonly [
      | 'processor'
      | 'refund'
      | 'refused'
      | 'lost'
      | 'letter'
      | 'probe'
      | 'again'
      | 'cancel'
      | 'print'
      | 'idle'
      | 'month',
    ]
  | readonly ['restart']
  | readonly ['key' | 'item' | 'items', string]
  | readonly ['revoke', number]
  | readonly ['price', number, number]
  | readonly ['sell', count: number, hasKey: boolean];

/** Everything once on a new box, then mixed, over two turns of the month and two clean stops. */
const STEPS: readonly Step[] = [
  ['set', 'esir', { number: '123', version: '1.0' }],
  ['key', 'каса'],
  ['item', 'хлеб'],
  ['set', 'environment', 'sandbox'],
  ['sell', 1, true],
  ['idle'],
  ['processor'],
  ['set', 'environment', 'production'],
  ['sell', 1, true],
  ['letter'],
  ['set', 'printers', [PRINTER]],
  ['probe'],
  ['sell', 1, true],
  ['cancel'],
  ['refund'],
  ['print'],
  ['again'],
  ['refused'],
  ['month'],
  ['idle'],
  ['sell', 1, false],
  ['price', 1, 130],
  ['set', 'environment', 'sandbox'],
  ['sell', 3, true],
  ['key', 'шанк'],
  ['idle'],
  ['restart'],
  ['item', 'млеко'],
  ['items', 'храна'],
  ['sell', 2, true],
  ['set', 'environment', 'production'],
  ['sell', 1, true],
  ['lost'],
  ['idle'],
  ['revoke', 1],
  ['sell', 1, true],
  ['letter'],
  ['month'],
  ['sell', 1, true],
  ['idle'],
  ['restart'],
  ['sell', 1, true],
];
