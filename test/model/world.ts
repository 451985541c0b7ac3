import { type Environment, ENVIRONMENTS, counterSeries } from '../../src/contract/fiscal.js';
import type { IssuedInvoice } from '../../src/platform/ledger/invoice.js';
import { accepted, body, line } from '../sales/invoicing/bodies.js';
import { loadSql } from '../../src/platform/ledger/views/sql.js';
import { FakePfr } from '../kit/pfr/core.js';
import { STYLES } from '../kit/pfr/styles.js';
import { Random } from '../kit/random.js';
import { PAC, type SimBox } from './box.js';
import { cashierOf, Client } from './client.js';
import { SimClock } from './clock.js';
import { SimNetwork } from './network.js';
import { Oracle } from './oracle.js';
import { Person } from './person.js';
import type { Plan, PlannedOrder } from './plan.js';
import { Power } from './power.js';

/** Within this virtual time everything must have come to its end, ms. */
const HORIZON = 24 * 3_600_000;
/**
 * When all is calm, what is open must be settled, and each key of use again, within so many looks, this far apart, ms.
 */
const LOOKS = 240;
const LOOK_EVERY = 15_000;
/** Between two sales over the counter, ms. */
const MOMENT = 500;

export interface Ended {
  /** What must not be; undefined when all was right. */
  readonly violation: string | undefined;
  /** How long a receipt waited after a lost answer at the longest, where nothing else was wrong, ms. */
  readonly longestWait: number;
  /** PFR numbers of what was answered to each client with a key. */
  readonly answers: readonly (readonly string[])[];
  /** How often what has happened. */
  readonly tally: ReadonlyMap<string, number>;
  /** Everything that has happened, a line each, when the world records it. */
  readonly story: readonly string[];
}

/** A box, its clients, its processors, the network and the power between them, all by one plan. */
export class World {
  readonly clock = new SimClock();
  readonly network: SimNetwork;
  readonly oracle: Oracle;
  readonly processors: Readonly<Record<Environment, FakePfr>>;
  readonly power: Power;
  readonly clients: readonly Client[];
  private readonly person: Person;
  private readonly tally = new Map<string, number>();
  private readonly story: string[] = [];
  /** Receipts that an order was made from: each is given away once. */
  private readonly given = new Set<IssuedInvoice>();
  /** Sales over the counter, which are not repeated. */
  private sales = 0;

  constructor(
    readonly plan: Plan,
    private readonly keepsStory = false,
  ) {
    const { clock } = this;
    const chance = new Random(plan.seed);
    const tell = this.tell.bind(this);
    const count = this.count.bind(this);
    const complain = (violation: string): void => {
      this.oracle.complain(violation);
    };
    this.processors = { sandbox: this.processor('sandbox'), production: this.processor('production') };
    const askedAt = this.askedAt.bind(this);
    this.network = new SimNetwork(plan, clock, this.processors, { tell, count, complain, askedAt });
    this.oracle = new Oracle(this.processors, this.network, plan);
    const outOfTurn = (number: number): void => void this.oracle.outOfTurn.add(number);
    this.power = new Power({ plan, clock, network: this.network, chance, tell, count, outOfTurn });
    this.clients = plan.events.filter((event) => event.kind === 'order').map((order) => new Client(this, order));
    this.person = new Person(this);
  }

  get box(): SimBox | undefined {
    return this.power.box;
  }

  tell(what: string): void {
    if (this.keepsStory) this.story.push(`${(this.clock.monotonic() / 1000).toFixed(2)} s: ${what}`);
  }

  count(what: string, times = 1): void {
    this.tally.set(what, (this.tally.get(what) ?? 0) + times);
  }

  /** Lets the plan happen, and judges. */
  async run(): Promise<Ended> {
    let isOver = false;
    await loadSql(); // it takes real time, once
    this.power.start();
    this.play()
      .catch((error: unknown) => {
        this.oracle.complain(`it threw: ${error instanceof Error ? (error.stack ?? error.message) : 'no error'}`);
      })
      .finally(() => (isOver = true));
    const hasEnded = await this.clock.run(() => isOver, HORIZON);
    if (!hasEnded) this.oracle.complain('it never came to an end');
    this.box?.kill();
    this.count('histories', this.clients.length);
    this.count('starts', this.power.starts);
    for (const environment of ENVIRONMENTS) this.count('signed', this.processors[environment].signed.length);
    const longestWait = this.network.waits.longest;
    const answers = this.clients.flatMap(({ key, answer = [] }) =>
      key === null ? [] : [answer.map(({ signature }) => signature.invoiceNumber)],
    );
    return { violation: this.oracle.violation, longestWait, answers, tally: this.tally, story: this.story };
  }

  /** True when everything has gone well in an environment, as far as the plan allows. */
  isUndisturbed(environment: Environment): boolean {
    const isQuiet = this.plan.events.every(
      (event) =>
        event.kind !== 'disk' &&
        (event.kind === 'order' || !('environment' in event) || event.environment !== environment),
    );
    return isQuiet && this.power.starts === 1;
  }

  /** When the one has asked who wants this receipt, by its cashier. */
  private askedAt(environment: Environment, request: Buffer): number | undefined {
    const { cashier } = JSON.parse(request.toString()) as { readonly cashier?: string };
    const wanting = this.clients.filter(
      ({ order }) =>
        order.environment === environment && [0, 1].some((way) => cashierOf(order.content, way) === cashier),
    );
    const [first] = wanting.flatMap(({ askedAt }) => (askedAt === undefined ? [] : [askedAt]));
    return first;
  }

  /** A receipt that some client holds, and that another order may be made from. */
  original({ does, environment, id }: PlannedOrder): IssuedInvoice | undefined {
    if (does === 'sale' || does === 'advance') return undefined;
    const wanted = does === 'close' ? 'advance' : 'sale';
    const free = this.clients.flatMap(({ order, answer = [] }) => {
      const isIt = order.does === wanted && order.environment === environment;
      return isIt ? answer.filter((receipt) => !this.given.has(receipt)) : [];
    });
    const receipt = free[id % free.length];
    if (receipt !== undefined) this.given.add(receipt);
    return receipt;
  }

  private arrange(): void {
    const { clock, power, person, plan } = this;
    for (const event of plan.events) {
      if (event.kind === 'processor') {
        clock.after(event.at, () => {
          person.suffer(event.environment, event.change);
        });
      } else if (event.kind === 'wall clock') {
        clock.after(event.at, () => {
          clock.wallError += event.by;
        });
      } else if (event.kind === 'clean stop') clock.after(event.at, () => void power.restart());
    }
  }

  private async play(): Promise<void> {
    await this.meetSigners();
    this.arrange();
    void this.person.attend();
    await Promise.all(this.clients.map((client) => client.run()));
    this.tell('from now on nothing goes wrong');
    this.network.isCalm = true;
    for (const environment of ENVIRONMENTS) this.processors[environment].change('look-ups-right');
    this.power.calm();
    // In a plain world no other buyer comes: the box settles what is open by sales of its own.
    if (!this.plan.isPlain) void this.sellOn();
    if (!(await this.isQuiet())) this.oracle.complain(`still open: ${this.openIntents()}`);
    const kept = this.box?.running?.ledger;
    if (kept !== undefined) await this.oracle.drained(kept, this.clients);
    for (const client of this.clients) {
      // Only the first violation is reported; a world with many stuck orders would take minutes.
      if (this.oracle.violation !== undefined) return;
      await this.askAgain(client);
    }
    if (!(await this.isQuiet())) this.oracle.complain(`open again: ${this.openIntents()}`);
    const ledger = this.box?.running?.ledger;
    if (ledger !== undefined) await this.oracle.settled(ledger, this.clients);
  }

  /**
   * Before anything goes wrong the box sees a receipt of each signer: of a signer that it has never seen it cannot know
   * that this one may have signed a lost order.
   */
  private async meetSigners(): Promise<void> {
    const { signers } = this.plan;
    this.network.isCalm = true;
    for (const environment of ENVIRONMENTS) {
      const pfr = this.processors[environment];
      if (pfr.options.kind !== 'vpfr') continue;
      for (const signer of [...signers].reverse()) {
        pfr.change({ signer });
        while (!this.hasSeen(environment, signer)) {
          await this.sellOnce(environment);
          // Only a restart mends a disk that takes no writes.
          if (this.box?.running?.ledger.failure !== undefined) this.power.cut(0, 0);
        }
      }
    }
    this.network.isCalm = false;
  }

  private hasSeen(environment: Environment, signedBy: string): boolean {
    const requestedBy = this.processors[environment].options.jid;
    const run = counterSeries({ requestedBy, signedBy });
    return (this.box?.running?.ledger.main.runningNumbersOf(run).total ?? 0) > 0;
  }

  /** The shop continues to sell: later receipts then resolve open orders as far as they can. */
  private async sellOn(): Promise<void> {
    for (;;) {
      for (const environment of ENVIRONMENTS) {
        const signers = this.processors[environment].options.kind === 'vpfr' ? this.plan.signers : [];
        for (const signer of signers) {
          this.processors[environment].change({ signer });
          await this.sellOnce(environment);
        }
        if (signers.length === 0) await this.sellOnce(environment);
      }
      await this.clock.sleep(LOOK_EVERY);
    }
  }

  private async sellOnce(environment: Environment): Promise<void> {
    const { box } = this;
    await this.clock.sleep(MOMENT);
    if (box?.running === undefined) return;
    const { settings, invoicing } = box.running;
    await Promise.race([settings.set('environment', environment), box.death]);
    this.sales += 1;
    const items = [line({ name: `Промет ${this.sales}`, quantity: 1, unitPrice: 10 })];
    const sale = accepted(body({ items, cashier: `Т${this.sales}` }));
    if (box.isAlive) await Promise.race([invoicing.sell(sale, 'counter'), box.death]);
  }

  /** Has everything an end, and does the box run? */
  private async isQuiet(): Promise<boolean> {
    for (let look = 0; look < LOOKS; look += 1) {
      if (this.box?.running !== undefined && this.openIntents() === '') return true;
      await this.clock.sleep(LOOK_EVERY);
    }
    return false;
  }

  private openIntents(): string {
    const main = this.box?.running?.ledger.main;
    const open = ENVIRONMENTS.flatMap((environment) => main?.intents(environment) ?? []);
    const waiting = ENVIRONMENTS.flatMap((environment) => [...(main?.queue.orders(environment) ?? [])]).filter(
      ({ state }) => state === 'queued',
    );
    return [
      ...open.map(({ requestId, clientRequestId }) => `${requestId} (${clientRequestId ?? 'no key'})`),
      ...waiting.map(({ clientRequestId }) => `${clientRequestId} in the queue`),
    ].join();
  }

  /** Every key can be used again, also one whose client gave up: what was answered is repeated, the rest issued now. */
  private async askAgain(client: Client): Promise<void> {
    if (client.key === null) return;
    const known = client.answer;
    for (let look = 0; look < LOOKS; look += 1) {
      let heard = await client.ask(0);
      if (heard.kind === 'taken') heard = await client.ask(1);
      if (heard.kind === 'issued') {
        if (known !== undefined && !heard.isRepeat) this.oracle.complain(`${client.name} is issued again`);
        return;
      }
      // A processor whose clock was set back signs again only when it has caught up.
      await this.clock.sleep(LOOK_EVERY);
    }
    this.oracle.complain(`the key of ${client.name} is stuck`);
  }

  private processor(environment: Environment): FakePfr {
    const { kinds, styles, seed } = this.plan;
    const style = STYLES[styles[environment]];
    const random = new Random(seed);
    const pfr = new FakePfr({
      ...{ kind: kinds[environment], environment, pac: PAC, now: this.clock.trueTime, kept: this.plan.kept },
      jid: environment === 'sandbox' ? 'FAKE7PFR' : 'PROD7PFR',
      // A picture costs more than all the rest of a receipt.
      style: { ...style, qr: style.qr === 'missing' ? 'missing' : 'null' },
      random: (bytes) => Buffer.alloc(bytes, random.int(0, 2 ** 31).toString(36)),
    });
    pfr.card.givePin(pfr.options.pin ?? '');
    return pfr;
  }
}
