import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CARD_HOLDER, cardCredentials, type Holder, knownCard } from '../../kit/card/cards.js';
import { seededRandom } from '../../kit/random.js';
import { shortest } from '../../kit/shrink.js';
import { type Deed, History, type HistoryCard, randomHistory } from './histories.js';

/** All of them, or as many as fit into the time; CARD_HISTORIES sets the number. */
const MOST = Number(process.env['CARD_HISTORIES'] ?? 100_000);
const CPU_MS = process.env['CARD_HISTORIES'] === undefined ? 5_000 : Infinity;

const OTHER = { ...CARD_HOLDER, uid: 'CARD0002' };

const random = seededRandom();

test('no PIN is tried without a person, whatever happens to cards, readers and the box', async () => {
  const of = async (holder: Holder) => ({
    ...(await cardCredentials(holder)),
    uid: holder.uid,
    known: knownCard(holder),
  });
  const holders: readonly HistoryCard[] = [
    await of(CARD_HOLDER),
    // Its twin: the same name, another certificate and PIN.
    { ...(await of({ ...CARD_HOLDER, edition: 2 })), pin: '5678', version: '3.1.0' },
    { ...(await of(OTHER)), version: '1.1.0' },
  ];
  const begin = process.cpuUsage();
  const total = { histories: 0, entered: 0, repeated: 0 };
  for (; total.histories < MOST && cpuSince(begin) < CPU_MS; total.histories += 1) {
    const deeds = randomHistory(random);
    const history = new History(holders);
    const faults = await history.live(deeds);
    if (faults.length > 0) assert.unreachable(await told(holders, deeds));
    total.entered += history.seen.entered;
    total.repeated += history.seen.repeated;
  }
  const { histories, entered, repeated } = total;
  process.stdout.write(`${histories} histories: ${entered} PINs by a person, ${repeated} repeated\n`);
  assert.ok(entered > histories / 4 && repeated > histories / 10, 'they try what they should');
});

/** The shortest history that fails still, and how. */
async function told(holders: ConstructorParameters<typeof History>[0], deeds: readonly Deed[]): Promise<string> {
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
