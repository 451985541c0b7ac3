import type { CardLink } from '../../../src/processors/card/link.js';
import { type CardReport, readCard } from '../../../src/processors/card/readCard.js';
import { CARD_HOLDER, cardCredentials, type Holder, knownCard, newCard } from '../../kit/card/cards.js';
import { ChipReader } from '../../kit/card/chipReader.js';
import { Desk } from '../../kit/card/desk.js';
import { must } from '../../kit/card/must.js';
import { MODELS } from '../../kit/card/readerModels.js';
import { CARDS, SlotCard } from '../../kit/card/slotCard.js';
import { Random } from '../../kit/random.js';
import { randomHistory } from '../../processors/card/pin/deeds.js';
import { History } from '../../processors/card/pin/histories.js';
import { play, sessionOf } from '../../processors/card/reader/t1Sessions.js';
import type { Bench } from '../bench.js';
import { count, cpuOf, judged, median, ms, quantile, type Row } from '../figures.js';

/** Most CPU from the selection of an applet to its certificate, ms. */
const REACH = 20;

/** What the box's own work with a card costs; reader and card are in the process, and their work is counted as the box's. */
export async function readingRows(bench: Bench): Promise<Row[]> {
  return [await inProcessRow(bench), await ccidRow(bench), t1Row(bench), await pinRow(bench)];
}

async function inProcessRow(bench: Bench): Promise<Row> {
  bench.say('cards in process are read');
  const took = await eachTook(bench, async () => {
    const reader = new ChipReader();
    reader.insert(await newCard());
    const link = must(await reader.connect());
    return () => readCard(link);
  });
  return readingRow(
    'select to certificate on the in-process reader, CPU',
    took,
    'both applets and all that a card tells',
  );
}

async function ccidRow(bench: Bench): Promise<Row> {
  bench.say('cards behind a CCID reader of TPDU level are read');
  const took = await eachTook(bench, async () => {
    const desk = new Desk(MODELS.ct30);
    desk.usb.insert(new SlotCard(await newCard(), CARDS.serbia));
    const reader = await desk.open();
    return () => {
      return desk.within(
        (async () => {
          const link: CardLink = must(await reader.connect());
          return readCard(link);
        })(),
      );
    };
  });
  return readingRow(
    'the same with power-up, through CCID and T=1 in the box',
    took,
    `${MODELS.ct30.name}, firmware and card in the process, time is virtual`,
  );
}

/** CPU of each reading, ms. */
async function eachTook(
  bench: Bench,
  prepare: () => Promise<() => Promise<{ readonly ok: boolean; readonly value?: CardReport }>>,
): Promise<number[]> {
  const took: number[] = [];
  for (let n = bench.size({ full: 300, quick: 60 }); n > 0; n -= 1) {
    const read = await prepare();
    const cpu = await cpuOf([read], async (work) => {
      if (!(await work()).ok) throw new Error('the card was not read');
    });
    took.push(cpu / 1000);
  }
  return took;
}

function readingRow(what: string, took: readonly number[], note: string): Row {
  const middle = median(took);
  return {
    what,
    reach: `≤ ${REACH} ms`,
    reached: judged(ms(middle), middle <= REACH),
    bare: '',
    note: `median of ${took.length}, p99 ${ms(quantile(took, 0.99))}, the first ${ms(took[0] ?? NaN)}; ${note}`,
  };
}

/** Sessions with faults, as the proof of T=1 plays them. */
function t1Row(bench: Bench): Row {
  bench.say('blocks of T=1');
  const random = new Random(1);
  const wanted = bench.size({ full: 1_000_000, quick: 50_000 });
  const begun = process.cpuUsage();
  let blocks = 0;
  for (; blocks < wanted;) {
    const { fault, ...played } = play(sessionOf(random.int(0, 2 ** 31)));
    if (fault !== undefined) throw new Error(fault);
    blocks += played.blocks;
  }
  return rateRow('T=1 blocks with random faults, per second of CPU', blocks, begun, 'of both ends, and judged');
}

/** Histories of people, cards and faults, as the proof of the PIN rules lives through them. */
async function pinRow(bench: Bench): Promise<Row> {
  bench.say('histories of PINs');
  const random = new Random(1);
  const of = async (holder: Holder) => ({
    ...(await cardCredentials(holder)),
    uid: holder.uid,
    known: knownCard(holder),
  });
  const twin = { ...(await of({ ...CARD_HOLDER, edition: 2 })), pin: '5678' };
  const holders = [await of(CARD_HOLDER), twin, await of({ ...CARD_HOLDER, uid: 'CARD0002' })];
  const wanted = bench.size({ full: 10_000, quick: 1000 });
  const begun = process.cpuUsage();
  for (let n = 0; n < wanted; n += 1) {
    const faults = await new History(holders).live(randomHistory(random, false));
    if (faults.length > 0) throw new Error(faults.join('; '));
  }
  return rateRow('PIN histories per second of CPU', wanted, begun, '5 to 21 deeds each, every VERIFY judged');
}

function rateRow(what: string, done: number, begun: NodeJS.CpuUsage, note: string): Row {
  const { user, system } = process.cpuUsage(begun);
  return {
    what,
    reach: '',
    reached: count(done / ((user + system) / 1e6)),
    bare: '',
    note: `${count(done)}, ${note}`,
  };
}
