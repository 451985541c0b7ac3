import * as assert from 'uvu/assert';
import type { Box } from '../../../src/programs/box/open.js';
import { type Environment, ENVIRONMENTS } from '../../../src/contract/fiscal.js';
import type { IssuedInvoice } from '../../../src/platform/ledger/invoice.js';
import type { PrintJob } from '../../../src/platform/ledger/job.js';
import { verifyLedger } from '../../../src/platform/ledger/verify.js';
import { CHANGING, MemoryDisk } from '../disk/memory.js';
import { type Moment, momentOf, promisedOnly, type State } from '../disk/powerCut.js';
import { DAY_MS, viewsOf } from '../ledger.js';
import { brokenLink, readLog } from '../log.js';
import type { Remembered } from '../pfr/memory.js';
import type { Shop } from './shop.js';
import { type Answer, factsOf, invoiceOf, sell, type Workday } from './workday.js';
import { inEnglish } from '../inEnglish.js';

/** A moment at which the power may go, and all that had happened outside of the box until then. */
export interface Cut {
  readonly moment: Moment;
  readonly operation: string;
  /** UTC ms. */
  readonly at: number;
  /** Who was answered with a receipt. */
  readonly answers: readonly Answer[];
  /** Cashiers of all orders that were begun. */
  readonly begun: readonly string[];
  /** What the processor of production has signed. */
  readonly signed: readonly Remembered[];
  /** Steps of the day that were carried out; -1 before the first start was. */
  readonly step: number;
}

/** Notes a cut before each operation that changes the disk. */
export function noteCuts(shop: Shop, disk: MemoryDisk, sofar: () => Pick<Cut, 'answers' | 'begun' | 'step'>): Cut[] {
  const cuts: Cut[] = [];
  disk.before = (operation, path) => {
    if (!CHANGING.includes(operation)) return;
    const { answers, begun, step } = sofar();
    cuts.push({
      moment: momentOf(disk),
      operation: `${operation} ${path.slice(shop.folder.length)}`,
      at: shop.clock.now(),
      answers: [...answers],
      begun: [...begun],
      signed: [...shop.processor.signed],
      step,
    });
  };
  return cuts;
}

/** The cashiers of receipts that are sold after a start are called so, with a number. */
const FRESH = 'Ново';
/** As long as a processor may still sign what it was sent, and more, ms. */
const SIGNING_LIMIT = 61_000;
const MINUTE = 60_000;

/** Starts the whole box on the state after a cut, sells, and compares everything with what callers were told. */
export class Judge {
  private fresh = 0;

  constructor(
    private readonly shop: Shop,
    private readonly day: Workday,
  ) {}

  /**
   * Throws when something is not as it must be. A deep look also starts a second time, and gives the cuts within the
   * first start.
   */
  async judge(cut: Cut, state: State, isDeep: boolean): Promise<Cut[]> {
    const { shop } = this;
    const disk = new MemoryDisk(state);
    const answers = [...cut.answers];
    const begun = [...cut.begun];
    shop.processor.putBack(cut.signed);
    const cuts = isDeep ? noteCuts(shop, disk, () => ({ answers, begun, step: cut.step })) : [];
    const box = await shop.start(disk, cut.at + MINUTE);
    try {
      this.checkHealth(box);
      this.checkFacts(box, cut);
      const kept = await this.checkReceipts(box, cut);
      await box.spooler.start();
      await box.spooler.stop();
      assert.not.ok(
        box.ledger.main.jobs.all().some((job) => job.state === 'sending'),
        'a slip that was under way is not known to be printed',
      );
      const settled = await this.settle(box, kept);
      await this.checkKey(box, answers);
      await this.sellFirst(box, settled, answers, begun);
      if (isDeep) await this.checkViews(box, disk);
    } finally {
      await box.close();
    }
    this.checkLog(disk, cut);
    if (isDeep) await this.startAgain(disk, answers, begun, cut);
    return cuts;
  }

  private checkHealth({ ledger }: Box): void {
    assert.equal(ledger.damage, [], 'a legal state is not damage');
    assert.is(ledger.failure, undefined);
  }

  /** Of the step that was under way, each thing is done or not done. */
  private checkFacts(box: Box, { step }: Cut): void {
    const { jobs, rates, ...found } = factsOf(box);
    const [before, after] = [this.day.facts[Math.max(step, 0)], this.day.facts[step + 1]];
    for (const name of Object.keys(found) as (keyof typeof found)[]) {
      const isAsAfter = after !== undefined && isSame(found[name], after[name]);
      if (!isAsAfter) assert.equal(found[name], before?.[name], name);
    }
    // A start whose first sale was cut may have learnt them.
    if (before?.rates !== undefined) assert.is(rates, before.rates);
    for (const job of before?.jobs ?? []) this.checkJob(job, jobs, after?.jobs ?? []);
  }

  private checkJob(job: PrintJob, found: readonly PrintJob[], after: readonly PrintJob[]): void {
    const same = found.find(({ id }) => id === job.id);
    const allowed = [job, ...after.filter(({ id }) => id === job.id)].flatMap((one) => [one, ...afterStart(one)]);
    const isAllowed = same !== undefined && allowed.some((one) => isSame({ ...one, updatedAt: same.updatedAt }, same));
    if (!isAllowed) assert.equal(same, job, `print job ${job.id}`);
  }

  /**
   * Everything answered is there as answered, and found by every search; nothing is there twice or without an order.
   */
  private async checkReceipts({ ledger }: Box, { answers, begun, signed }: Cut): Promise<Kept> {
    const kept = await receiptsOf(ledger);
    for (const { invoice, order } of answers) {
      assert.equal(kept.get(invoice.uuid), invoice, `the receipt of ${order.cashier}`);
      const { requestedBy, signedBy, totalCounter } = invoice.signature;
      assert.is((await ledger.invoiceByNumber(requestedBy, signedBy, totalCounter))?.uuid, invoice.uuid);
      if (order.key === null) continue;
      assert.is((await ledger.invoiceByRequest(invoice.environment, order.key))?.uuid, invoice.uuid);
    }
    const cashiers = [...kept.values()].map(({ draft }) => draft.cashier);
    assert.is(new Set(cashiers).size, cashiers.length, 'an order was carried out twice');
    assert.equal(
      cashiers.filter((cashier) => !begun.includes(cashier)),
      [],
      'a receipt that nobody asked for',
    );
    for (const { environment, mode, signature } of kept.values()) {
      if (environment !== 'production' || mode === 'demo') continue;
      assert.ok(
        signed.some(({ invoiceNumber }) => invoiceNumber === signature.invoiceNumber),
        `${signature.invoiceNumber} was never signed`,
      );
    }
    return kept;
  }

  /** The processor reports the outcome of open orders; what it has signed is then recorded, and nothing stays open. */
  private async settle({ ledger, invoicing, processors }: Box, before: Kept): Promise<Kept> {
    const { clock, processor } = this.shop;
    const wasOpen = ledger.main.intents('production').length > 0;
    for (let look = 0; look < 2 && ledger.main.intents('production').length > 0; look += 1) {
      for (const intent of ledger.main.intents('production')) {
        await processors.of('production').mutex?.run(MINUTE, () => invoicing.reconciliation.reconcile(intent));
      }
      clock.pass(SIGNING_LIMIT);
    }
    assert.equal(ledger.main.intents('production'), [], 'an open receipt was not settled');
    const kept = wasOpen ? await receiptsOf(ledger) : before;
    const numbers = Array.from(kept.values(), ({ signature }) => signature.invoiceNumber);
    assert.is(new Set(numbers).size, numbers.length, 'a number was recorded twice');
    for (const { invoiceNumber } of processor.signed) {
      assert.ok(numbers.includes(invoiceNumber), `${invoiceNumber} was signed and is not there`);
    }
    return kept;
  }

  /** Who asks again under a key that was answered gets the same receipt. */
  private async checkKey(box: Box, answers: readonly Answer[]): Promise<void> {
    const { environment } = box.settings.now;
    const last = answers.findLast(({ invoice, order }) => order.key !== null && invoice.environment === environment);
    if (last === undefined) return;
    assert.equal(await sell(box, last.order), { kind: 'replayed', invoice: last.invoice });
  }

  /** The first sale continues the numbers. */
  private async sellFirst(box: Box, kept: Kept, answers: Answer[], begun: string[]): Promise<void> {
    const { ledger } = box;
    this.fresh += 1;
    const order = { cashier: `${FRESH}${this.fresh}`, key: `fresh-order-${this.fresh}` };
    begun.push(order.cashier);
    const before = [...kept.values()];
    const sold = await sell(box, order);
    assert.is(sold.kind, 'issued');
    const invoice = invoiceOf(sold);
    answers.push({ invoice, order });
    const { requestedBy, totalCounter, typeCounter } = invoice.signature;
    const ofCard = before.filter(({ signature }) => signature.requestedBy === requestedBy);
    assert.is(totalCounter, 1 + Math.max(0, ...ofCard.map(({ signature }) => signature.totalCounter)));
    const ofType = ofCard.filter(({ draft }) => draft.transactionType === 'Sale' && draft.invoiceType === 'Normal');
    assert.is(typeCounter, 1 + Math.max(0, ...ofType.map(({ signature }) => signature.typeCounter)));
    assert.equal(await ledger.invoice(invoice.uuid), invoice);
  }

  /** Lists, turnover and lookups are those of views that are made anew from the log. */
  private async checkViews(box: Box, disk: MemoryDisk): Promise<void> {
    const views = await this.viewsOf(box);
    const copy = new MemoryDisk(disk.contents());
    copy.forget(`${this.shop.folder}/views`);
    // The folder is locked: only the ledger is opened.
    const rebuilt = await this.shop.look(copy);
    assert.equal(await viewsOf(rebuilt), views.ledger);
    for (const jid of views.jids) assert.equal(rebuilt.main.countersInUse(jid), box.ledger.main.countersInUse(jid));
    await rebuilt.close();
  }

  private async viewsOf({ ledger }: Box) {
    const receipts = [...(await receiptsOf(ledger)).values()];
    return { ledger: await viewsOf(ledger), jids: new Set(receipts.map(({ signature }) => signature.requestedBy)) };
  }

  /** The chain is whole, and the letters that were sent stand in it. */
  private checkLog(disk: MemoryDisk, { step }: Cut): void {
    const log = readLog(disk.contents());
    assert.is(brokenLink(log), undefined);
    const letters = log.filter(({ content }) => content.startsWith('{"type":"audit"')).length;
    const [before = 0, after] = [this.day.letters[Math.max(step, 0)], this.day.letters[step + 1]];
    assert.ok(letters === before || letters === after, `${letters} letters in the log, ${before} were sent`);
  }

  /** A second start changes nothing, and one after another cut finds what the first has answered. */
  private async startAgain(
    disk: MemoryDisk,
    answers: readonly Answer[],
    begun: readonly string[],
    cut: Cut,
  ): Promise<void> {
    const { shop } = this;
    assert.equal(inEnglish((await verifyLedger({ disk, folder: shop.folder })).faults), []);
    const signed = [...shop.processor.signed];
    const starts = [];
    for (const again of [disk, new MemoryDisk(disk.contents()), promisedOnly(disk)]) {
      const box = await shop.start(again, cut.at + DAY_MS);
      try {
        this.checkHealth(box);
        await this.checkReceipts(box, { ...cut, answers, begun, signed });
        starts.push({ facts: factsOf(box), views: (await this.viewsOf(box)).ledger });
      } finally {
        await box.close();
      }
    }
    assert.equal(starts[1], starts[0], 'a second start changes something');
    assert.equal(starts[2], starts[0], 'what a start has written is not durable');
  }
}

/** Receipts of both environments by their uuid. */
type Kept = ReadonlyMap<string, IssuedInvoice>;

async function receiptsOf(ledger: Box['ledger']): Promise<Kept> {
  const of = (environment: Environment) => ledger.invoices({ environment, skip: 0, limit: 1000 });
  const all = (await Promise.all(ENVIRONMENTS.map(of))).flat();
  return new Map(all.map((invoice) => [invoice.uuid, invoice]));
}

/** A start that was cut may have noted already what it does not know of a slip that was under way. */
function afterStart(job: PrintJob): PrintJob[] {
  return job.state === 'sending' ? [{ ...job, state: 'unknown', reason: 'restart' }] : [];
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
