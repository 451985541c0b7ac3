import * as assert from 'uvu/assert';
import type { Invoice } from '../answers.js';
import type { BoxProcess, Reply } from '../process.js';
import type { Random } from '../random.js';
import { receiptOf } from '../repeated.js';

/** What a client asks for, once or again and again until it is answered. */
export interface Ask {
  /** A text that is in this receipt and in no other: the name of the line of a sale, else the key. */
  readonly mark: string;
  /** Null: the client sends none, and then cannot repeat the request. */
  readonly key: string | null;
  readonly path: string;
  readonly body: object;
  /** The receipt that it refers to. */
  readonly of: Invoice | null;
}

/** A receipt as the bytes that were answered. */
interface Told {
  readonly text: string;
  readonly invoice: Invoice;
}

/**
 * All that clients know of receipts, over all lives of a box: what they have asked for, and what they were told. After
 * each start it is held against what the box lists.
 */
export class ReceiptBook {
  /** Repeats a request whose key had no answer. */
  readonly open: Ask[] = [];
  /** How often a repeat was answered with the receipt of the first answer. */
  repeats = 0;
  private readonly asked = new Map<string, Ask>();
  private readonly told = new Map<string, Told>();
  /** What starts have found, by mark, in the order of issue. */
  private readonly stored = new Map<string, Told>();
  private lastUuid: string | undefined;
  /** Receipts of each kind so far, for the counters. */
  private readonly counts = new Map<string, number>();
  /** Sales without a requested refund. */
  private readonly refundable: Invoice[] = [];
  private asks = 0;

  constructor(private readonly random: Random) {}

  get answered(): number {
    return this.told.size;
  }

  get found(): number {
    return this.stored.size;
  }

  /** What a client does next: mostly a sale, now and then something that refers to an earlier one. */
  next(): Ask {
    const { random } = this;
    const again = this.open.pop();
    if (again !== undefined) return again;
    const ask = (random.oneIn(6) && this.refund()) || (random.oneIn(8) && this.copy()) || this.sale();
    this.asked.set(ask.mark, ask);
    return ask;
  }

  private sale(): Ask {
    const { random } = this;
    const mark = this.mark('sale');
    const quantity = random.int(1, 5000) / 1000;
    const line = {
      name: mark,
      quantity,
      unitPrice: random.int(100, 99_999) / 100,
      label: random.pick(['Ђ', 'Е', 'Г']),
    };
    return { mark, key: random.oneIn(6) ? null : mark, path: '/invoices', body: { items: [line] }, of: null };
  }

  private refund(): Ask | undefined {
    if (this.refundable.length === 0) return undefined;
    const [of] = this.refundable.splice(this.random.int(0, this.refundable.length - 1), 1);
    if (of === undefined) return undefined;
    const mark = this.mark('refund');
    return { mark, key: mark, path: `/invoices/${of.uuid}/refund`, body: { buyerId: '10:100000049' }, of };
  }

  private copy(): Ask | undefined {
    if (this.refundable.length === 0) return undefined;
    const of = this.random.pick(this.refundable);
    const mark = this.mark('copy');
    return { mark, key: mark, path: `/invoices/${of.uuid}/copy`, body: {}, of };
  }

  private mark(kind: string): string {
    this.asks += 1;
    return `${kind}-${String(this.asks).padStart(6, '0')}`;
  }

  /** Takes a receipt that was answered; 200 says that it was issued before. */
  take(ask: Ask, { status, text: answer }: Reply): void {
    const text = receiptOf(answer);
    const invoice = JSON.parse(text) as Invoice;
    const known = this.stored.get(ask.mark) ?? this.told.get(ask.mark);
    if (known === undefined) {
      checkAnswer(ask, invoice);
      if (ask.of === null) this.refundable.push(invoice);
    } else {
      this.repeats += 1;
      assert.is(text, known.text, 'a repeat answers the receipt of the first answer');
      assert.is(status, 200, 'and says that it is a repeat');
    }
    this.told.set(ask.mark, known ?? { text, invoice });
  }

  /** Nothing came back, or no receipt. */
  noAnswer(ask: Ask): void {
    if (ask.key !== null) this.open.push(ask);
  }

  /**
   * What a box lists that was found by no earlier start. `whole`: all that was ever found is held against it too.
   * A copy of a disk is looked at by a book of its own; see {@link frozen}.
   */
  async compare(box: BoxProcess, key: string, whole = false): Promise<void> {
    const listed = await list(box, key, whole ? undefined : this.lastUuid);
    const earlier = [...this.stored.values()];
    if (whole) {
      for (const [index, { text, invoice }] of earlier.entries()) {
        const now = listed[index];
        assert.is(now?.text, text, `${invoice.pfr.invoiceNumber} stands where it stood`);
      }
    }
    for (const found of whole ? listed.slice(earlier.length) : listed) this.find(found);
    for (const [mark, { text, invoice }] of this.told) {
      const found = this.stored.get(mark);
      assert.ok(found !== undefined, `${mark} was answered as ${invoice.pfr.invoiceNumber} and is gone`);
      assert.is(found.text, text, 'the same bytes');
    }
  }

  private find(found: Told): void {
    const { invoice } = found;
    const mark = invoice.clientRequestId ?? invoice.items[0]?.name ?? '';
    const ask = this.asked.get(mark);
    assert.ok(ask !== undefined, `nobody has asked for ${found.text}`);
    checkAnswer(ask, invoice);
    assert.not(this.stored.has(mark), `${mark} was carried out twice`);
    this.stored.set(mark, found);
    this.lastUuid = invoice.uuid;
    // For all receipts, and for those of one kind: none is missing, none appears twice.
    const kind = `${invoice.invoiceType} ${invoice.transactionType}`;
    const ofKind = (this.counts.get(kind) ?? 0) + 1;
    this.counts.set(kind, ofKind);
    const [, number] = /-(\d+)$/.exec(invoice.pfr.invoiceNumber) ?? [];
    assert.is(Number(number), this.stored.size, 'numbers without a gap');
    assert.match(invoice.pfr.invoiceCounter, new RegExp(`^${ofKind}/${this.stored.size}\\p{L}+$`, 'u'));
  }

  /** What clients know at this moment, for a look at a copy of the disk of this moment. */
  frozen(): ReceiptBook {
    const book = new ReceiptBook(this.random);
    book.open.push(...this.open);
    for (const [mark, ask] of this.asked) book.asked.set(mark, ask);
    for (const [mark, told] of this.told) book.told.set(mark, told);
    return book;
  }
}

/** Says the receipt what was asked for? */
function checkAnswer({ mark, key, of }: Ask, invoice: Invoice): void {
  assert.is(invoice.clientRequestId, key);
  assert.is(invoice.referentDocumentNumber, of?.pfr.invoiceNumber ?? null);
  assert.is(invoice.items[0]?.name, of?.items[0]?.name ?? mark);
  const kinds = { refund: ['Normal', 'Refund'], copy: ['Copy', 'Sale'], sale: ['Normal', 'Sale'] };
  const kind = mark.startsWith('refund') ? kinds.refund : mark.startsWith('copy') ? kinds.copy : kinds.sale;
  assert.equal([invoice.invoiceType, invoice.transactionType], kind);
}

/** The receipts that a box lists behind the one with `uuid`, all when it is undefined; the oldest first. */
async function list(box: BoxProcess, key: string, uuid: string | undefined): Promise<Told[]> {
  const newer: Told[] = [];
  for (let page = 1; ; page += 1) {
    const { status, text } = await box.send('GET', `/invoices?page=${page}`, key);
    assert.is(status, 200, text);
    const { invoices } = JSON.parse(text) as { invoices: Invoice[] };
    for (const invoice of invoices) {
      if (invoice.uuid === uuid) return newer.reverse();
      newer.push({ invoice, text: JSON.stringify(invoice) });
    }
    if (invoices.length < 100) break;
  }
  assert.ok(uuid === undefined, `${uuid} was found by an earlier start and is gone`);
  return newer.reverse();
}
