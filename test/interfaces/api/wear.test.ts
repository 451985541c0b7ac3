// proof: wear
// time limit: 600 s
// The oracle of wear: what one key can make the box write in a day, whatever it asks for, at the rate that it is
// allowed.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from '../../../src/base/clock.js';
import { nodeDisk } from '../../../src/base/nodeDisk.js';
import { flashBudgetCheck } from '../../../src/interfaces/health/checks/flash.js';
import { BLOCK } from '../../../src/platform/ledger/segment.js';
import { defaultSettings } from '../../../src/shop/settings/registry.js';
import { healthPartsOf } from '../../../src/programs/box/health.js';
import { RATE_LIMIT } from '../../../src/interfaces/api/middleware/throttle.js';
import { body, line } from '../../sales/invoicing/bodies.js';
import { TestBox } from '../../kit/box.js';
import { type Client, read } from '../../kit/client.js';
import { wrapped } from '../../kit/disk/wrapped.js';
import { FakePfrServer } from '../../kit/pfr/server.js';
import { type Random, seededRandom } from '../../kit/random.js';
import type { Received, Reply } from '../../kit/transport.js';
import { serveWithoutSocket } from '../../kit/serve.js';
import { Turns } from '../../kit/turns.js';

/** A key is let write until its budget ends. */
const turns = new Turns(5);

const random = seededRandom();

/** The promise: bytes written per day by one key at the default budget. */
const PROMISED = 2e9;
/** The smallest budget that can be set; what holds of it holds of a larger one, since all is charged by what it is. */
const BUDGET_MB = 100;
/** What a box writes without any key: the first zeros of two segments, its own keys and settings. */
const OWN = 4e6;

/** Counts blocks of every write, flushed or not, each by itself: the most that a flash can get to see. */
class WrittenBlocks {
  bytes = 0;
  readonly disk = wrapped(nodeDisk, {
    file: (file) => ({
      datasync: () => Promise.resolve(),
      write: (position, bytes) => {
        file.write(position, bytes);
        this.bytes += (Math.ceil((position + bytes.length) / BLOCK) - Math.floor(position / BLOCK)) * BLOCK;
      },
    }),
  });
}

interface Attack {
  readonly name: string;
  /** Done once, before the counting. */
  readonly prepare?: (box: TestBox, client: Client) => Promise<void>;
  readonly request: (client: Client, n: number) => Promise<Received | Reply>;
}

const letters = (random: Random, count: number): string =>
  Array.from({ length: count }, () => String.fromCodePoint(random.int(0x4e00, 0x9fff))).join('');
const longName = (): string => letters(random, 200);
let original = '';

const ATTACKS: readonly Attack[] = [
  {
    name: 'sales of 500 random names of full length',
    request: (client) =>
      client.post('/invoices', body({ items: Array.from({ length: 500 }, () => line({ name: longName() })) })),
  },
  {
    name: 'sales of one line, each with another cashier',
    request: (client, n) =>
      client.post('/invoices', body({ cashier: letters(random, 50), clientRequestId: `wear-test-${n}` })),
  },
  {
    name: 'copies of a receipt of 500 random names',
    prepare: async (_box, client) => {
      const items = Array.from({ length: 500 }, () => line({ name: longName() }));
      original = read('Invoice', 201, await client.post('/invoices', body({ items }))).uuid;
    },
    request: (client) => client.post(`/invoices/${original}/copy`, {}),
  },
  {
    name: 'changes of one item in a catalogue of 10,000 long ones',
    prepare: async ({ parts }) => {
      const rows = Array.from({ length: 10_000 }, (_, n) => ({
        line: n + 1,
        fields: { plu: `${n}`, name: `${letters(random, 60)} ${n}`, label: 'Ђ' },
      }));
      const imported = await parts.catalogue.import(rows);
      assert.ok(imported.ok && imported.value.faults.length === 0);
    },
    request: (client) =>
      client.call('PATCH', '/items/1', { json: { name: longName(), category: letters(random, 80) } }),
  },
];

for (const { name, prepare, request } of ATTACKS) {
  turns.test(`${name}: less is written than is charged, and the budget ends it`, async () => {
    const written = new WrittenBlocks();
    let monotonic = 0;
    const passing = { ...systemClock, monotonic: () => monotonic };
    const options = { disk: written.disk, passing, filling: { idleWork: false }, serve: serveWithoutSocket };
    await TestBox.during(async (box) => {
      await box.set('flashBudget', BUDGET_MB);
      const client = await box.client();
      await prepare?.(box, client);
      await box.parts.ledger.runIdleWork();
      const [{ id } = { id: 0 }] = box.parts.keys.list();
      const use = () => box.parts.dailyQuota.today().find(({ key }) => key === id)?.written ?? 0;
      // Up to here all is equal; from here on the budget passes its half, and ends.
      box.parts.dailyQuota.account(id).charge(0.45 * BUDGET_MB * 1e6);
      const [before, chargedBefore] = [written.bytes, use()];
      let requests = 0;
      let halfAt = 0;
      let skipped = 0;
      for (; ; requests += 1) {
        monotonic += (RATE_LIMIT.windowSeconds * 1000) / RATE_LIMIT.requests;
        const reply = await request(client, requests);
        if (reply.status === 429) break;
        assert.ok(reply.status < 300, reply.text);
        const work = box.parts.ledger['idleWork'];
        if (work.urgency() !== 'nothing') await box.parts.ledger.runIdleWork();
        if (halfAt === 0 && alarmOf(box) === 'warning') {
          halfAt = use();
          // What follows is the same up to its end.
          skipped = 0.25 * BUDGET_MB * 1e6;
          box.parts.dailyQuota.account(id).charge(skipped);
        }
      }
      const [bytes, charged] = [written.bytes - before, use() - chargedBefore - skipped];
      const limit = BUDGET_MB * 1e6;
      const figures = `${requests} requests, ${Math.round(bytes / requests)} bytes each, charged ${Math.round(charged / requests)}`;
      process.stdout.write(`${name}: ${figures}; written ${(bytes / 1e6).toFixed(1)} MB\n`);
      assert.ok(bytes <= charged + OWN, figures);
      assert.ok(use() <= limit * 1.05, 'what runs when the budget ends is all that goes beyond it');
      assert.ok(halfAt >= limit / 2 && halfAt < limit * 0.7, `alarm at ${halfAt}`);
      assert.is(alarmOf(box), 'failure');
      // What is refused writes nothing at all.
      await box.parts.dailyQuota.close();
      const after = written.bytes;
      for (let n = 0; n < 100; n += 1) assert.is((await request(client, requests + n)).status, 429);
      assert.is(written.bytes, after);
      const day = (bytes / charged) * defaultSettings().flashBudget * 1e6 + OWN;
      assert.ok(day <= PROMISED, `${day} bytes a day at the default budget`);
    }, options);
  });
}

turns.test(
  'a shop with 3,000 printed receipts of ten lines from an L-PFR takes a quarter of its budget at most',
  async () => {
    const fake = await FakePfrServer.start({ pin: null });
    const options = { disk: new WrittenBlocks().disk, filling: { idleWork: false }, serve: serveWithoutSocket };
    const work = async (box: TestBox): Promise<void> => {
      await box.set('pfr.sandbox', { mode: 'lpfr', url: fake.url });
      await box.set('printers', [{ name: 'kasa', address: 'tcp://127.0.0.1:9', width: 80, dpi: 203, mode: 'raster' }]);
      const client = await box.client();
      const items = Array.from({ length: 10 }, (_, n) =>
        line({ name: `Млеко дуготрајно 2,8 % ${n}`, unitPrice: 99 + n }),
      );
      const sales = 50;
      for (let n = 0; n < sales; n += 1) {
        read('Invoice', 201, await client.post('/invoices', body({ items, clientRequestId: `shop-${n}-of-many` })));
        await box.parts.ledger.runIdleWork();
      }
      const [{ written, limit } = { written: 0, limit: 0 }] = box.parts.dailyQuota.today();
      const day = (written / sales) * 3000;
      process.stdout.write(
        `a shop: ${Math.round(written / sales)} bytes a receipt, ${(day / 1e6).toFixed(0)} MB a day\n`,
      );
      assert.ok(day <= limit / 4, `${day} bytes a day`);
    };
    try {
      await TestBox.during(work, options);
    } finally {
      await fake.stop();
    }
  },
);

function alarmOf(box: TestBox): string | undefined {
  const [check] = flashBudgetCheck.run({ keyWrites: healthPartsOf(box.parts).keyWrites });
  return check?.state;
}

test.run();
