// proof: reports
// time limit: 300 s
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ENVIRONMENTS } from '../../../src/contract/fiscal.js';
import type { Invoice } from '../../kit/answers.js';
import { TestBox } from '../../kit/box.js';
import { cases } from '../../kit/cases.js';
import { type Client, read, readError, type Reply } from '../../kit/client.js';
import { setProductionProcessor } from '../../kit/pfr/production.js';
import { groupAt, RATE_GROUPS } from '../../kit/pfr/rates.js';
import { seededRandom } from '../../kit/random.js';
import { shortest } from '../../kit/shrink.js';
import { type Body, type Days, randomDays, randomHistory, type Step } from './histories.js';
import { type Asked, recount, type Report, reportOf, type Sold, soldOf } from './recount.js';

const HISTORIES = cases('REPORT_HISTORIES', { ci: 1, all: 4 });
const STEPS = cases('REPORT_STEPS', { ci: 80, all: 150 });
const PERIODS = cases('REPORT_PERIODS', { ci: 10, all: 25 });
/** A page of GET /invoices. */
const PER_PAGE = 100;
/** Below the limit of a key. */
const CALLS_PER_KEY = 200;

const DAY = 86_400_000;
const coffee = (unitPrice: number) => ({ items: [{ name: 'Кафа', quantity: 1, unitPrice, label: 'Ђ' }] });

const random = seededRandom();

interface Case {
  readonly steps: readonly Step[];
  readonly periods: readonly Days[];
}

/** A box that lives through a history, and the receipts that it reported as issued. */
class Life {
  readonly sold: Sold[] = [];
  private environment = 'sandbox';
  /** True from a step back of the clock until the next sale in production. */
  private isSetBack = false;
  private hasProduction = false;
  private calls = 0;
  private client: Client | undefined;

  constructor(private readonly box: TestBox) {}

  /** What is wrong after this step, if anything. */
  async live(step: Step): Promise<string | undefined> {
    switch (step.does) {
      case 'sell':
        await this.sell(step.body);
        return undefined;
      case 'clock':
        if (step.at < this.box.now()) this.isSetBack = true;
        this.box.clockOffset = step.at - Date.now();
        return undefined;
      case 'set':
        await this.box.set(step.name, step.value);
        if (step.name === 'environment') this.environment = String(step.value);
        return undefined;
      case 'restart':
        await this.restart(step.keepsViews);
        return undefined;
      case 'look':
        return this.compare(step.period, this.sold);
    }
  }

  /** By the right time: clients would not trust a certificate that a start in another year renews. */
  private async restart(keepsViews: boolean): Promise<void> {
    const { clockOffset } = this.box;
    this.box.clockOffset = 0;
    await this.box.restart(() => {
      if (!keepsViews) rmSync(join(this.box.folder, 'views'), { recursive: true });
    });
    this.box.clockOffset = clockOffset;
    this.calls = 0;
  }

  /**
   * Every receipt must be issued, with two exceptions, which count nowhere. A label that is not active is refused. And the
   * box cannot know that the first answer of a processor is new when its time is before that of an earlier status: after a
   * step back of the clock, the outcome of the first sale in production may be unknown.
   */
  private async sell(body: Body): Promise<void> {
    const isActive = body.items.every(({ label }) => this.activeLabels().includes(label));
    const mayBeUnknown = this.environment === 'production' && !this.hasProduction && this.isSetBack;
    if (this.environment === 'production') this.hasProduction = true;
    const reply = await this.call((client) => client.post('/invoices', body));
    if (!isActive) assert.is(readError(422, reply).rule, 'invoice.label-inactive');
    else if (mayBeUnknown && reply.status === 409) assert.is(readError(409, reply).rule, 'pfr.outcome-unknown');
    else this.sold.push(soldOf(read('Invoice', 201, reply)));
  }

  /** The labels of the demo are a setting; the processor of production has its own. */
  private activeLabels(): readonly string[] {
    if (this.environment === 'production') return groupAt(RATE_GROUPS, this.box.now()).rates.map(({ label }) => label);
    return this.box.parts.settings.now.taxLabels.flatMap(({ label, active }) => (active ? [label] : []));
  }

  /** What is wrong at the end: in either environment, in each period, against the list of invoices. */
  async judge(periods: readonly Days[]): Promise<string | undefined> {
    for (const environment of ENVIRONMENTS) {
      await this.live({ does: 'set', name: 'environment', value: environment });
      const listed = (await this.listed()).map(soldOf).reverse();
      const issued = this.sold.filter((sold) => sold.environment === environment);
      const wrong = difference('GET /invoices', listed, issued);
      if (wrong !== undefined) return wrong;
      for (const period of periods) {
        const different = await this.compare(period, listed);
        if (different !== undefined) return different;
      }
    }
    return undefined;
  }

  /** Reports of the active environment against a recount. */
  private async compare({ from, to }: Days, sold: readonly Sold[]): Promise<string | undefined> {
    const query = `?from=${from}&to=${to}`;
    const summary = read('Summary', 200, await this.call((client) => client.get(`/reports/summary${query}`)));
    const daily = read('Daily', 200, await this.call((client) => client.get(`/reports/daily${query}`)));
    const named = summary.byTaxLabel.map(({ label, name, rate }) => [label, name, rate] as const);
    const wrongName = difference(
      'names',
      named,
      named.map(([label]) => this.named(label)),
    );
    if (wrongName !== undefined) return wrongName;
    const asked: Asked = { environment: this.environment, from, to };
    for (const { environment, from, to } of [summary, daily]) {
      const wrong = difference(query, { environment, from, to }, asked);
      if (wrong !== undefined) return wrong;
    }
    return difference<Report>(`${this.environment} ${query}`, reportOf(summary, daily), recount(sold, asked));
  }

  private named(label: string): readonly [string, string | null, number | null] {
    // The setting names the labels of the demo; the processor of production names its own.
    const labels =
      this.environment === 'sandbox'
        ? this.box.parts.settings.now.taxLabels
        : groupAt(RATE_GROUPS, this.box.now()).rates.map((one) => ({ ...one, name: one.category }));
    const { name = null, rate = null } = labels.find((existing) => existing.label === label) ?? {};
    return [label, name, rate];
  }

  private async listed(): Promise<Invoice[]> {
    const invoices: Invoice[] = [];
    for (let page = 1; invoices.length === (page - 1) * PER_PAGE; page += 1) {
      const reply = await this.call((client) => client.get(`/invoices?page=${page}`));
      invoices.push(...read('InvoiceList', 200, reply).invoices);
    }
    return invoices;
  }

  private async call(make: (client: Client) => Promise<Reply>): Promise<Reply> {
    if (this.calls % CALLS_PER_KEY === 0) this.client = await this.box.client();
    this.calls += 1;
    return make(this.client ?? this.box.anonymous);
  }
}

function difference<T>(what: string, got: T, expected: T): string | undefined {
  const [gotText, expectedText] = [JSON.stringify(got, bigints), JSON.stringify(expected, bigints)];
  return gotText === expectedText ? undefined : `${what}: ${gotText} is not ${expectedText}`;
}

function bigints(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

interface Lived {
  /** What the box reports wrongly, if anything. */
  readonly wrong: string | undefined;
  readonly sold: readonly Sold[];
}

/** Lets a box live through the steps, and then compares its reports in each period. */
async function live({ steps, periods }: Case): Promise<Lived> {
  const box = await TestBox.start();
  const production = await setProductionProcessor(box);
  try {
    const life = new Life(box);
    for (const step of steps) {
      const wrong = await life.live(step);
      if (wrong !== undefined) return { wrong, sold: life.sold };
    }
    return { wrong: await life.judge(periods), sold: life.sold };
  } finally {
    await box.stop();
    await production.stop();
  }
}

async function explain({ steps, periods }: Case): Promise<never> {
  const fewer = await shortest(steps, async (left) => (await live({ steps: left, periods })).wrong !== undefined);
  const { wrong } = await live({ steps: fewer, periods });
  throw new Error(`${wrong}\nafter ${JSON.stringify(fewer, null, 1)}`);
}

test('on random histories both reports are those of a recount over GET /invoices, in any period', async () => {
  const all: Sold[] = [];
  for (let history = 0; history < HISTORIES; history += 1) {
    const lived: Case = {
      steps: randomHistory(random, STEPS),
      periods: [{ from: '2026-01-01', to: '2027-12-31' }, ...Array.from({ length: PERIODS }, () => randomDays(random))],
    };
    const { wrong, sold } = await live(lived);
    if (wrong !== undefined) await explain(lived);
    all.push(...sold);
  }
  // Nothing is proven by histories on which little was sold.
  assert.ok(all.length > (HISTORIES * STEPS) / 4, `only ${all.length} receipts`);
  // A history has many days, of which a short one sees few.
  assert.ok(new Set(all.map(({ day }) => day)).size > (HISTORIES * STEPS) / 30);
});

test('after a step back of the clock the first sale in production may be unknown: it is issued nowhere, the next one is', async () => {
  const box = await TestBox.start();
  const production = await setProductionProcessor(box);
  try {
    await box.set('environment', 'production');
    const client = await box.client();
    // Without its time the processor refuses it; the box has read its status by then.
    const copy = { ...coffee(100), invoiceType: 'Copy', referentDocumentNumber: 'A-A-1' };
    assert.is(readError(409, await client.post('/invoices', copy)).rule, 'pfr.refused-receipt');
    box.clockOffset = -30 * DAY;
    assert.is(readError(409, await client.post('/invoices', coffee(200))).rule, 'pfr.outcome-unknown');
    const { uuid } = read('Invoice', 201, await client.post('/invoices', coffee(300)));
    const { invoices } = read('InvoiceList', 200, await client.get('/invoices'));
    assert.equal(
      invoices.map((invoice) => invoice.uuid),
      [uuid],
    );
    const summary = read('Summary', 200, await client.get('/reports/summary?from=2000-01-01&to=2099-12-31'));
    assert.is(summary.totals.invoices, 1);
  } finally {
    await box.stop();
    await production.stop();
  }
});

test.run();
