import { type Environment, ENVIRONMENTS } from '../../src/base/fiscal.js';
import type { IssuedInvoice } from '../../src/ledger/invoice.js';
import { loadSql } from '../../src/ledger/views/sql.js';
import { FakePfr } from '../kit/pfr/core.js';
import { STYLES } from '../kit/pfr/styles.js';
import { Random } from '../kit/random.js';
import { PAC, type SimBox } from './box.js';
import { Client } from './client.js';
import { SimClock } from './clock.js';
import { SimNetwork } from './network.js';
import { Oracle } from './oracle.js';
import { Person } from './person.js';
import type { Plan, PlannedOrder } from './plan.js';
import { Power } from './power.js';

/** Within this virtual time everything must have come to its end, ms. */
const HORIZON = 24 * 3_600_000;
/** When all is calm, what is open must be settled, and each key of use again, within so many looks, this far apart, ms. */
const LOOKS = 240;
const LOOK_EVERY = 15_000;

export interface Ended {
  /** What must not be; undefined when all was right. */
  readonly violation: string | undefined;
  /** How often what has happened. */
  readonly tally: ReadonlyMap<string, number>;
  /** All that has happened, a line each, when the world was told to keep it. */
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
    this.network = new SimNetwork(plan, clock, this.processors, { tell, count, complain });
    this.oracle = new Oracle(this.processors, this.network.truth);
    const parked = (number: number): void => void this.oracle.parked.add(number);
    this.power = new Power({ plan, clock, network: this.network, chance, tell, count, parked });
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
    this.arrange();
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
    return { violation: this.oracle.violation, tally: this.tally, story: this.story };
  }

  /** Has everything gone well in an environment, as far as the plan goes? */
  isUndisturbed(environment: Environment): boolean {
    const isQuiet = this.plan.events.every(
      (event) =>
        event.kind !== 'disk' &&
        (event.kind === 'order' || !('environment' in event) || event.environment !== environment),
    );
    return isQuiet && this.power.starts === 1;
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
    void this.person.attend();
    await Promise.all(this.clients.map((client) => client.run()));
    this.tell('from now on nothing goes wrong');
    this.network.isCalm = true;
    this.power.calm();
    if (!(await this.isQuiet())) this.oracle.complain(`still open: ${this.openIntents()}`);
    const kept = this.box?.running?.ledger;
    if (kept !== undefined) await this.oracle.drained(kept, this.clients);
    for (const client of this.clients) await this.askAgain(client);
    if (!(await this.isQuiet())) this.oracle.complain(`open again: ${this.openIntents()}`);
    const ledger = this.box?.running?.ledger;
    if (ledger !== undefined) await this.oracle.settled(ledger, this.clients);
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
      ...{ kind: kinds[environment], environment, pac: PAC, now: this.clock.trueTime },
      jid: environment === 'sandbox' ? 'FAKE7PFR' : 'PROD7PFR',
      // A picture costs more than all the rest of a receipt.
      style: { ...style, qr: style.qr === 'missing' ? 'missing' : 'null' },
      random: (bytes) => Buffer.alloc(bytes, random.int(0, 2 ** 31).toString(36)),
    });
    pfr.card.givePin(pfr.options.pin ?? '');
    return pfr;
  }
}
