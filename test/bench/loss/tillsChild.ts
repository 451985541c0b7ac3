import { Agent, request } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { BASE_PATH } from '../../../src/interfaces/api/router.js';
import type { Answers, Counter, Question, Sold, Work } from './tills.js';

/** The other end of `Tills`. */

/** Before a sale without a receipt is asked for again, ms. */
const REPEAT_AFTER = 1000;
/** A sale without a receipt by then counts as lost, ms after its first request: enough for three lost answers. */
const PATIENCE = 300_000;
/** Between two of the buyers who come while the last lost sales are waited for, ms. */
const LATE_BUYERS = 5000;
/** A receipt, a replayed one, or an answer after which the contract wants a repeat. */
const USUAL: ReadonlySet<number> = new Set([201, 200, 409, 429]);

/** The tills of one box. */
class Shop {
  readonly sold: Sold[] = [];
  /** Sales that are asked for again. */
  private readonly open = new Set<Promise<void>>();
  private readonly agent: Agent;
  private asked = 0;

  constructor(private readonly counter: Counter) {
    this.agent = new Agent({ keepAlive: true, ca: counter.ca });
  }

  async sell({ prefix, sales, tills, pause: between }: Work): Promise<Answers['sell']> {
    const began = now();
    let next = 0;
    const till = async (place: number): Promise<void> => {
      // Tills of a real shop do not all ask in the same moment.
      await pause((between * place) / tills);
      while (next < sales) {
        await this.serve(nameOf(prefix, (next += 1)), true);
        await pause(between);
      }
    };
    await Promise.all(Array.from({ length: tills }, (_, place) => till(place)));
    return { began, ended: now() };
  }

  async rest(prefix: string): Promise<Answers['rest']> {
    for (let late = 1; this.open.size > 0; late += 1) {
      await this.serve(nameOf(prefix, late), false);
      await Promise.race([pause(LATE_BUYERS), Promise.all(this.open)]);
    }
    this.agent.destroy();
    return this.sold;
  }

  /** Resolves with the first answer; without a receipt the next buyer comes, and this one's sale is repeated meanwhile. */
  private async serve(name: string, counts: boolean): Promise<void> {
    const sale: Sold = { name, from: now(), wait: null };
    if (counts) this.sold.push(sale);
    const body = bodyOf(name);
    if (await this.ask(sale, body)) return;
    const repeating: Promise<void> = this.repeat(sale, body).finally(() => this.open.delete(repeating));
    this.open.add(repeating);
  }

  private async repeat(sale: Sold, body: string): Promise<void> {
    while (now() - sale.from < PATIENCE) {
      await pause(REPEAT_AFTER);
      if (await this.ask(sale, body)) return;
    }
  }

  /** Does it have its receipt now? */
  private async ask(sale: Sold, body: string): Promise<boolean> {
    const status = await this.post(sale.name, body);
    if (status !== 200 && status !== 201) return false;
    sale.wait = now() - sale.from;
    return true;
  }

  /** The HTTP status; 0 when the box closed the connection, as one that was idle. */
  private post(name: string, body: string): Promise<number> {
    const { port, keys } = this.counter;
    const key = keys[(this.asked += 1) % keys.length] ?? '';
    const headers = {
      ...{ Authorization: `Bearer ${key}`, 'Idempotency-Key': name },
      ...{ 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
    };
    const to = { host: '127.0.0.1', port, method: 'POST', path: `${BASE_PATH}/invoices`, agent: this.agent };
    return new Promise((resolve, reject) => {
      const call = request({ ...to, headers }, (response) => {
        const { statusCode = 0 } = response;
        if (!USUAL.has(statusCode)) reject(new Error(`${name} was answered ${statusCode}`));
        response.resume().on('end', () => resolve(statusCode));
      });
      call.on('error', () => resolve(0)).end(body);
    });
  }
}

/** By the wall clock as it was at the start, ms: it never jumps. */
function now(): number {
  return performance.timeOrigin + performance.now();
}

/** Long enough for an idempotency key. */
function nameOf(prefix: string, place: number): string {
  return `${prefix}-${String(place).padStart(6, '0')}`;
}

/** Three lines, of which the first bears the name of the sale. */
function bodyOf(name: string): string {
  const items = [name, 'Хлеб бели', 'Млеко дуготрајно 1л'].map((words, place) => {
    return { name: words, quantity: 1 + place, unitPrice: 89.99, label: 'Ђ' };
  });
  return JSON.stringify({ items, cashier: 'Јелена Ђорђевић' });
}

const shops = new Map<number, Shop>();

function shopOf(counter: Counter): Shop {
  const shop = shops.get(counter.port) ?? new Shop(counter);
  shops.set(counter.port, shop);
  return shop;
}

function answer(question: Question): Promise<Answers[Question['do']]> {
  if (question.do === 'sell') return shopOf(question.work.counter).sell(question.work);
  const shop = shopOf(question.counter);
  // Another box may have its port one day.
  shops.delete(question.counter.port);
  return shop.rest(question.prefix);
}

process.on('message', (question: Question) => {
  void answer(question).then((told) => process.send?.({ id: question.id, answer: told }));
});
