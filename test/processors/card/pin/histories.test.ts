import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CARD_HOLDER, cardCredentials, type Holder, knownCard } from '../../../kit/card/cards.js';
import { cases } from '../../../kit/cases.js';
import { seededRandom } from '../../../kit/random.js';
import { shortest } from '../../../kit/shrink.js';
import { type Deed, randomHistory } from './deeds.js';
import { History, type HistoryCard } from './histories.js';

/** All of them, or as many as fit into the time; CARD_HISTORIES sets the number, and in CI it is always the same. */
const ALL = 100_000;
const MOST = cases('CARD_HISTORIES', { ci: 150, all: ALL });
const CPU_MS = MOST === ALL ? 2_500 : Infinity;

const OTHER = { ...CARD_HOLDER, uid: 'CARD0002' };

const random = seededRandom();

async function holdersOf(): Promise<readonly HistoryCard[]> {
  const of = async (holder: Holder) => ({
    ...(await cardCredentials(holder)),
    uid: holder.uid,
    known: knownCard(holder),
  });
  return [
    await of(CARD_HOLDER),
    // Its twin: the same name, another certificate and PIN.
    { ...(await of({ ...CARD_HOLDER, edition: 2 })), pin: '5678', version: '3.1.0' },
    { ...(await of(OTHER)), version: '1.1.0' },
  ];
}

async function liveThrough(mayKeep: boolean) {
  const holders = await holdersOf();
  const begin = process.cpuUsage();
  const total = { histories: 0, entered: 0, repeated: 0, kept: 0, lost: 0 };
  for (; total.histories < MOST && cpuSince(begin) < CPU_MS; total.histories += 1) {
    const deeds = randomHistory(random, mayKeep);
    const history = new History(holders);
    const faults = await history.live(deeds);
    if (faults.length > 0) assert.unreachable(await told(holders, deeds));
    for (const name of ['entered', 'repeated', 'kept', 'lost'] as const) total[name] += history.seen[name];
  }
  const { histories, entered, repeated, kept, lost } = total;
  process.stdout.write(
    `${histories} histories: ${entered} PINs by a person, ${repeated} repeated, ${kept} kept, ${lost} of these wrong\n`,
  );
  return total;
}

test('no PIN is tried without a person, whatever happens to cards, readers and the box', async () => {
  const { histories, entered, repeated, kept } = await liveThrough(false);
  assert.ok(entered > histories / 4 && repeated > histories / 10, 'they try what they should');
  assert.is(kept, 0);
});

test('a PIN that is kept is tried once a start, by the card that has accepted it, and costs a try only when it was changed', async () => {
  const { histories, kept, lost } = await liveThrough(true);
  assert.ok(kept > histories / 10 && lost > histories / 1000, 'they keep what they should');
});

/** The shortest history that fails still, and how. */
async function told(holders: readonly HistoryCard[], deeds: readonly Deed[]): Promise<string> {
  const fails = async (list: readonly Deed[]) => (await new History(holders).live(list)).length > 0;
  const list = await shortest(deeds, fails);
  const faults = await new History(holders).live(list);
  return [...faults, ...list.map((deed) => JSON.stringify(deed))].join('\n');
}

function cpuSince(begin: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1_000;
}

test.run();
