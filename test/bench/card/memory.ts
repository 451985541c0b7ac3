import { setTimeout as delay } from 'node:timers/promises';
import type { Bench } from '../bench.js';
import { Customer } from '../customer.js';
import { judged, median, ms, type Row } from '../figures.js';
import { CardCounter } from './counter.js';
import { heldRow, usbRow } from './usb.js';

/** Most that a reader may take, MB. */
const REACH = 4;
/** Most that the card may add to a sale after the first, ms. */
const SALE_REACH = 1;
/** After something has happened to a box, this is not its rest, ms. */
const SETTLING = 6000;
/** Of a shop without a buyer, ms. */
const PAUSE = 75_000;
const SALES = 30;

/** Resident memory of a box at its stages, MB. */
interface Stages {
  readonly alone: number;
  readonly withReader: number;
  readonly selling: number;
  readonly idle: number;
  /** What the first sale took after that, ms. */
  readonly sale: number;
}
type Step = Exclude<keyof Stages, 'sale'>;
type Round = Readonly<Record<'card' | 'file', Stages>>;

/** What reader, card and a V-PFR by the key of the card take, beside a box that does the same with a key of a file. */
export async function memoryRows(bench: Bench): Promise<Row[]> {
  const rounds = bench.size({ full: 7, quick: 3 });
  const customer = new Customer();
  const seen: Round[] = [];
  try {
    for (let round = 1; round <= rounds; round += 1) {
      bench.say(`memory of a box with a card and of one without, round ${round} of ${rounds}`);
      seen.push(await oneRound(bench, customer));
    }
  } finally {
    customer.end();
  }
  const rowOf = (what: string, reach: string, from: Step, to: Step, note: string): Row => {
    const grown = (key: 'card' | 'file'): number[] => seen.map((stages) => stages[key][to] - stages[key][from]);
    const [card, file] = [grown('card'), grown('file')];
    const figure = signed(median(card));
    return {
      what,
      reach,
      reached: reach === '' ? figure : judged(figure, median(card) <= REACH),
      bare: `${signed(median(file))} without a card`,
      note: `medians of ${rounds} starts, garbage collected; by start: ${card.map(plain).join(', ')} and ${file.map(plain).join(', ')}; ${note}`,
    };
  };
  const at = median(seen.map(({ card }) => card.alone)).toFixed(0);
  return [
    rowOf('RSS with a reader and its card', `+ ≤ ${REACH} MB`, 'alone', 'withReader', `by pcscd; ${at} MB before`),
    rowOf('RSS with V-PFR by the key of the card', '', 'withReader', 'selling', `${SALES} sales, GnuTLS in its thread`),
    rowOf('the same, a while after the last sale', '', 'withReader', 'idle', `${PAUSE / 1000} s after the last sale`),
    saleRow(seen),
    await usbRow(bench),
    await heldRow(bench),
  ];
}

/** The thread is there still, and the session is resumed. */
function saleRow(seen: readonly Round[]): Row {
  const [card, file] = [seen.map((stages) => stages.card.sale), seen.map((stages) => stages.file.sale)];
  const over = median(card) - median(file);
  return {
    what: 'the first sale after such a pause, key of the card over key of a file',
    reach: `+ ≤ ${SALE_REACH} ms`,
    reached: judged(ms(over), over <= SALE_REACH),
    bare: `${ms(median(file))}, key of a file`,
    note: `medians of ${seen.length}; by start: ${card.map(plain).join(', ')} and ${file.map(plain).join(', ')} ms`,
  };
}

async function oneRound(bench: Bench, customer: Customer): Promise<Round> {
  const [card, file] = [await CardCounter.open(bench, 'card'), await CardCounter.open(bench, 'file')];
  const both = [card, file];
  const held = async (pause = SETTLING): Promise<readonly number[]> => {
    await delay(pause);
    for (const { service } of both) service.collect();
    await delay(1000);
    return both.map(({ service }) => service.rss / 1e6);
  };
  try {
    const stages = [await held()];
    await card.takeReader();
    stages.push(await held());
    for (const counter of both) {
      await counter.useVpfr();
      await counter.sell(customer, SALES);
    }
    stages.push(await held());
    stages.push(await held(PAUSE));
    const sales: (number | undefined)[] = [];
    for (const counter of both) sales.push(...(await counter.sell(customer, 1)));
    const of = (which: number): Stages => {
      const [alone = NaN, withReader = NaN, selling = NaN, idle = NaN] = stages.map(
        (megabytes) => megabytes[which] ?? NaN,
      );
      return { alone, withReader, selling, idle, sale: sales[which] ?? NaN };
    };
    return { card: of(0), file: of(1) };
  } finally {
    for (const counter of both) await counter.close();
  }
}

const plain = (megabytes: number): string => megabytes.toFixed(1);

function signed(megabytes: number): string {
  return `${megabytes >= 0 ? '+' : '−'} ${plain(Math.abs(megabytes))} MB`;
}
