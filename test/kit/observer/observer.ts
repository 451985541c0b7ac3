import { setTimeout as delay } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import type { BoxProcess, Reply } from '../process.js';
import type { Random } from '../random.js';
import { OperatorClient } from './operatorClient.js';
import { ReceiptBook } from './receipts.js';
import { CatalogueClient } from './catalogueClient.js';
import { inEnglish } from '../inEnglish.js';

const SELLERS = 5;
/** Each call is made with any of them, so that none reaches its limit of calls per minute. */
const KEYS = 40;
/** {@link Observer.moment} waits no longer than this for receipts, ms. */
const PATIENCE = 4000;
/** Before a client that was refused asks again, ms. */
const REPEAT_AFTER = 10;

/** How long clients work, and what they have to expect. */
export interface Round {
  /** Is it right at this moment that the box refuses? Then it must say that it has itself failed. Else it never is. */
  readonly mayRefuse?: () => boolean;
  readonly isOver?: () => boolean;
}

/** What every client knows of a box, whatever is done to it meanwhile. */
export class Observer {
  private constructor(
    private readonly random: Random,
    private readonly keys: readonly string[],
    readonly receipts: ReceiptBook,
    private readonly catalogue: CatalogueClient,
    private readonly operator: OperatorClient,
  ) {}

  static async of(box: BoxProcess, random: Random): Promise<Observer> {
    const keys = await box.keys(KEYS);
    return new Observer(random, keys, new ReceiptBook(random), new CatalogueClient(random), new OperatorClient(random));
  }

  /** Several clients, until the server is down or the round is over. */
  async load(box: BoxProcess, round: Round = {}): Promise<void> {
    const client = new Client(box, this.keys, this.random, round);
    await Promise.all([
      ...Array.from({ length: SELLERS }, () => client.sell(this.receipts)),
      client.again(() => this.catalogue.change((method, path, body) => client.send(method, path, body))),
      client.again(() => this.operator.change(async (name, ask) => client.heard(await box.ask(name, ask)))),
    ]);
  }

  /** A random moment of a load: some receipts on, at any point of the next ones. How fast the machine is does not matter. */
  async moment(): Promise<void> {
    const { receipts, random } = this;
    const enough = receipts.answered + (random.oneIn(6) ? 0 : random.int(1, 30));
    const late = performance.now() + PATIENCE;
    while (receipts.answered < enough && performance.now() < late) await delay(1);
    await delay(random.int(0, 20));
  }

  /** Holds what clients know against a box that has just started. `whole`: also what earlier starts have found. */
  async compare(box: BoxProcess, whole = false): Promise<void> {
    await this.receipts.compare(box, this.key, whole);
    await this.catalogue.compare(box, this.key);
    await this.operator.compare(box, KEYS);
  }

  async status(box: BoxProcess): Promise<{ ready: boolean; problems: readonly string[] }> {
    const { status, text } = await box.send('GET', '/status', this.key);
    assert.is(status, 200, text);
    return JSON.parse(text) as { ready: boolean; problems: string[] };
  }

  /** Every client repeats what had no answer, and gets its receipt. */
  async settle(box: BoxProcess): Promise<void> {
    const { open } = this.receipts;
    for (let ask = open.pop(); ask !== undefined; ask = open.pop()) {
      const reply = await box.send('POST', ask.path, this.key, ask.body, headersOf(ask.key));
      assert.ok(isReceipt(reply), reply.text);
      this.receipts.take(ask, reply);
    }
  }

  private get key(): string {
    return this.random.pick(this.keys);
  }

  /** What clients know at this moment, for a look at a copy of the disk that was made later. */
  frozen(): Observer {
    const { random, keys } = this;
    return new Observer(random, keys, this.receipts.frozen(), this.catalogue.frozen(), this.operator.frozen());
  }
}

/** Thrown inside the load: this box does not answer any more. */
class Gone extends Error {}

/** One life of a box as its clients see it. */
class Client {
  constructor(
    private readonly box: BoxProcess,
    private readonly keys: readonly string[],
    private readonly random: Random,
    private readonly round: Round,
  ) {}

  /** Sells, and repeats. Now and then two requests with one key are under way at once, as after a time-out. */
  sell(book: ReceiptBook): Promise<void> {
    return this.again(async () => {
      const ask = book.next();
      const times = ask.key !== null && this.random.oneIn(10) ? 2 : 1;
      const replies = await Promise.allSettled(
        Array.from({ length: times }, () => this.send('POST', ask.path, ask.body, headersOf(ask.key))),
      );
      const told = replies.flatMap((reply) =>
        reply.status === 'fulfilled' && isReceipt(reply.value) ? [reply.value] : [],
      );
      // Of two at once either may be the repeat; the new receipt was there first.
      for (const reply of told.sort((a, b) => b.status - a.status)) book.take(ask, reply);
      // Even one who was answered asks again at times, as after a power cut of his own.
      if (told.length === 0 || this.random.oneIn(8)) book.noAnswer(ask);
      for (const reply of replies) if (reply.status === 'rejected') throw reply.reason;
      return told.length > 0;
    });
  }

  /** Until the server is down, or the round is over. `work`: true for a good answer. */
  async again(work: () => Promise<boolean>): Promise<void> {
    try {
      while (this.round.isOver?.() !== true) if (!(await work())) await delay(REPEAT_AFTER);
    } catch (error) {
      if (!(error instanceof Gone)) throw error;
    }
  }

  async send(method: string, path: string, body?: object, headers = {}): Promise<Reply> {
    const key = this.random.pick(this.keys);
    const [sent] = await Promise.allSettled([this.box.send(method, path, key, body, headers)]);
    if (sent.status === 'rejected') throw new Gone();
    const { status, text } = sent.value;
    if (status !== 200 && status !== 201) {
      assert.ok(this.round.mayRefuse?.() === true, `${status} ${text}`);
      assert.match(text, /"code":"server_error"/);
    }
    return sent.value;
  }

  /** The answer of the socket; throws {@link Gone} without one. */
  heard<T extends { readonly ok: boolean; readonly error?: unknown }>(reply: T | undefined): T {
    if (reply === undefined || /did not answer/.test(String(inEnglish(reply.error)))) throw new Gone();
    if (!reply.ok) assert.ok(this.round.mayRefuse?.() === true, String(inEnglish(reply.error)));
    return reply;
  }
}

function headersOf(key: string | null): Record<string, string> {
  return key === null ? {} : { 'Idempotency-Key': key };
}

function isReceipt({ status }: Reply): boolean {
  return status === 200 || status === 201;
}
