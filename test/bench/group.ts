import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '../../src/base/clock.js';
import { silentLog } from '../../src/base/log.js';
import { ok } from '../../src/base/result.js';
import { SalePriority } from '../../src/base/salePriority.js';
import { Catalogue } from '../../src/shop/catalogue/items.js';
import { CursorStore } from '../../src/outward/delivery/cursorStore.js';
import { Streaming } from '../../src/outward/delivery/stream/streaming.js';
import { setCatalogue } from '../../src/programs/fleet/group/set.js';
import { catalogueInUse, Group } from '../../src/outward/group/group.js';
import type { Ledger } from '../../src/platform/ledger/ledger.js';
import { Settings } from '../../src/shop/settings/settings.js';
import { MemoryDisk } from '../kit/disk/memory.js';
import { FOLDER, openLedger } from '../kit/ledger.js';
import { NatsServer, NO_NATS, type NatsUser, shopUser } from '../kit/nats/server.js';
import { SETTINGS_KEY } from '../kit/settingsKey.js';
import type { Bench } from './bench.js';
import { count, digits, judged, median, ms, type Row } from './figures.js';
import { inEnglish } from '../kit/inEnglish.js';

type GroupDeps = ConstructorParameters<typeof Group>[0];

const SHOP = 'bench';
const GROUP = 'kiosks';
const ITEMS = 500;
const SIZES = { segmentBytes: 256 * 1024, prefillBytes: 64 * 1024, snapshotRecords: 100_000 };
const REACH_SECONDS = 10;
/** Boxes that connect at a time. */
const AT_ONCE = 20;
const ROUNDS = 3;

/** How soon a price is on many boxes, and what it costs one of them. */
export async function groupRows(bench: Bench): Promise<Row[]> {
  if (NO_NATS !== undefined) {
    return [{ what: 'prices of a group', reach: '', reached: 'not measured', bare: '', note: NO_NATS }];
  }
  const user = shopUser(SHOP, GROUP);
  const server = await NatsServer.start([user]);
  try {
    await server.asOwner((manager) =>
      manager.streams.add({ name: 'KASIRBOX', subjects: ['kasirbox.>'], allow_direct: true }),
    );
    const reached = await reachRow(bench, server, user);
    return [reached, await takeRow()];
  } finally {
    await server.kill();
  }
}

/** The whole box side but for the items, which a thousand boxes would write on the two cores of one machine. */
async function reachRow(bench: Bench, server: NatsServer, user: NatsUser): Promise<Row> {
  const size = bench.size({ full: 1000, quick: 100 });
  const boxes: SimulatedBox[] = [];
  try {
    for (let done = 0; done < size; done += AT_ONCE) {
      const some = await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, size - done) }, () => SimulatedBox.start(server, user)),
      );
      boxes.push(...some);
    }
    bench.say(`${boxes.length} boxes listen`);
    const seconds: number[] = [];
    for (let version = 1; version <= ROUNDS; version += 1) {
      const begun = performance.now();
      await put(server, version);
      while (!boxes.every((box) => box.version === version)) await delay(5);
      seconds.push((performance.now() - begun) / 1000);
    }
    bench.say(seconds.map((one) => digits(one)).join(', '));
    const worst = Math.max(...seconds);
    return {
      what: `a price on ${count(size)} boxes of a group`,
      reach: `≤ ${REACH_SECONDS} s`,
      reached: judged(`${digits(worst)} s`, worst <= REACH_SECONDS),
      bare: '',
      note: `from the command to the record of the last box, the worst of ${ROUNDS}; ${ITEMS} items, whose writing is left out: see below; server, owner and all boxes on this machine`,
    };
  } finally {
    await Promise.all(boxes.map((box) => box.stop()));
  }
}

/** What one box does with a version, by itself. */
async function takeRow(): Promise<Row> {
  const ledger = await openSmall();
  const catalogue = new Catalogue(ledger, () => [{ label: 'Ђ', name: 'О-ПДВ', rate: 20 }]);
  const taken: number[] = [];
  for (let version = 1; version <= 9; version += 1) {
    const begun = performance.now();
    const done = await catalogue.take(rows(version), { part: 'catalogue', group: GROUP, version }, async () => []);
    if (!done.ok || done.value.faults.length > 0) throw new Error(JSON.stringify(inEnglish(done)));
    taken.push(performance.now() - begun);
  }
  await ledger.close();
  return {
    ...{ what: `${ITEMS} items of a version checked and written by one box`, reach: '', bare: '' },
    ...{ reached: ms(median(taken)), note: 'each at another price; in memory' },
  };
}

function rows(version: number) {
  return Array.from({ length: ITEMS }, (_, at) => ({
    line: at + 2,
    fields: { plu: `${at}`, name: `Артикал број ${at}`, price: at + version / 100, label: 'Ђ', category: `${at % 20}` },
  }));
}

async function put(server: NatsServer, version: number): Promise<void> {
  const [caFile, credentialsFile] = [join(server.folder, 'ca.pem'), join(server.folder, 'owner.seed')];
  writeFileSync(caFile, server.authority.ca);
  writeFileSync(credentialsFile, server.owner.seed);
  const nats = { url: server.url, caFile, credentialsFile };
  const options = { nats, group: GROUP, validFrom: null, version: undefined, replaces: false, now: Date.now() };
  const set = await setCatalogue(options, rows(version));
  if (!set.ok) throw new Error(JSON.stringify(inEnglish(set.error)));
}

function openSmall(): Promise<Ledger> {
  return openLedger(new MemoryDisk(new Map([[FOLDER, 'folder']])), { sizes: SIZES });
}

class SimulatedBox {
  private constructor(
    private readonly ledger: Ledger,
    private readonly group: Group,
    private readonly streaming: Streaming,
  ) {}

  /** Connected, with all messages delivered. */
  static async start(server: NatsServer, user: NatsUser): Promise<SimulatedBox> {
    const ledger = await openSmall();
    const clock = systemClock;
    const settings = new Settings(ledger, '1.0', silentLog, SETTINGS_KEY);
    const { slice } = new SalePriority(clock);
    const group = new Group({ ledger, settings, catalogue: withoutItems(ledger), clock, log: silentLog, slice });
    const streaming = new Streaming({
      ...{ ledger, settings, clock, group, slice, log: silentLog, boxId: ledger.boxId.toString('hex') },
      cursors: new CursorStore({ ledger, clock, log: silentLog }),
      describeEvent: () => ({}),
      describeReceipt: () => ({}),
      state: async () => {
        const { sequence, epoch, hash } = ledger.end;
        const catalogue = catalogueInUse(ledger);
        return {
          ...{ at: clock.now(), version: '1.0', environment: 'sandbox' },
          sequence,
          epoch,
          hash,
          catalogue,
          problems: [],
        };
      },
    });
    const [url, ca, credentials, subject] = [server.url, server.authority.ca, user.seed, `kasirbox.${SHOP}`];
    await settings.set('stream', { url, ca, credentials, subject });
    await settings.set('group', { name: GROUP, catalogue: 'follow' });
    group.start();
    await streaming.start();
    while (streaming.report?.upToDateAt == null) await delay(5);
    return new SimulatedBox(ledger, group, streaming);
  }

  get version(): number {
    return catalogueInUse(this.ledger)?.version ?? 0;
  }

  async stop(): Promise<void> {
    await this.streaming.stop();
    await this.group.stop();
    await this.ledger.close();
  }
}

/** Records that a version is in use, and nothing else. */
function withoutItems(ledger: Ledger): GroupDeps['catalogue'] {
  const report = { created: 0, changed: 0, unchanged: 0, faults: [] };
  return {
    check: () => Promise.resolve({ ...report, shown: [] }),
    async take(_rows, version, audited) {
      const put = await ledger.putAudited(await audited([]), { type: 'items', items: [], version });
      return put.ok ? ok(report) : put;
    },
  };
}
