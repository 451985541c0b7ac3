import { BASE_PATH } from '../../src/interfaces/api/router.js';
import { nodeDisk } from '../../src/base/nodeDisk.js';
import { silentLog } from '../../src/base/log.js';
import { Ledger } from '../../src/platform/ledger/ledger.js';
import { loadSql } from '../../src/platform/ledger/views/sql.js';
import type { Bench } from './bench.js';
import { type Asked, Customer } from './customer.js';
import { count, judged, median, ms, quantile, type Row, times } from './figures.js';
import { copyOf, type History, historyOf, LONG_DAYS } from './history.js';
import { Service } from './service.js';

const REACH = { ms: 5, times: 1.2 };
const ROUNDS = 5;
/** Requests of one kind in a round; the keys of a history take turns. */
const BLOCK = 40;
const TOTALS = 5;
/** Durations that must not grow with the history; the others are only reported. */
const PROMISED = ['clientRequestId', 'number', 'referent'] as const;
const KINDS = [...PROMISED, 'a key that none has', 'summaries of a cashier', 'total', 'floor'] as const;
type Kind = (typeof KINDS)[number];

/** A box with a history, and what can be asked about it. */
class Subject {
  readonly took = Object.fromEntries(KINDS.map((kind) => [kind, []])) as unknown as Record<Kind, number[]>;
  private asked = 0;

  private constructor(
    readonly history: History,
    private readonly known: Readonly<Record<'clientRequestId' | 'number' | 'referent' | 'cashier' | 'total', string[]>>,
  ) {}

  static async read(history: History): Promise<Subject> {
    const known = { clientRequestId: [], number: [], referent: [], cashier: [], total: [] } as Subject['known'];
    const options = { disk: nodeDisk, folder: history.folder, now: Date.now, log: silentLog, version: 'bench' };
    const ledger = await Ledger.open({ ...options, sql: await loadSql(), readOnly: true });
    for (const uuid of history.uuids) {
      const invoice = await ledger.invoice(uuid);
      if (invoice === undefined) throw new Error(`${uuid} is not there`);
      const { clientRequestId, draft, signature } = invoice;
      known.number.push(signature.invoiceNumber);
      if (clientRequestId !== null) known.clientRequestId.push(clientRequestId);
      if (draft.referentNumber !== null) known.referent.push(draft.referentNumber);
      known.cashier.push(draft.cashier);
      known.total.push((draft.total / 100).toFixed(2));
    }
    await ledger.close();
    return new Subject(history, known);
  }

  next(kind: Kind): Asked {
    const { keys } = this.history;
    this.asked += 1;
    return { method: 'GET', path: BASE_PATH + this.path(kind), key: keys[this.asked % keys.length] ?? '' };
  }

  private path(kind: Kind): string {
    // A prime step goes through all of the history, so that no index is just in memory.
    const some = (of: readonly string[]): string => encodeURIComponent(of[(this.asked * 7919) % of.length] ?? '');
    switch (kind) {
      case 'clientRequestId':
      case 'number':
      case 'referent':
      case 'total':
        return `/invoices?${kind}=${some(this.known[kind])}`;
      case 'a key that none has':
        return `/invoices?clientRequestId=never-${this.asked}`;
      case 'summaries of a cashier':
        return `/invoices?fields=summary&cashier=${some(this.known.cashier)}`;
      case 'floor':
        return '/tax-labels';
    }
  }
}

/** Looking receipts up, with few receipts of ten years and with many: both boxes run, and are asked by turns. */
export async function lookupRows(bench: Bench): Promise<Row[]> {
  const subjects: Subject[] = [];
  for (const size of [10_000, bench.size({ full: 1_000_000, quick: 100_000 })]) {
    subjects.push(await Subject.read(await historyOf(size, (line) => bench.say(line), LONG_DAYS)));
  }
  const services: Service[] = [];
  const customer = new Customer();
  try {
    for (const { history } of subjects) services.push(await Service.start(copyOf(history, bench.folder())));
    for (let round = 0; round <= ROUNDS; round += 1) {
      bench.say(`look-ups, ${round} of ${ROUNDS}`);
      for (const [at, subject] of subjects.entries()) await ask(subject, services[at], customer, round > 0);
    }
    return rowsOf(subjects, services);
  } finally {
    customer.end();
    for (const service of services) await service.stop();
  }
}

async function ask(subject: Subject, service: Service | undefined, customer: Customer, counts: boolean): Promise<void> {
  if (service === undefined) return;
  for (const kind of KINDS) {
    const asked = Array.from({ length: kind === 'total' ? TOTALS : BLOCK }, () => subject.next(kind));
    const took = await customer.ask({ port: service.port, ca: service.ca, asked });
    if (counts) subject.took[kind].push(...took);
  }
}

function rowsOf(subjects: readonly Subject[], services: readonly Service[]): Row[] {
  const [small, large] = subjects;
  if (small === undefined || large === undefined) return [];
  const all = (figure: (subject: Subject) => string): string => subjects.map(figure).join(', ');
  const sizes = all(({ history }) => count(history.size));
  const rss = services.map((service) => (service.rss / 1e6).toFixed(0)).join(', ');
  return KINDS.filter((kind) => kind !== 'floor').map((kind) => {
    const ratio = median(large.took[kind]) / median(small.took[kind]);
    const isPromised = PROMISED.some((promised) => promised === kind);
    const met = median(large.took[kind]) <= REACH.ms && ratio <= REACH.times;
    const reached = `${all(({ took }) => ms(median(took[kind])))}, ${times(ratio)}`;
    return {
      what: `look-up by ${kind} at ${sizes}, median`,
      reach: isPromised ? `≤ ${REACH.ms} ms, ≤ ${REACH.times} ×` : '',
      reached: judged(reached, !isPromised || met),
      bare: `${all(({ took }) => ms(median(took.floor)))}, \`GET /tax-labels\``,
      note: `p95 ${all(({ took }) => ms(quantile(took[kind], 0.95)))}; RSS at the end ${rss} MB`,
    };
  });
}
