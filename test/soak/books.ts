import * as assert from 'uvu/assert';
import { type FakePfrProcess, soldName } from '../kit/pfr/process.js';
import type { BoxProcess, Receipt, Reply } from '../kit/process.js';
import type { Random } from '../kit/random.js';
import { receiptOf } from '../kit/repeated.js';

export interface Sale {
  /** Stands in the line of the receipt, so that the list of the processor can be compared. */
  readonly name: string;
  /** Null: its client sends none, and does not repeat the request. */
  readonly key: string | null;
  readonly body: object;
}

/** What clients know over all lives of a box: the bytes that they were answered, and what they have to ask again. */
export class Books {
  /** Sales that had no receipt, and whose clients ask again. */
  readonly open: Sale[] = [];
  private readonly told = new Map<string, string>();
  private sales = 0;
  repeats = 0;

  constructor(private readonly random: Random) {}

  get answered(): number {
    return this.told.size;
  }

  /** One that asks again, or a new one; some have a paper printed. */
  next(): Sale {
    const again = this.open.pop();
    if (again !== undefined) return again;
    const { random } = this;
    this.sales += 1;
    const name = `sale-${String(this.sales).padStart(7, '0')}`;
    const line = { name, quantity: random.int(1, 5000) / 1000, unitPrice: random.int(100, 99_999) / 100, label: 'Ђ' };
    return { name, key: random.oneIn(6) ? null : name, body: { items: [line], print: random.oneIn(8) } };
  }

  take({ name, key }: Sale, { status, text: answer }: Reply): void {
    const text = receiptOf(answer);
    const known = this.told.get(name);
    if (status === 200) this.repeats += 1;
    if (known !== undefined) assert.is(text, known, 'a repeat answers the same bytes');
    assert.is((JSON.parse(text) as Receipt).clientRequestId, key);
    this.told.set(name, text);
  }

  /** Nothing came back, or no receipt. */
  missed(sale: Sale): void {
    if (sale.key !== null) this.open.push(sale);
  }

  /** Holds the ledger against the list of the processor, which is the truth, and against what was answered. */
  async compare(box: BoxProcess, fake: FakePfrProcess, key: () => string): Promise<number> {
    const signed = await fake.signed();
    const stored = await box.receipts(key());
    const names = signed.map(soldName);
    assert.is(new Set(names).size, names.length, 'nothing is signed twice for one sale');
    assert.equal(
      stored.map(({ pfr }) => pfr.invoiceNumber).reverse(),
      signed.map(({ invoiceNumber }) => invoiceNumber),
      'the ledger has what was signed, each once and in its order, and nothing else',
    );
    const numberOf = new Map(names.map((name, index) => [name, signed[index]?.invoiceNumber]));
    const byUuid = new Map(stored.map((receipt) => [receipt.uuid, receipt]));
    for (const [name, text] of this.told) {
      const { uuid, pfr } = JSON.parse(text) as Receipt;
      assert.is(pfr.invoiceNumber, numberOf.get(name), 'the answer to a sale is the receipt of that sale');
      assert.is(JSON.stringify(byUuid.get(uuid)), text, 'what was answered is in the ledger, to the byte');
    }
    return signed.length;
  }
}
