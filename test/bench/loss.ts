import type { Bench } from './bench.js';
import type { Row } from './figures.js';
import { Chain } from './loss/chain.js';
import { shopRows, rushRows, type Pair, wayRows } from './loss/rows.js';
import { Tills } from './loss/tills.js';

const SALES = { full: 10_000, quick: 1000 };
const LOST_ONE_IN = 50;
const TILLS = 8;
const KINDS = ['lpfr', 'vpfr'] as const;

/**
 * Buyers who come to their till one after the other, each some time after the last one. Many branches at once, so that
 * enough of them buy in a few minutes; a processor belongs to one branch.
 */
const SHOP = { branches: 8, pause: 4000 };
/** Tills that ask again as soon as they are answered: boxes that lose and boxes that do not take turns. */
const RUSH = { share: 20, turns: 5 };

/** What lost answers cost, and whether anything is doubled or lost: real boxes, of which some have processors that lose answers. */
export async function lossRows(bench: Bench): Promise<Row[]> {
  const sales = bench.sales ?? bench.size(SALES);
  const tills = new Tills();
  try {
    const pairs = await inShops(bench, tills, sales);
    const rushes = await inRushes(bench, tills, Math.ceil(sales / RUSH.share));
    return [...pairs.flatMap(shopRows), ...rushes.flatMap(rushRows), ...wayRows(pairs)];
  } finally {
    tills.end();
  }
}

/** All at the same time. */
async function inShops(bench: Bench, tills: Tills, sales: number): Promise<Pair[]> {
  const { branches, pause } = SHOP;
  const chains = await opened(bench, tills, branches);
  const each = Math.ceil(sales / branches);
  bench.say(
    `${each} sales in each of ${branches} shops with an L-PFR and ${branches} with a V-PFR, and as many without losses`,
  );
  const shift = { name: 'shop', sales: each, tills: TILLS, pause };
  const all = chains.flatMap(({ lossy, sound }) => [lossy, sound]);
  await Promise.all(all.map((chain) => chain.sellEverywhere(shift)));
  return told(bench, chains);
}

async function inRushes(bench: Bench, tills: Tills, sales: number): Promise<Pair[]> {
  const chains = await opened(bench, tills, 1);
  const each = Math.ceil(sales / RUSH.turns);
  bench.say(`${sales} sales as fast as they go at each of ${2 * chains.length} boxes, in turns`);
  for (let turn = 1; turn <= RUSH.turns; turn += 1) {
    const shift = { name: `rush-${turn}`, sales: each, tills: TILLS, pause: 0 };
    for (const { lossy, sound } of chains) {
      for (const chain of turn % 2 === 0 ? [lossy, sound] : [sound, lossy]) await chain.sellEverywhere(shift);
    }
  }
  return told(bench, chains);
}

type Chains = readonly { readonly kind: (typeof KINDS)[number]; readonly lossy: Chain; readonly sound: Chain }[];

async function opened(bench: Bench, tills: Tills, count: number): Promise<Chains> {
  bench.say(`starting ${4 * count} boxes`);
  const open = (kind: (typeof KINDS)[number], lostOneIn: number): Promise<Chain> => {
    return Chain.open(bench, tills, { kind, count, lostOneIn, seed: count });
  };
  return Promise.all(
    KINDS.map(async (kind) => ({ kind, lossy: await open(kind, LOST_ONE_IN), sound: await open(kind, 0) })),
  );
}

async function told(bench: Bench, chains: Chains): Promise<Pair[]> {
  bench.say('waiting for the last lost sales');
  const pairs = await Promise.all(
    chains.map(async ({ kind, lossy, sound }) => {
      const [lost, none] = [await lossy.told(), await sound.told()];
      return { kind, lossy: lost, sound: none, rates: { lossy: lossy.rate(lost), sound: sound.rate(none) } };
    }),
  );
  for (const { lossy, sound } of chains) {
    await lossy.close();
    await sound.close();
  }
  return pairs;
}
