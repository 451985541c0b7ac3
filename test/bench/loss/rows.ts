import { count, judged, median, type Row, times } from '../figures.js';
import type { Told } from './chain.js';
import type { Sold } from './tills.js';
import { TIMEOUT, WAYS } from './ways.js';

/** Boxes of one kind of processor with and without losses, and their receipts per second. */
export interface Pair {
  readonly kind: 'lpfr' | 'vpfr';
  readonly lossy: readonly Told[];
  readonly sound: readonly Told[];
  readonly rates: { readonly lossy: number; readonly sound: number };
}

const NAMES = { lpfr: 'L-PFR', vpfr: 'V-PFR' } as const;
/** Within this a buyer waits for the receipt, ms. */
const PATIENCE = 15_000;
const REACH = { sold: 0.999, rate: 0.9 };
/** What the boxes have in the setting `sellOnAfter` when it is left out, and what may come on top of it, s. */
const SELL_ON = 5 + 3;

/** What the buyers of shops notice. */
export function shopRows(pair: Pair): Row[] {
  return [soldRow(pair, 'all'), soldRow(pair, 'others'), rateRow(pair), waitRow(pair), booksRow(pair)];
}

/** What tills notice that have no pause between two buyers. */
export function rushRows(pair: Pair): Row[] {
  return [rateRow(pair), booksRow(pair)].map((row) => ({ ...row, what: `${row.what}, no pause between two buyers` }));
}

function soldRow({ kind, lossy, sound }: Pair, whose: 'all' | 'others'): Row {
  const [reached, bare] = [salesOf(lossy, whose), salesOf(sound, whose)].map(inTime) as [Share, Share];
  const who = whose === 'all' ? 'all orders' : 'orders of other buyers: their own answers were not lost';
  return {
    what: `${NAMES[kind]}: sold within 15 s, ${who}`,
    reach: `≥ ${100 * REACH.sold} %`,
    reached: judged(percent(reached), reached.part >= REACH.sold * reached.whole),
    bare: percent(bare),
    note: `${count(reached.whole - reached.part)} of ${count(reached.whole)} later or not at all`,
  };
}

function rateRow({ kind, rates, lossy }: Pair): Row {
  const ratio = rates.lossy / rates.sound;
  return {
    what: `${NAMES[kind]}: receipts per second`,
    reach: `≥ ${REACH.rate} ×`,
    reached: judged(`${times(ratio)} (${rates.lossy.toFixed(1)})`, ratio >= REACH.rate),
    bare: rates.sound.toFixed(1),
    note: `${lossy.length} boxes each; ${count(salesOf(lossy, 'all').length)} sales, ${count(lostOf(lossy).length)} answers lost`,
  };
}

function waitRow({ kind, lossy, sound }: Pair): Row {
  const [waits, bare] = [lossy, sound].map((all) => all.flatMap(waitsOfOthers)) as [Wait[], Wait[]];
  const single = waits.filter(({ losses }) => losses <= 1);
  const limit = TIMEOUT + SELL_ON;
  const [reached, longest] = [longestOf(single), longestOf(waits)];
  return {
    what: `${NAMES[kind]}: longest wait of another buyer beside one loss at most`,
    reach: `≤ ${limit} s`,
    reached: judged(seconds(reached.wait), reached.wait <= limit * 1000),
    bare: seconds(longestOf(bare).wait),
    note: `the limit is \`timeout\` + \`sellOnAfter\` + 3 s; longest of all ${seconds(longest.wait)}, beside ${longest.losses} losses`,
  };
}

/** The wait of a buyer, ms, and how many answers of others were lost shortly before or during it. */
interface Wait {
  readonly wait: number;
  readonly losses: number;
}

function waitsOfOthers(told: Told): Wait[] {
  return salesOf([told], 'others').map(({ from, wait }) => {
    const end = from + (wait ?? Infinity);
    const isFelt = (at: number): boolean => at > from - (TIMEOUT + SELL_ON) * 1000 && at < end;
    return { wait: wait ?? Infinity, losses: told.lost.filter(({ at }) => isFelt(at)).length };
  });
}

function longestOf(waits: readonly Wait[]): Wait {
  return waits.reduce((longest, one) => (one.wait > longest.wait ? one : longest), { wait: 0, losses: 0 });
}

function seconds(ms: number): string {
  return Number.isFinite(ms) ? `${(ms / 1000).toFixed(1)} s` : 'never';
}

function booksRow({ kind, lossy, sound }: Pair): Row {
  const all = [...lossy, ...sound];
  const [doubled, missing, extra] = [all.flatMap(doubledIn), all.flatMap(missingIn), all.flatMap(unsignedIn)];
  const persons = lossy.flatMap(({ open }) => open.filter(({ needsPerson }) => needsPerson));
  const isBroken = doubled.length + missing.length + extra.length > 0;
  const broken = lossy.flatMap((told) => waysOf(told, [...doubledIn(told), ...missingIn(told)]));
  return {
    what: `${NAMES[kind]}: signed twice; signed but neither recorded nor named; recorded but not signed`,
    reach: '0; 0; 0',
    reached: judged(`${doubled.length}; ${missing.length}; ${extra.length}`, !isBroken),
    bare: '',
    note: [`left to a person ${persons.length}`, ...counted(broken)].join('; '),
    isBroken,
  };
}

/** What becomes of orders whose own answer is lost, by the way in which it is lost. */
export function wayRows(pairs: readonly Pair[]): Row[] {
  const row = (what: string, isMeant: (ways: readonly string[]) => boolean): Row => {
    const cells = pairs.map(
      ({ kind, lossy }) => `${NAMES[kind]} ${fateOf(lossy.flatMap((one) => ownOf(one, isMeant)))}`,
    );
    return { what: `lost: ${what}`, reach: '', reached: cells.join('; '), bare: '', note: '' };
  };
  const once = WAYS.map(({ name }) => row(name, (ways) => ways.length === 1 && ways[0] === name));
  return [...once, row('and lost again when it was sent again', (ways) => ways.length > 1)];
}

interface OwnSale extends Sold {
  readonly needsPerson: boolean;
}

/** The sales of one box whose own answers were lost in the ways that are meant. */
function ownOf({ sold, lost, open }: Told, isMeant: (ways: readonly string[]) => boolean): OwnSale[] {
  return sold.flatMap((sale) => {
    const ways = lost.filter(({ name }) => name === sale.name).map(({ way }) => way);
    const needsPerson = open.some((one) => one.needsPerson && one.name === sale.name);
    return isMeant(ways) ? [{ ...sale, needsPerson }] : [];
  });
}

/** `12 of 17 in 15 s, median 0.1 s, longest 61.9 s`, and the orders that need a person. */
function fateOf(sales: readonly OwnSale[]): string {
  if (sales.length === 0) return 'none';
  const waits = sales.map(({ wait }) => wait ?? Infinity);
  const { part, whole } = inTime(sales);
  const persons = sales.filter(({ needsPerson }) => needsPerson).length;
  const times = `median ${seconds(median(waits))}, longest ${seconds(Math.max(...waits))}`;
  return `${part} of ${whole} in 15 s, ${times}${persons > 0 ? `, **${persons} left to a person**` : ''}`;
}

interface Share {
  readonly part: number;
  readonly whole: number;
}

function inTime(sales: readonly Pick<Sold, 'wait'>[]): Share {
  return { part: sales.filter(({ wait }) => wait !== null && wait <= PATIENCE).length, whole: sales.length };
}

function percent({ part, whole }: Share): string {
  return `${((100 * part) / whole).toFixed(2)} %`;
}

function salesOf(told: readonly Told[], whose: 'all' | 'others'): Sold[] {
  return told.flatMap(({ sold, lost }) => {
    const names = new Set(whose === 'others' ? lost.map(({ name }) => name) : []);
    return sold.filter(({ name }) => !names.has(name));
  });
}

function lostOf(told: readonly Told[]): Told['lost'][number][] {
  return told.flatMap(({ lost }) => lost);
}

/** Names of sales that the processor itself has signed more than once. */
function doubledIn({ signed }: Told): string[] {
  const names = signed.map(({ name }) => name);
  return names.filter((name, place) => names.indexOf(name) !== place);
}

/** Signed, but neither in the ledger under its number nor among what the box names as not known. */
function missingIn({ signed, recorded, open }: Told): string[] {
  const [numbers, named] = [new Set(recorded.map(({ number }) => number)), new Set(open.map(({ name }) => name))];
  return signed.filter(({ name, number }) => !numbers.has(number) && !named.has(name)).map(({ name }) => name);
}

/** In the ledger, but not under the number and for the sale that the processor has signed. */
function unsignedIn({ signed, recorded }: Told): string[] {
  const names = new Map(signed.map(({ name, number }) => [number, name]));
  return recorded.filter(({ name, number }) => names.get(number) !== name).map(({ name }) => name);
}

/** How the answers of each of these sales of one box were lost. */
function waysOf({ lost }: Told, names: readonly string[]): string[] {
  return [...new Set(names)].map((name) => {
    const ways = lost.filter((one) => one.name === name).map(({ way }) => way);
    return ways.length === 0 ? 'not lost at all' : ways.join(' and then ');
  });
}

/** `2 × 302 after signing`. */
function counted(words: readonly string[]): string[] {
  return [...new Set(words)].map((word) => `${words.filter((one) => one === word).length} × ${word}`);
}
