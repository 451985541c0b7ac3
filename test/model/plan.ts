import type { Environment } from '../../src/contract/fiscal.js';
import type { Change } from '../kit/pfr/changes.js';
import type { StyleName } from '../kit/pfr/styles.js';
import type { Random } from '../kit/random.js';

/**
 * What goes wrong with one exchange. Of a signing, `before` and `after` say whether the receipt was signed. `signed too late`
 * breaks the promise that the box relies on, and is never drawn.
 */
const EXCHANGE_FAULTS = [
  'unsent',
  'lost before',
  'lost after',
  'signed late',
  'signed too late',
  'slow',
  'cut',
  'garbage',
  'empty',
  'error before',
  'error after',
  'refused',
  'stale',
  'stale before',
  'of another till',
  'of another till before',
  'other till first',
  'other till last',
  'broken MD5',
  'other amount',
  'in English',
  'nothing known',
] as const;
export type ExchangeFault = (typeof EXCHANGE_FAULTS)[number];

export type Call = 'sign' | 'find' | 'status';

/** One thing that goes wrong, or happens. All of it is drawn before the world begins, so that it can be left out. */
export type Trouble =
  /** In the n-th exchange of its kind. `part` (0 to 1) says when or how much. */
  | {
      readonly kind: 'exchange';
      readonly environment: Environment;
      readonly call: Call;
      readonly nth: number;
      readonly fault: ExchangeFault;
      readonly part: number;
    }
  | { readonly kind: 'processor'; readonly environment: Environment; readonly at: number; readonly change: Change }
  /** Number of steps of the box after its start. `way` chooses what the disk has stored, 0 is all. */
  | { readonly kind: 'power cut'; readonly steps: number; readonly way: number; readonly down: number }
  | { readonly kind: 'clean stop'; readonly at: number }
  | {
      readonly kind: 'disk';
      readonly operation: 'write' | 'datasync' | 'create';
      readonly nth: number;
      readonly code: string;
      readonly keeps: boolean;
    }
  | { readonly kind: 'wall clock'; readonly at: number; readonly by: number }
  /** Time without a reachable processor, ms: connections are refused at once or, when it is silent, closed after a while. */
  | {
      readonly kind: 'outage';
      readonly environment: Environment;
      readonly at: number;
      readonly lasts: number;
      readonly isSilent: boolean;
    };

/** One thing that a client wants to have issued once: a history. */
export interface PlannedOrder {
  readonly kind: 'order';
  readonly id: number;
  /** Its amount, the name of its goods, and its cashier, by which its receipts are known again. Two may ask for the same. */
  readonly content: number;
  readonly at: number;
  readonly does: 'sale' | 'refund' | 'copy' | 'advance' | 'close';
  readonly environment: Environment;
  readonly hasKey: boolean;
  /** How long the client waits for an answer, ms. */
  readonly patience: number;
  /** Tries before the client gives up. */
  readonly tries: number;
  /** Between two tries, ms. */
  readonly pause: number;
  /** Has every second try another content under the same key? */
  readonly changes: boolean;
  /** What it does offline: it is refused, or waits in the queue. `trusts`: it asks no more then; `removes`: it regrets that. */
  readonly offline: (typeof OFFLINE)[number];
}

export interface Plan {
  readonly seed: number;
  readonly kinds: Readonly<Record<Environment, 'lpfr' | 'vpfr'>>;
  readonly styles: Readonly<Record<Environment, StyleName>>;
  /** Does a person decide as soon as the end of a receipt is not known, before the box asks for it? */
  readonly isHasty: boolean;
  /** Does the box look at the state of its processor now and then? */
  readonly watches: boolean;
  /** How many orders the offline queue takes; null: it is off. */
  readonly queue: number | null;
  /** How many answers the processors keep for look-ups. */
  readonly kept: number;
  /** Does another till use the card or the certificate? */
  readonly hasOtherTill: boolean;
  /** Secure elements behind a V-PFR, the first of which signs at the beginning. The box has seen a receipt of each. */
  readonly signers: readonly string[];
  /** Are answers to signings all that goes wrong, and does the processor sign in time and keep its latest answer? */
  readonly isPlain: boolean;
  readonly events: readonly (PlannedOrder | Trouble)[];
}

const OFFLINE = ['refused', 'asks on', 'trusts', 'removes'] as const;

const STYLES: readonly StyleName[] = ['spec', 'development', 'cv', 'restful', 'ofs', 'pascal'];
/** Orders come this often, ms, all clients taken together. */
const EVERY = 6000;

/** All that a processor does that keeps to its limit. */
const HONEST = EXCHANGE_FAULTS.filter((fault) => fault !== 'signed too late');
/** The same when no other device uses the card. */
const OF_ONE_TILL = HONEST.filter((fault) => !fault.includes('other till') && !fault.includes('another till'));
/** What loses an answer, and never lets the processor sign after the box has given it up. */
const LOSSES = ['lost before', 'lost after', 'cut', 'garbage', 'empty', 'error before', 'error after'] as const;
const SIGNERS = ['FAKESEO0', 'FAKESEO1', 'FAKESEO2'] as const;

/** Draws a world of so many orders; `kinds` says which processors there are, `hasQueue` whether orders may wait for them. */
export function drawPlan(
  random: Random,
  orders: number,
  kinds: readonly ('lpfr' | 'vpfr')[],
  hasQueue = random.oneIn(2),
): Plan {
  const length = orders * EVERY;
  const both = random.oneIn(3);
  const environment = (): Environment => (both && random.oneIn(3) ? 'production' : 'sandbox');
  // Sometimes only one of two processors is in trouble: users of the other must not notice.
  const troubledSide = random.oneIn(2) ? (): Environment => 'sandbox' : environment;
  const of = <T>(draw: () => T): Record<Environment, T> => ({ sandbox: draw(), production: draw() });
  const times = <T>(count: number, draw: (index: number) => T): T[] =>
    Array.from({ length: count }, (_, index) => draw(index));
  const troubled = random.pick([0.1, 0.3, 0.9]);
  const some = (share: number): number => random.int(0, Math.ceil(orders * share * troubled * 2));
  const isPlain = random.oneIn(5);
  const hasOtherTill = !isPlain && random.oneIn(3);
  const signers = isPlain || random.oneIn(2) ? SIGNERS.slice(0, 1) : SIGNERS;
  const faults = isPlain ? LOSSES : hasOtherTill ? HONEST : OF_ONE_TILL;
  const side = { environment: troubledSide, length, orders, hasOtherTill, signers };
  return {
    seed: random.int(0, 2 ** 31),
    kinds: of(() => random.pick(kinds)),
    styles: of(() => random.pick(STYLES)),
    isHasty: !isPlain && random.oneIn(3),
    watches: random.oneIn(6),
    queue: hasQueue ? random.pick([3, 200, 200]) : null,
    kept: isPlain ? random.pick([1, 3]) : random.pick([0, 1, 1, 3, 1000]),
    hasOtherTill,
    signers,
    isPlain,
    events: [
      ...drawOrders(random, orders, length, environment).map((order) => (hasQueue ? eager(random, order) : order)),
      ...times(some(1), () => drawExchange(random, orders, troubledSide(), faults, isPlain)),
      ...(isPlain ? [] : drawDisasters(random, side, times, some, hasQueue)),
    ],
  };
}

interface Side {
  readonly environment: () => Environment;
  readonly length: number;
  readonly orders: number;
  readonly hasOtherTill: boolean;
  readonly signers: readonly string[];
}

/** Everything that goes wrong beside single exchanges. */
function drawDisasters(
  random: Random,
  side: Side,
  times: <T>(count: number, draw: () => T) => T[],
  some: (share: number) => number,
  hasQueue: boolean,
): Trouble[] {
  const { environment, length, orders, hasOtherTill, signers } = side;
  return [
    ...times(some(0.15), () => drawProcessor(random, length, environment(), hasOtherTill)),
    ...(hasOtherTill ? times(some(0.3), () => drawForeign(random, length, environment())) : []),
    ...(signers.length > 1 ? times(some(0.4), () => drawSigner(random, length, environment(), signers)) : []),
    ...times(random.oneIn(2) ? random.int(1, 3) : 0, () => drawLies(random, length, environment())).flat(),
    ...times(some(0.1), () => drawCut(random)),
    ...times(random.oneIn(6) ? 1 : 0, () => ({ kind: 'clean stop', at: random.int(0, length) }) as const),
    ...times(random.oneIn(5) ? random.int(1, 3) : 0, () => drawDisk(random, orders)),
    ...times(random.oneIn(5) ? random.int(1, 3) : 0, () => drawWall(random, length)),
    ...times(hasQueue ? random.int(1, 5) : 0, () => drawOutage(random, length, environment())),
  ];
}

function drawOrders(random: Random, count: number, length: number, environment: () => Environment): PlannedOrder[] {
  const orders: PlannedOrder[] = [];
  for (let id = 0; id < count; id += 1) {
    const before = orders.at(-1);
    const drawn = drawOrder(random, id, random.int(0, length), environment());
    // Another client requests the same at nearly the same time, or some time later.
    const isTwin = before?.does === 'sale' && before.content === before.id && random.oneIn(before.hasKey ? 4 : 2);
    const twin = isTwin ? pickedFrom(before, random.int(0, random.pick([5000, 150_000]))) : {};
    const order = { ...drawn, ...twin };
    // Without a key other content is another order.
    orders.push({ ...order, changes: order.changes && order.hasKey });
  }
  return orders;
}

/** Most of them may wait. */
function eager(random: Random, order: PlannedOrder): PlannedOrder {
  if (order.does === 'close' || random.oneIn(3)) return order;
  return { ...order, does: order.does === 'advance' ? 'advance' : 'sale', hasKey: true };
}

function pickedFrom({ content, does, environment, hasKey, at }: PlannedOrder, after: number): Partial<PlannedOrder> {
  return { content, does, environment, hasKey, at: at + after };
}

function drawOrder(random: Random, id: number, at: number, environment: Environment): PlannedOrder {
  const does = random.pick(['sale', 'sale', 'sale', 'sale', 'refund', 'copy', 'advance', 'close'] as const);
  const hasKey = !random.oneIn(4);
  return {
    ...{ kind: 'order', id, content: id, at, does, environment, hasKey },
    patience: random.pick([3000, 20_000, 120_000, 120_000]),
    // Without a key the same is a new sale after a minute.
    tries: random.pick(hasKey ? [1, 2, 5, 20] : [1, 5, 20, 20]),
    pause: random.pick(hasKey ? [0, 500, 3000, 15_000] : [500, 3000, 15_000, 15_000]),
    changes: random.oneIn(8),
    offline: random.pick(OFFLINE),
  };
}

function drawExchange(
  random: Random,
  orders: number,
  environment: Environment,
  faults: readonly ExchangeFault[],
  isPlain: boolean,
): Trouble {
  const call = isPlain ? 'sign' : random.pick(['sign', 'sign', 'sign', 'find', 'find', 'status'] as const);
  const nth = random.int(0, call === 'sign' ? orders : Math.ceil(orders / 2));
  const part = random.next();
  return { kind: 'exchange', environment, call, nth, fault: random.pick(faults), part };
}

const MINUTE = 60_000;

function drawProcessor(random: Random, length: number, environment: Environment, hasOtherTill: boolean): Trouble {
  const change = random.pick<Change>([
    'card-out',
    'pin-lost',
    'restart',
    'forget',
    hasOtherTill ? 'foreign-receipt' : 'forget',
    'next-rates',
    'limit-reached',
    { clock: -random.int(1, 10) * MINUTE },
    { clock: random.int(1, 10) * MINUTE },
    // A secure element is of one environment.
    { card: environment === 'sandbox' ? 'OTHERPFR' : 'OTHERPRO' },
  ]);
  return { kind: 'processor', environment, at: random.int(0, length), change };
}

function drawForeign(random: Random, length: number, environment: Environment): Trouble {
  return { kind: 'processor', environment, at: random.int(0, length), change: 'foreign-receipt' };
}

function drawSigner(random: Random, length: number, environment: Environment, signers: readonly string[]): Trouble {
  return { kind: 'processor', environment, at: random.int(0, length), change: { signer: random.pick(signers) } };
}

/** For a while look-ups know nothing of what was signed. */
function drawLies(random: Random, length: number, environment: Environment): Trouble[] {
  const at = random.int(0, length);
  const lasts = random.pick([5000, 30_000, 120_000]);
  return [
    { kind: 'processor', environment, at, change: 'look-ups-lie' },
    { kind: 'processor', environment, at: at + lasts, change: 'look-ups-right' },
  ];
}

function drawCut(random: Random): Trouble {
  return {
    kind: 'power cut',
    steps: random.int(1, random.pick([10, 60, 200])),
    way: random.int(0, 5),
    down: random.pick([0, 1000, 20_000]),
  };
}

function drawDisk(random: Random, orders: number): Trouble {
  const operation = random.pick(['write', 'datasync', 'datasync', 'create'] as const);
  const code = random.pick(['EIO', 'ENOSPC']);
  return { kind: 'disk', operation, nth: random.int(1, 3 * orders), code, keeps: random.oneIn(2) };
}

function drawWall(random: Random, length: number): Trouble {
  return { kind: 'wall clock', at: random.int(0, length), by: random.int(-600, 600) * 1000 * random.pick([1, 60]) };
}

function drawOutage(random: Random, length: number, environment: Environment): Trouble {
  const lasts = random.pick([10_000, 60_000, 150_000]);
  return { kind: 'outage', environment, at: random.int(0, length), lasts, isSilent: random.oneIn(3) };
}
