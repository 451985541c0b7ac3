import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ok } from '../../../src/base/result.js';
import { CARD_HOLDER, knownCard, newCard } from '../../kit/card/cards.js';
import type { FakeReader } from '../../kit/card/fakeReader.js';
import type { TaxCard } from '../../kit/card/taxCard.js';
import { type Random, seededRandom } from '../../kit/random.js';
import { shortest } from '../../kit/shrink.js';
import { Follower } from './follower.js';
import { OWN } from './shop.js';

/** How many; READER_HISTORIES sets the number. */
const COUNT = Number(process.env['READER_HISTORIES'] ?? 40);
const READERS = 3;
/** Until all has come to rest: a card that another program had is tried again every 30 seconds, ms. */
const REST = 60_000;

/** Cards on the counter, from the least useful to the most useful, and the box's name for each. */
const CARDS = [
  { called: 'unknown card', holder: CARD_HOLDER },
  { called: 'other shop', holder: { ...CARD_HOLDER, uid: 'CARD0002', tin: '101670560' } },
  { called: 'needs confirmation', holder: { ...CARD_HOLDER, edition: 2 } },
  { called: 'ready', holder: { ...CARD_HOLDER, uid: 'CARD0003' } },
  { called: 'ready', holder: CARD_HOLDER },
] as const;

type Deed =
  | { readonly does: 'insert'; readonly card: number; readonly reader: number }
  | { readonly does: 'remove' | 'plug' | 'unplug' | 'take' | 'free'; readonly reader: number }
  | { readonly does: 'wait'; readonly ms: number }
  | { readonly does: 'enter' };

function randomDeed(random: Random): Deed {
  const reader = random.int(0, READERS - 1);
  switch (random.int(0, 9)) {
    case 0:
      return { does: 'unplug', reader };
    case 1:
      return { does: random.pick(['plug', 'take', 'free'] as const), reader };
    case 2:
      return { does: 'remove', reader };
    case 3:
    case 4:
    case 5:
      return { does: 'insert', card: random.int(0, CARDS.length - 1), reader };
    case 6:
      return { does: 'enter' };
    default:
      return { does: 'wait', ms: random.pick([0, 1, 20, 400, 3000, 9000]) };
  }
}

/** Lives through it and then rests; gives what is wrong then. */
async function live(deeds: readonly Deed[]): Promise<string | undefined> {
  const cards: TaxCard[] = [];
  for (const { called, holder } of CARDS) {
    const card = await newCard({}, holder);
    if (called === 'unknown card') card.spoil = () => ({ data: Buffer.alloc(0), word: 0x6a82 });
    cards.push(card);
  }
  const follower = new Follower();
  follower.another();
  follower.another();
  const { all } = follower;
  const inside = new Map<FakeReader, number>();
  follower.rules = { ...OWN, knownCards: [knownCard(), knownCard(CARDS[3].holder)] };
  follower.ways = ok(['usb', 'pcsc']);
  follower.cards.start();
  let accepted = 0;
  for (const deed of deeds) {
    const reader = 'reader' in deed ? all[deed.reader] : undefined;
    switch (deed.does) {
      case 'insert':
        if (reader === undefined || [...inside.values()].includes(deed.card)) break;
        cards[deed.card]!.reset();
        follower.insert(cards[deed.card]!, reader);
        inside.set(reader, deed.card);
        break;
      case 'remove':
        reader?.remove();
        inside.delete(reader!);
        break;
      case 'plug':
        if (reader?.isPlugged === false) reader.plug();
        break;
      case 'unplug':
        reader?.unplug();
        break;
      case 'take':
      case 'free':
        reader!.isTaken = deed.does === 'take';
        break;
      case 'wait':
        await follower.pass(deed.ms);
        break;
      case 'enter':
        if ((await follower.within(follower.cards.enterPin({ pin: '1234' }))).kind === 'accepted') accepted += 1;
        break;
    }
  }
  for (const reader of all) reader.isTaken = false;
  await follower.pass(REST);
  const there = all.filter(({ isPlugged }) => isPlugged);
  const best = Math.max(-1, ...there.map((reader) => inside.get(reader) ?? -1));
  const wanted = there.length === 0 ? 'no reader' : best < 0 ? 'no card' : CARDS[best]!.called;
  const shown = follower.shown.split(':')[0];
  const given = cards.reduce((sum, card) => sum + card.pki.pin.given.length, 0);
  const held = there.filter(({ isClaimed }) => isClaimed).length;
  await follower.stop();
  if (shown !== wanted) return `${shown} instead of ${wanted}`;
  if (given > accepted) return `${given} PINs were given, and a person entered ${accepted}`;
  const most = wanted === 'ready' ? 1 : there.length;
  return held === most ? undefined : `${held} readers are held instead of ${most}`;
}

test('whatever is put in, pulled out and unplugged: at rest the best card counts, and no PIN was tried by itself', async () => {
  const random = seededRandom();
  for (let count = 0; count < COUNT; count += 1) {
    const deeds = Array.from({ length: random.int(3, 20) }, () => randomDeed(random));
    if ((await live(deeds)) === undefined) continue;
    const short = await shortest(deeds, async (list) => (await live(list)) !== undefined);
    assert.unreachable([await live(short), ...short.map((deed) => JSON.stringify(deed))].join('\n'));
  }
});

test.run();
