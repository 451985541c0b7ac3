import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { TaxCardOptions } from '../../kit/card/taxCard.js';
import { CARD_HOLDER, cardCredentials } from '../../kit/card/cards.js';
import { seededRandom } from '../../kit/random.js';
import { shortest } from '../../kit/shrink.js';
import { type Deed, History, randomHistory } from './histories.js';

/** All of them, or as many as fit into the time; CARD_HISTORIES sets the number. */
const MOST = Number(process.env['CARD_HISTORIES'] ?? 100_000);
const CPU_MS = process.env['CARD_HISTORIES'] === undefined ? 5_000 : Infinity;

const OTHER = { ...CARD_HOLDER, uid: 'CARD0002' };

const random = seededRandom();

test('no PIN is tried without a person, whatever happens to cards, readers and the box', async () => {
  const own = { ...(await cardCredentials()), ...CARD_HOLDER };
  const other = { ...(await cardCredentials(OTHER)), ...OTHER };
  const holders: (TaxCardOptions & { tin: string })[] = [
    own,
    // Its twin: the same name, another certificate and PIN.
    { ...other, uid: own.uid, tin: own.tin, pin: '5678', version: '3.1.0' },
    { ...other, version: '1.1.0' },
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
