import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ChatServer } from '../../../kit/chat/server.js';
import { cases } from '../../../kit/cases.js';
import { BoxProcess, cleanUp, SALE, temporaryFolder } from '../../../kit/process.js';
import { seededRandom } from '../../../kit/random.js';
import { opened, SECRET } from './scene.js';

const KILLS = cases('KILLS', { ci: 1, all: 5 });

const random = seededRandom();
const folder = join(temporaryFolder(), 'data');
test.after(cleanUp);

/** Sells one after the other until the box has ended. */
async function sell(box: BoxProcess, key: string): Promise<void> {
  try {
    for (;;) await box.issue(key, SALE);
  } catch {
    // the box was killed
  }
}

interface Page {
  readonly events: readonly { readonly cursor: string; readonly type: string }[];
  readonly cursor: string;
  readonly more: boolean;
}

async function pageAfter(box: BoxProcess, key: string, after: string): Promise<Page> {
  const { status, text } = await box.send('GET', `/events?limit=1000&after=${after}`, key);
  assert.is(status, 200, text);
  return JSON.parse(text) as Page;
}

test(`kill -9, ${KILLS} times, while the box sells and tells: each event arrives, in order, and repeats have its id`, () =>
  ChatServer.during({}, async (server) => {
    let box = await BoxProcess.start({ folder });
    const [key = ''] = await box.keys(1);
    const hook = { name: 'shop', url: `${server.origin}/`, secret: SECRET, events: ['invoice.*'] };
    assert.is((await box.ask('settings.set', { name: 'webhooks', value: [hook] }))?.ok, true);
    const { cursor: begun } = await pageAfter(box, key, 'now');
    for (let kill = 0; kill < KILLS; kill += 1) {
      const wanted = server.requests.length + random.int(1, 30);
      const selling = sell(box, key);
      await server.until(() => server.requests.length >= wanted);
      if (random.oneIn(2)) {
        // A request is under way, of which the box never learns whether it was taken.
        server.faults.push(random.pick(['silence', 'drop'] as const));
        await server.until(() => server.faults.length === 0);
      }
      await box.stop('SIGKILL');
      await selling;
      box = await BoxProcess.start({ folder });
    }
    const events: Page['events'][number][] = [];
    for (let [after, more] = [begun, true]; more;) {
      const page = await pageAfter(box, key, after);
      events.push(...page.events.filter(({ type }) => type.startsWith('invoice.')));
      [after, more] = [page.cursor, page.more];
    }
    const last = events.at(-1)?.cursor;
    await server.until(() => server.taken.at(-1)?.body.includes(String(last)) === true);
    const taken = server.taken.map(opened);
    assert.equal([...new Map(taken.map(({ id, data }) => [id, data])).values()], events, `SEED=${random.seed}`);
    assert.is(new Set(taken.map(({ id, data }) => `${id} ${String(data['cursor'])}`)).size, events.length);
    assert.ok(events.length > KILLS);
    assert.is((await box.stop()).code, 0);
    process.stdout.write(`${KILLS} kills: ${events.length} events, ${taken.length - events.length} repeats\n`);
  }));

test.run();
