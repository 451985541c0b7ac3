import { type Message, verbatim } from '../../../src/base/index.js';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { backupInto } from '../../../src/outward/backup/backupInto.js';
import { BackupCode } from '../../../src/outward/backup/backupCode.js';
import { FolderProbe } from '../../../src/outward/backup/backupFolder.js';
import { RollingBackup } from '../../../src/outward/backup/rollingBackup.js';
import { nodeDisk } from '../../../src/base/nodeDisk.js';
import { failed, ok, type Result } from '../../../src/base/result.js';
import type { BackupSetting } from '../../../src/shop/settings/box.js';
import { endOf, restoredFrom } from '../../kit/backup.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { newFolder } from '../../kit/folder.js';
import { HandClock, settled } from '../../kit/handClock.js';
import { instead } from '../../kit/instead.js';
import { openLedger, ReceiptMaker } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';
import { Turns } from '../../kit/turns.js';

/** A memory file system of every Linux: another disk than that of the test's folders. */
const OTHER_DISK = '/dev/shm';
const HOUR = 60 * 60_000;
const MINUTE = 60_000;

/** Each makes several whole backups. */
const turns = new Turns(4);
const random = seededRandom();
const code = BackupCode.make();

/** A box with a stick, and a clock that is moved by hand. */
class Shop {
  readonly clock = new HandClock();
  readonly stick = fs.mkdtempSync(join(OTHER_DISK, 'kasirbox-test-'));
  readonly logged: string[] = [];
  setting: BackupSetting | null = { folder: this.stick };
  /** What the next backup comes to, when not a backup. */
  failure: string | undefined;
  isDamaged = false;
  /** Backups that were begun. */
  tries = 0;
  readonly rolling: RollingBackup;

  private constructor(
    readonly folder: string,
    readonly ledger: Awaited<ReturnType<typeof openLedger>>,
    private readonly maker = new ReceiptMaker(random),
  ) {
    const { clock } = this;
    const probe = new FolderProbe({ folder, boxId: ledger.boxId.toString('hex'), noDisks: [] });
    this.rolling = new RollingBackup({
      ...{ ledger, clock, setting: () => this.setting, log: (event) => void this.logged.push(event) },
      probe: (target, signal) => probe.run(target, signal),
      write: ({ folder: target, keep = 3 }) => this.write(target, keep, probe),
    });
  }

  static async during(work: (shop: Shop) => Promise<void>): Promise<void> {
    const folder = newFolder();
    const shop = new Shop(folder, await openLedger(nodeDisk, { folder }));
    shop.rolling.start();
    try {
      await work(shop);
    } finally {
      await shop.rolling.stop();
      await shop.ledger.close();
      fs.rmSync(shop.stick, { recursive: true, force: true });
    }
  }

  async sell(): Promise<void> {
    assert.ok((await this.ledger.issue(this.maker.next(this.ledger))).ok);
  }

  /** Lets some rounds go by, `every` apart, ms. */
  async pass(rounds: number, every = MINUTE): Promise<void> {
    for (let round = 0; round < rounds; round += 1) {
      this.clock.pass(every);
      // A round is over when the next one is waited for.
      while (this.clock.sleeping === 0) await settled();
    }
  }

  /** Records in each backup on the stick, oldest first. */
  get backups(): number[] {
    const names = fs.readdirSync(this.stick).filter((name) => name.endsWith('.age'));
    return names.map((name) => Number(/-(\d+)\.age$/.exec(name)?.[1])).sort((a, b) => a - b);
  }

  private async write(target: string, keep: number, probe: FolderProbe): Promise<Result<void, Message>> {
    this.tries += 1;
    if (this.failure !== undefined) return failed(verbatim(this.failure));
    const { folder, ledger, clock } = this;
    const about = {
      boxId: ledger.boxId.toString('hex'),
      end: endOf(ledger),
      isDamaged: this.isDamaged,
      version: '1',
      now: clock.now(),
    };
    const done = await backupInto(target, keep, { disk: nodeDisk, folder, ...about }, code, undefined, probe);
    return done.ok ? ok(undefined) : done;
  }
}

turns.test(
  'a stick has a backup a minute after it was set, then one a day when something was sold, and the last three stay',
  () =>
    Shop.during(async (shop) => {
      await shop.pass(1);
      assert.equal(shop.backups, [1], 'the record of the start');
      await shop.pass(2, 25 * HOUR);
      assert.equal(shop.backups, [1], 'nothing was recorded');
      for (let day = 0; day < 4; day += 1) {
        await shop.sell();
        await shop.pass(2, 12 * HOUR);
      }
      assert.equal(shop.backups, [3, 4, 5]);
      assert.is(shop.logged.filter((event) => event === 'backup.written').length, 5);
      const newest = fs.readdirSync(shop.stick).find((name) => name.endsWith('-5.age')) ?? '';
      assert.is((await restoredFrom(fs.readFileSync(join(shop.stick, newest)), code)).sequence, 5);
    }),
);

turns.test('a stick that was away gets its backup in the first round after it is back', () =>
  Shop.during(async (shop) => {
    await shop.pass(1);
    fs.renameSync(shop.stick, `${shop.stick}-away`);
    await shop.sell();
    await shop.pass(3, 24 * HOUR);
    assert.equal(shop.rolling.report, { folder: { state: 'absent' }, failure: undefined }, 'that is no failure');
    fs.renameSync(`${shop.stick}-away`, shop.stick);
    await shop.pass(1);
    assert.equal(shop.backups, [1, 2]);
  }),
);

turns.test('a folder on the disk of the box, or of the system, gets nothing', () =>
  Shop.during(async (shop) => {
    const folder = newFolder('stick');
    fs.mkdirSync(folder);
    shop.setting = { folder };
    await shop.pass(2);
    assert.equal(shop.rolling.report?.folder, { state: 'same-disk' });
    assert.equal(fs.readdirSync(folder), []);
    const probe = new FolderProbe({ folder: OTHER_DISK, boxId: '0'.repeat(32), noDisks: [] });
    assert.equal(await probe.run('/'), { state: 'same-disk' }, 'whatever disk the data lies on');
    const usual = new FolderProbe({ folder, boxId: '0'.repeat(32) });
    assert.equal(await usual.run(shop.stick), { state: 'same-disk' }, 'memory is no disk');
  }),
);

turns.test('a failed backup is reported once, and tried again after ten minutes', () =>
  Shop.during(async (shop) => {
    shop.failure = 'there is no room left.';
    await shop.pass(35);
    assert.is(shop.rolling.report?.failure, 'there is no room left.');
    assert.is(shop.logged.filter((event) => event === 'backup.failed').length, 1);
    assert.equal(shop.backups, []);
    assert.is(shop.tries, 4, 'in 35 minutes');
    shop.failure = undefined;
    await shop.pass(10);
    assert.equal(shop.backups, [1]);
    assert.is(shop.rolling.report?.failure, undefined);
  }),
);

for (const [what, spoil] of Object.entries({
  'that cannot be read back': (file: string) => fs.truncateSync(file, fs.statSync(file).size - 1),
  'of which the stick gives an error': (file: string) => fs.rmSync(file),
})) {
  turns.test(`a backup ${what} removes none of the older ones, is not kept, and is made again`, () =>
    Shop.during(async (shop) => {
      shop.setting = { folder: shop.stick, everyHours: 1, keep: 2 };
      for (let hour = 0; hour < 2; hour += 1) {
        await shop.sell();
        await shop.pass(1, HOUR);
      }
      assert.equal(shop.backups, [2, 3]);
      await shop.sell();
      const undo = instead(nodeDisk, 'rename', async (_, original, args) => {
        await original(...args);
        spoil(String(args[1]));
      });
      await shop.pass(1, HOUR);
      undo();
      assert.match(shop.rolling.report?.failure ?? '', /-4\.age cannot be read back; the USB stick may be worn out/);
      assert.equal(shop.backups, [2, 3]);
      await shop.pass(1, 10 * MINUTE);
      assert.equal(shop.backups, [3, 4]);
      assert.is(shop.rolling.report?.failure, undefined);
    }),
  );
}

turns.test('what an interrupted backup has left is removed, and files of others stay', () =>
  Shop.during(async (shop) => {
    await shop.pass(1);
    const [mine = ''] = fs.readdirSync(shop.stick);
    const others = ['holiday.jpg', mine.replace(/-[0-9a-f]{8}-/, '-00000000-'), `${mine.slice(0, 18)}.txt`];
    for (const name of [...others, `${mine}.tmp`]) fs.writeFileSync(join(shop.stick, name), 'x');
    shop.setting = { folder: shop.stick, everyHours: 1, keep: 1 };
    await shop.sell();
    await shop.pass(1, HOUR);
    assert.not(fs.existsSync(join(shop.stick, mine)), 'one is kept');
    assert.not(fs.existsSync(join(shop.stick, `${mine}.tmp`)));
    for (const name of others) assert.ok(fs.existsSync(join(shop.stick, name)), name);
  }),
);

const MEGABYTES = 1024 * 1024;

turns.test('on a full stick the oldest backups give way, with room to spare for the next, but never the newest', () =>
  Shop.during(async (shop) => {
    shop.setting = { folder: shop.stick, everyHours: 1, keep: 10 };
    const sizes = (): number[] => fs.readdirSync(shop.stick).map((name) => fs.statSync(join(shop.stick, name)).size);
    const used = (): number => sizes().reduce((sum, size) => sum + size, 0);
    await shop.pass(1);
    const [first = 0] = sizes();
    // Room for three backups, and not for the 4 MB that the next may be larger by.
    const capacity = 4 * MEGABYTES + 3.7 * first;
    let free = (): number => capacity - used();
    const undo = instead(nodeDisk, 'freeBytes', () => Promise.resolve(free()));
    try {
      for (let hour = 0; hour < 3; hour += 1) {
        await shop.sell();
        await shop.pass(1, HOUR);
      }
      assert.equal(shop.backups, [2, 3, 4]);
      free = () => 0;
      await shop.sell();
      await shop.pass(1, HOUR);
      assert.equal(shop.backups, [4, 5]);
    } finally {
      undo();
    }
  }),
);

test('a backup that a stop gives up is no failure', async () => {
  const clock = new HandClock();
  const ledger = await openLedger(new MemoryDisk());
  const logged: string[] = [];
  const rolling = new RollingBackup({
    ...{ clock, ledger, setting: () => ({ folder: '/media' }), log: (event) => void logged.push(event) },
    probe: async () => ({ state: 'ready', backups: [], leftovers: [] }),
    write: (_setting, signal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(failed(verbatim('killed'))))),
  });
  rolling.start();
  clock.pass(MINUTE);
  for (let turn = 0; turn < 5; turn += 1) await settled();
  await rolling.stop();
  await ledger.close();
  assert.equal([logged, rolling.report], [[], undefined]);
});

turns.test('a box that misses records makes no backup, and the good ones stay, also on a full stick', () =>
  Shop.during(async (shop) => {
    shop.setting = { folder: shop.stick, everyHours: 1, keep: 2 };
    await shop.pass(1);
    await shop.sell();
    await shop.pass(1, HOUR);
    shop.isDamaged = true;
    shop.setting = { folder: shop.stick, everyHours: 1, keep: 1 };
    const undo = instead(nodeDisk, 'freeBytes', () => Promise.resolve(0));
    try {
      await shop.sell();
      await shop.pass(1, HOUR);
    } finally {
      undo();
    }
    assert.equal(shop.backups, [1, 2]);
    assert.match(shop.rolling.report?.failure ?? '', /the ledger is damaged .*; the backups there are left unchanged/);
  }),
);

turns.test('a backup from the future, made by a wrong clock, does not keep the next one back', () =>
  Shop.during(async (shop) => {
    await shop.pass(1);
    const [first = ''] = fs.readdirSync(shop.stick);
    fs.renameSync(join(shop.stick, first), join(shop.stick, first.replace(/-2\d{3}/, '-2099')));
    await shop.sell();
    await shop.pass(3);
    assert.equal(shop.backups, [1, 2], 'one, not one a minute');
  }),
);

turns.test(
  'backups with later records than the restored ledger are neither counted nor removed, and odd names do no harm',
  () =>
    Shop.during(async (shop) => {
      await shop.pass(1);
      const [mine = ''] = fs.readdirSync(shop.stick);
      const others = ['-5000.age', '-4000.age'].map((end) => mine.replace(/-1\.age$/, end));
      const odd = mine.replace(/\d{8}T\d{6}Z-1/, '99999999T999999Z-1');
      for (const name of [...others, odd]) fs.writeFileSync(join(shop.stick, name), 'x');
      shop.setting = { folder: shop.stick, everyHours: 1, keep: 2 };
      for (let hour = 0; hour < 3; hour += 1) {
        await shop.sell();
        await shop.pass(3, HOUR);
      }
      assert.equal(shop.backups, [1, 3, 4, 4000, 5000]);
    }),
);

turns.test('a stick that hangs blocks nothing: a probe gives up, and no second one is started', async () => {
  const target = newFolder('hanging');
  const probe = new FolderProbe({ folder: OTHER_DISK, boxId: '0'.repeat(32) });
  const stop = new AbortController();
  const first = probe.run(target, stop.signal);
  assert.equal(await probe.run(target), { state: 'silent' });
  stop.abort();
  assert.equal(await first, { state: 'silent' });
});

test.run();
