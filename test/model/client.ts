import type { Environment } from '../../src/contract/fiscal.js';
import { validateCloseAdvance } from '../../src/sales/invoicing/advance/closingRequest.js';
import type { CloseOutcome } from '../../src/sales/invoicing/advance/closeAdvance.js';
import { validationErrors } from '../../src/sales/invoicing/draft/refusals/validationErrors.js';
import type { SaleOutcome } from '../../src/sales/invoicing/issue/order.js';
import type { QueueEntry } from '../../src/sales/invoicing/queue/queue.js';
import { validateRefund } from '../../src/sales/invoicing/draft/refund.js';
import type { NotFound, Invoicing } from '../../src/sales/invoicing/invoicing.js';
import type { IssuedInvoice } from '../../src/platform/ledger/invoice.js';
import { PFR_REFUSALS } from '../../src/processors/pfr/pfrTexts.js';
import { accepted, body, line } from '../sales/invoicing/bodies.js';
import type { Running, SimBox } from './box.js';
import type { PlannedOrder } from './plan.js';
import type { World } from './world.js';

type Reply = SaleOutcome | CloseOutcome | NotFound;

/** What a client makes of a reply. */
export type Heard =
  | { readonly kind: 'issued'; readonly receipts: readonly IssuedInvoice[]; readonly isRepeat: boolean }
  /** It is certain that nothing was signed. */
  | { readonly kind: 'refused'; readonly message: string }
  /** Perhaps something was signed. */
  | { readonly kind: 'unclear' }
  /** It is stored for later. */
  | { readonly kind: 'queued' }
  /** The key is bound to other content. */
  | { readonly kind: 'taken' }
  /** The box has died, or does not run, or the client was tired of waiting. */
  | { readonly kind: 'gone' };

const UNCLEAR: readonly string[] = [
  ...Object.values(PFR_REFUSALS).map(({ message }) => message),
  'је издат под бројем',
];
const BUYER = '10:123456789';
/** A box that does not answer is asked again after this time, ms. */
const GONE_PAUSE = 2000;

/** Longest wait of any order while nothing is wrong, whatever the processor of the other environment does, ms. */
const UNDISTURBED = 5000;

/** One who wants one thing issued, once, and asks until there is an answer or the patience is at its end. */
export class Client {
  /** What was answered to it: a repeat must say the same. */
  answer: readonly IssuedInvoice[] | undefined;
  /**
   * How often it asked and heard nothing, or another start of the box than the one before: without a key the box cannot
   * know a repeat of that for one.
   */
  unheard = 0;
  /** Its reported position in the queue, each time; undefined when another answer came since. */
  waiting: QueueEntry | undefined;
  /** True when it was reported to have left the queue without a receipt. */
  isRemoved = false;
  /** Its reported numbers and times: more than one means that it has lost its place, or may have. */
  readonly places = new Set<string>();
  /** When it began to ask last; undefined while it does not. */
  askedAt: number | undefined;
  private attempts = 0;
  private lastStart: number | undefined;
  /** The receipt that a refund, a copy or a closing is made from. */
  original: IssuedInvoice | undefined;
  /** What it is when there is no receipt to do it to. */
  does: PlannedOrder['does'];
  /** Either every request of the client has a key, or none. */
  readonly key: string | null;

  constructor(
    private readonly world: World,
    readonly order: PlannedOrder,
  ) {
    this.key = order.hasKey ? `key-of-${order.id}` : null;
    this.does = order.does;
  }

  /** True when another client requests the same. */
  get hasTwin(): boolean {
    return this.world.clients.some(({ order }) => order !== this.order && order.content === this.order.content);
  }

  get environment(): Environment {
    return this.order.environment;
  }

  async run(): Promise<void> {
    const { world, order } = this;
    await world.clock.sleep(order.at);
    this.original = world.original(order);
    if (this.original === undefined && order.does !== 'advance') this.does = 'sale';
    for (let attempt = 0; attempt < order.tries; attempt += 1) {
      const heard = await this.ask(order.changes ? attempt % 2 : 0);
      if (heard.kind === 'issued') return;
      if (heard.kind === 'queued' && order.offline === 'trusts') return;
      if (heard.kind === 'queued' && order.offline === 'removes' && (await this.remove())) return;
      await world.clock.sleep(heard.kind === 'gone' ? GONE_PAUSE : order.pause);
    }
  }

  /** Asks once. `variant` is 0 or 1: two contents under one key. */
  async ask(variant: number): Promise<Heard> {
    const { world } = this;
    const box = world.box;
    const running = box?.running;
    if (box === undefined || running === undefined) return { kind: 'gone' };
    const { invoicing } = running;
    if (!(await this.isActive(box, running))) return { kind: 'gone' };
    world.tell(`${this.name} of ${this.environment} asks, key ${this.key ?? 'none'}, content ${variant}`);
    const { starts } = world.power;
    if (this.lastStart !== undefined && this.lastStart !== starts) this.unheard += 1;
    this.lastStart = starts;
    const asked = world.clock.monotonic();
    this.askedAt = asked;
    this.attempts += 1;
    const patience = world.clock.sleep(this.order.patience);
    const reply = await Promise.race([this.request(invoicing, variant), box.death, patience]);
    this.askedAt = undefined;
    if (!box.isAlive || typeof reply !== 'object') {
      this.unheard += 1;
      return { kind: 'gone' };
    }
    const waited = world.clock.monotonic() - asked;
    if (world.isUndisturbed(this.environment) && waited > UNDISTURBED) {
      world.oracle.complain(`${this.name} waited ${waited} ms, and nothing was wrong with its processor`);
    }
    const heard = this.hear(reply, variant);
    world.tell(`${this.name} hears ${reply.kind} ${'message' in reply ? reply.message : ''}`);
    this.waiting = reply.kind === 'queued' ? reply.entry : undefined;
    if (reply.kind === 'queued') this.places.add(`${reply.entry.order.number} ${reply.entry.order.queuedAt}`);
    if (heard.kind === 'issued') this.take(heard.receipts, variant);
    if (heard.kind === 'refused') world.oracle.refused(this, heard.message);
    return heard;
  }

  /** Takes the order out of the queue; false when it was too late, or nothing was heard. */
  private async remove(): Promise<boolean> {
    const { box, power, clock } = this.world;
    if (box?.running === undefined || !(await this.isActive(box, box.running))) return false;
    await clock.sleep(this.order.pause);
    const running = this.world.box?.running;
    if (running === undefined || running.settings.now.environment !== this.environment) return false;
    const { starts } = power;
    // Without an answer the outcome is unknown.
    this.waiting = undefined;
    this.places.add('none');
    const removed = await Promise.race([
      running.invoicing.queue.remove(this.key ?? '', { by: this.name, reason: null }),
      box.death,
    ]);
    if (starts !== power.starts || removed?.ok !== true) return false;
    this.world.tell(`${this.name} is taken out of the queue`);
    this.isRemoved = true;
    return true;
  }

  /** Makes the environment of the client the active one. */
  private async isActive(box: SimBox, { settings }: Running): Promise<boolean> {
    while (settings.now.environment !== this.environment) {
      const isSet = await Promise.race([settings.set('environment', this.environment), box.death]);
      if (!box.isAlive || isSet?.ok !== true) return false;
    }
    return true;
  }

  private request(invoicing: Invoicing, variant: number): Promise<Reply> {
    const { content } = this.order;
    const cashier = cashierOf(content, variant);
    const clientRequestId = this.key;
    const common = { cashier, clientRequestId };
    const whenOffline = clientRequestId === null || this.order.offline === 'refused' ? null : 'queue';
    const { original } = this;
    const { does } = this;
    if (does === 'advance') {
      const items = [line({ name: '10: Аванс (Ђ)', quantity: 1, unitPrice: 100 + content })];
      return invoicing.sell(accepted(body({ invoiceType: 'Advance', items, ...common, whenOffline })), 'client');
    }
    const items = [line({ name: `Роба ${content}`, quantity: 1, unitPrice: 1000 + content })];
    if (original === undefined) return invoicing.sell(accepted(body({ items, ...common, whenOffline })), 'client');
    if (does === 'copy')
      return invoicing.copy(original.uuid, { clientRequestId, cashier: null, print: null }, 'client');
    if (does === 'refund') {
      const refund = validateRefund({ buyerId: BUYER, ...common });
      if (!refund.ok) throw new Error(refund.error.message);
      return invoicing.refund(original.uuid, refund.value, 'client');
    }
    const closing = validateCloseAdvance(body({ items, ...common }));
    if (!closing.ok) throw new Error(closing.error.message);
    return invoicing.closeAdvance(original.uuid, closing.value, 'client');
  }

  private hear(reply: Reply, variant: number): Heard {
    switch (reply.kind) {
      case 'issued':
      case 'replayed':
        return { kind: 'issued', receipts: [reply.invoice], isRepeat: reply.kind === 'replayed' };
      case 'closed':
        return { kind: 'issued', receipts: [reply.refund, reply.final], isRepeat: !reply.isNew };
      case 'refused':
        this.checkWait(reply.message);
        if (UNCLEAR.some((text) => reply.message.includes(text))) return { kind: 'unclear' };
        return { kind: 'refused', message: reply.message };
      case 'storage':
        return { kind: 'unclear' };
      case 'queued':
        return { kind: 'queued' };
      case 'invalid':
        if (this.order.changes && reply.error.message === validationErrors.keyUsedForOther().message)
          return { kind: 'taken' };
        this.world.oracle.complain(`${this.name} of content ${variant} is told: ${reply.error.message}`);
        return { kind: 'taken' };
      case 'absent':
        this.world.oracle.complain(`${this.name}: a receipt that was answered is not there`);
        return { kind: 'taken' };
    }
  }

  /** An open order blocks only itself and its dependents. */
  private checkWait(message: string): void {
    const isFirst = this.attempts === 1 && !this.hasTwin;
    const dependsOnNone = this.original === undefined || this.does === 'copy';
    const isHeld =
      (message === PFR_REFUSALS.earlierUnknown.message && dependsOnNone) ||
      (message === PFR_REFUSALS.sameSale.message && isFirst);
    if (isHeld) this.world.oracle.complain(`${this.name} waits for another order: ${message}`);
  }

  private take(receipts: readonly IssuedInvoice[], variant: number): void {
    this.world.oracle.answered(this, receipts, variant);
    this.answer ??= receipts;
  }

  get name(): string {
    return `order ${this.order.id} (${this.does})`;
  }
}

/** By the cashier a receipt is known for that of an order. */
export function cashierOf(id: number, variant: number): string {
  return `К${id}${variant === 0 ? '' : '-друго'}`;
}
