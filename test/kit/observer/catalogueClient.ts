import * as assert from 'uvu/assert';
import type { Item } from '../answers.js';
import type { BoxProcess, Reply } from '../process.js';
import type { Random } from '../random.js';
import { Cell } from './cell.js';

/** A list of items has no more; changes are the rule and new items the exception. */
const MOST = 500;

/** The catalogue as the one client knows it that changes it. */
export class CatalogueClient {
  private readonly items = new Map<number, Cell<Item>>();
  /** Names of new items whose making had no answer. */
  private readonly unanswered = new Set<string>();
  private made = 0;

  constructor(private readonly random: Random) {}

  /** Makes or changes an item. False when it was not answered well. */
  async change(send: (method: string, path: string, body?: object) => Promise<Reply>): Promise<boolean> {
    const { random } = this;
    const known = [...this.items.entries()];
    const price = random.int(0, 99_999) / 100;
    if (known.length === 0 || (known.length < MOST && random.oneIn(4))) return this.make(price, send);
    const [id, cell] = random.pick(known);
    const active = !random.oneIn(4);
    cell.ask({ ...cell.value, price, active });
    const reply = await send('PATCH', `/items/${id}`, { price, active });
    if (reply.status !== 200) return false;
    cell.hold();
    return true;
  }

  private async make(price: number, send: (method: string, path: string, body: object) => Promise<Reply>) {
    this.made += 1;
    const name = `Артикал ${this.made}`;
    this.unanswered.add(name);
    const reply = await send('POST', '/items', { name, price, label: 'Ђ' });
    if (reply.status !== 201) return false;
    const { id } = JSON.parse(reply.text) as { id: number };
    this.unanswered.delete(name);
    const item = { id, plu: null, name, unit: 'ком', price, label: 'Ђ', gtin: null, category: null, active: true };
    this.items.set(id, new Cell<Item>(`item ${id}`, item));
    return true;
  }

  async compare(box: BoxProcess, key: string): Promise<void> {
    const { status, text } = await box.send('GET', '/items', key);
    assert.is(status, 200, text);
    const { items } = JSON.parse(text) as { items: Item[] };
    const listed = new Set(items.map(({ id }) => id));
    for (const id of this.items.keys()) assert.ok(listed.has(id), `item ${id} is gone`);
    for (const item of items) {
      const cell = this.items.get(item.id);
      if (cell === undefined) {
        assert.ok(this.unanswered.has(item.name), `nobody has asked for ${item.name}`);
        this.items.set(item.id, new Cell(`item ${item.id}`, item));
      } else {
        cell.compare(item);
      }
    }
    this.unanswered.clear();
  }

  /** What the client knows at this moment; see `ReceiptBook.frozen`. */
  frozen(): CatalogueClient {
    const catalogue = new CatalogueClient(this.random);
    for (const [id, cell] of this.items) catalogue.items.set(id, cell.frozen());
    for (const name of this.unanswered) catalogue.unanswered.add(name);
    return catalogue;
  }
}
