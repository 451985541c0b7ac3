import { randomUUID } from 'node:crypto';
import type { Environment } from '../../src/contract/fiscal.js';
import type { UtcMs } from '../../src/base/time.js';
import { prepareCopy } from '../../src/sales/invoicing/draft/copy.js';
import { buildDraft, type Rules } from '../../src/sales/invoicing/draft/draft.js';
import { requestFingerprint } from '../../src/sales/invoicing/issue/requestKey.js';
import { isAdvanceSale, isFiscalSale } from '../../src/sales/invoicing/draft/receiptKind.js';
import type { Prepared } from '../../src/sales/invoicing/draft/prepared.js';
import { unrecordedInvoiceOf } from '../../src/sales/invoicing/issue/recordInvoice.js';
import { prepareRefund, referenceTo, type RefundRequest } from '../../src/sales/invoicing/draft/refund.js';
import type { Intent } from '../../src/platform/ledger/intent.js';
import type { IssuedInvoice } from '../../src/platform/ledger/invoice.js';
import { demoJid } from '../../src/processors/pfr/demo/linkSignature.js';
import { defaultSettings } from '../../src/shop/settings/registry.js';
import { Shop } from '../bench/shop.js';
import { Random } from '../kit/random.js';
import { Card } from './card.js';

/** The till of the history, by which its receipts are printed. */
const VERSION = 'history';
const { esir, taxLabels, simplifiedCash } = defaultSettings();
const RULES: Rules = { taxLabels: taxLabels.filter(({ active }) => active), simplifiedCash, now: 0 };
const ESIR_NUMBER = `${esir.number}/${VERSION}`;

/** The card of the shop is changed behind this share of all receipts. */
const CARD_CHANGE = 0.6;
/** One receipt of so many is a test at the demo processor, a copy, a refund of some earlier one. */
const ONE_IN = { sandbox: 100, copy: 100, refund: 60 } as const;
/** Baskets that are filled and priced anew; later ones are some of these again. */
const BASKETS = 5000;
/** Receipts that a buyer may still return. */
const REMEMBERED = 2000;
const BUYER = '20:123456789';
const REFUND: RefundRequest = {
  ...{ buyerId: BUYER, buyerCostCenterId: null, payments: [], cashier: 'Каса 1' },
  ...{ adText: null, clientRequestId: null, print: null },
};

/** One receipt, and what was noted before a real processor was asked for it. */
export interface Sold {
  readonly intent: Intent | null;
  readonly invoice: IssuedInvoice;
}

interface Order extends Prepared, Pick<Intent, 'clientRequestId' | 'fingerprint'> {}

/**
 * Ten years of a grocer in one seed: sales, proformas, trainings, refunds, copies and advances that become final
 * receipts, at an L-PFR whose card is changed once, and now and then a test at the demo processor.
 */
export class Merchant {
  private readonly random: Random;
  private readonly shop: Shop;
  private readonly demo: Card;
  private readonly cards: readonly [Card, Card];
  private readonly baskets: Order[] = [];
  private readonly earlier: IssuedInvoice[] = [];
  /** A returned advance whose goods are about to be sold. */
  private returned: IssuedInvoice | undefined;
  private sold = 0;

  constructor(
    private readonly seed: number,
    private readonly receipts: number,
    boxId: Buffer,
  ) {
    this.random = new Random(seed);
    this.shop = new Shop(seed);
    const card = (jid: string): Card => new Card(jid, 'lpfr', boxId, ESIR_NUMBER);
    this.cards = [card('K7ZQ3H5N'), card('R4BX9W2M')];
    this.demo = new Card(demoJid(boxId, 'sandbox'), 'demo', boxId, ESIR_NUMBER);
  }

  /** The next receipt, sold at `at` under `uuid`. */
  next(at: UtcMs, uuid: string): Sold {
    const isTest = this.random.oneIn(ONE_IN.sandbox);
    const [before, after] = this.cards;
    const card = isTest ? this.demo : this.sold < this.receipts * CARD_CHANGE ? before : after;
    const order = isTest ? this.sale(null) : this.order();
    const intent: Intent = {
      requestId: randomUUID().replaceAll('-', ''),
      environment: isTest ? 'sandbox' : 'production',
      mode: card.mode,
      ...order,
      esirNumber: ESIR_NUMBER,
      counterBaseline: { uid: card.jid, lastNumber: card.lastNumber, time: at },
      createdAt: at,
    };
    const { attempt, ...receipt } = unrecordedInvoiceOf(intent, card.sign(order.draft, order.taxLabels, at));
    const invoice = { uuid, ...receipt, ...(!isTest && attempt !== undefined && { attempt }) };
    this.sold += 1;
    if (!isTest) this.remember(invoice);
    return { intent: isTest ? null : intent, invoice };
  }

  /** What comes next at the counter of the shop. */
  private order(): Order {
    const { random, returned, earlier } = this;
    if (returned !== undefined) {
      this.returned = undefined;
      return this.sale(returned);
    }
    const original = earlier.length === 0 ? undefined : random.pick(earlier);
    if (original !== undefined && random.oneIn(ONE_IN.copy)) return orderOf(prepareCopy(original, null));
    if (original !== undefined && isFiscalSale(original.draft) && random.oneIn(ONE_IN.refund)) {
      return orderOf(prepareRefund(original, REFUND, RULES, false));
    }
    return this.sale(null);
  }

  /** A sale of the shop; the final receipt of an advance names what returned it. */
  private sale(returned: IssuedInvoice | null): Order {
    const order = this.basket();
    const clientRequestId = order.clientRequestId === null ? null : `till-${this.seed}-${this.sold}`;
    if (returned === null) return { ...order, clientRequestId };
    return { ...order, clientRequestId, draft: { ...order.draft, invoiceType: 'Normal', ...referenceTo(returned) } };
  }

  private basket(): Order {
    if (this.baskets.length === BASKETS) return this.random.pick(this.baskets);
    // The shop's refunds name receipts that are not there.
    let request = this.shop.request();
    while (request.transactionType === 'Refund') request = this.shop.request();
    const draft = buildDraft(request, RULES);
    if (!draft.ok) throw new Error(draft.error.message);
    const { clientRequestId } = request;
    const fingerprint = requestFingerprint(request);
    const order = { draft: draft.value, taxLabels: RULES.taxLabels, clientRequestId, fingerprint };
    this.baskets.push(order);
    return order;
  }

  private remember(invoice: IssuedInvoice): void {
    const { draft } = invoice;
    const isReturned = draft.invoiceType === 'Advance' && draft.transactionType === 'Refund';
    if (isReturned) this.returned = invoice;
    if (draft.invoiceType === 'Copy' || draft.transactionType === 'Refund') return;
    // Advances are returned more often than goods.
    const times = isAdvanceSale(draft) ? 10 : 1;
    for (let i = 0; i < times; i += 1) {
      if (this.earlier.length < REMEMBERED) this.earlier.push(invoice);
      else this.earlier[this.random.int(0, REMEMBERED - 1)] = invoice;
    }
  }
}

function orderOf(prepared: ReturnType<typeof prepareCopy>): Order {
  if (!prepared.ok) throw new Error(prepared.error.message);
  return { ...prepared.value, clientRequestId: null, fingerprint: '' };
}

/** The environment in which the shop sells. */
export const SHOP_ENVIRONMENT: Environment = 'production';
