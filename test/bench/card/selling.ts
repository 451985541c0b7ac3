import type { Bench } from '../bench.js';
import { Customer } from '../customer.js';
import { judged, median, ms, quantile, type Row } from '../figures.js';
import { CardCounter } from './counter.js';

/** Most that the card may add to a sale after the first, ms. */
const REACH = 1;
/** Sales of each box that are not counted, the first with its handshake among them. */
const WARM_UP = 40;
/** Sales after a reconnect. */
const AFTER = 10;

/** Sales by a V-PFR with the key of the card, and the same sales with one of a file, in turn. */
export async function sellingRows(bench: Bench): Promise<Row[]> {
  const [card, file] = [await CardCounter.open(bench, 'card'), await CardCounter.open(bench, 'file')];
  const customer = new Customer();
  try {
    await card.takeReader();
    for (const counter of [card, file]) await counter.useVpfr();
    const rounds = bench.size({ full: 1500, quick: 200 });
    bench.say(`${rounds} sales by a V-PFR with the key of the card and of a file, in turn`);
    const [first = NaN] = await card.sell(customer, 1);
    const [plain = NaN] = await file.sell(customer, 1);
    for (const counter of [card, file]) await counter.sell(customer, WARM_UP - 1);
    const before = { card: card.service.cpu, file: file.service.cpu };
    let inHundred = card.signatures;
    for (let round = 1; round <= rounds; round += 1) {
      for (const counter of round % 2 === 0 ? [card, file] : [file, card]) {
        counter.took.push(...(await counter.sell(customer, 1)));
      }
      if (round === 100 - WARM_UP) inHundred = card.signatures;
    }
    const cpu = {
      card: (card.service.cpu - before.card) / rounds,
      file: (file.service.cpu - before.file) / rounds,
    };
    const all = card.signatures;
    return [
      overheadRow(card.took, file.took, cpu),
      firstRow(first, plain),
      signaturesRow(inHundred, all, rounds + WARM_UP),
      await reconnectRow(card, customer),
    ];
  } finally {
    customer.end();
    for (const counter of [card, file]) await counter.close();
  }
}

function overheadRow(
  card: readonly number[],
  file: readonly number[],
  cpu: Readonly<Record<'card' | 'file', number>>,
): Row {
  const over = median(card) - median(file);
  const each = median(card.map((took, at) => took - (file[at] ?? NaN)));
  return {
    what: 'a sale by V-PFR after the first, key of the card over key of a file',
    reach: `+ ≤ ${REACH} ms`,
    reached: judged(`${over >= 0 ? '+' : '−'} ${ms(Math.abs(over))}`, over <= REACH),
    bare: `${ms(median(file))}, key of a file`,
    note: [
      `medians of ${card.length} sales over HTTPS each, in turn`,
      `median of the differences ${ms(each)}`,
      `p99 ${ms(quantile(card, 0.99))} and ${ms(quantile(file, 0.99))}`,
      `CPU of the box for a sale ${ms(cpu.card)} and ${ms(cpu.file)}`,
    ].join('; '),
  };
}

function firstRow(card: number, file: number): Row {
  return {
    what: 'the first sale, with the handshake that the card signs',
    reach: '',
    reached: ms(card),
    bare: `${ms(file)}, key of a file`,
    note: 'one each; a card in software signs in a few ms, a real one is known to take 300 to 1,000 ms',
  };
}

function signaturesRow(inHundred: number, all: number, sales: number): Row {
  return {
    what: 'signatures of the card for 100 sales',
    reach: '1',
    reached: judged(String(inHundred), inHundred <= 1),
    bare: '',
    note: `${all} for ${sales}; the stand-in resumes sessions, as Node.js does, for 5 minutes`,
  };
}

/** The V-PFR is started anew: it knows no session any more, and has another key. */
async function reconnectRow(card: CardCounter, customer: Customer): Promise<Row> {
  const before = card.signatures;
  await card.pfr.stop();
  await card.pfr.up();
  await card.sell(customer, AFTER);
  const signed = card.signatures - before;
  return {
    what: 'signatures of the card after a restart of the V-PFR',
    reach: '1',
    reached: judged(String(signed), signed <= 1),
    bare: '',
    note: `with the ${AFTER} sales after it`,
  };
}
