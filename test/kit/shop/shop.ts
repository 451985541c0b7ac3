import { dirname } from 'node:path';
import { failed } from '../../../src/base/result.js';
import { silentLog } from '../../../src/base/log.js';
import { type Box, openBox } from '../../../src/programs/box/open.js';
import type { Ledger } from '../../../src/platform/ledger/ledger.js';
import type { Drivers } from '../../../src/platform/devices/drivers.js';
import { MemoryDisk } from '../disk/memory.js';
import { newFolder } from '../folder.js';
import { HandClock } from '../handClock.js';
import { NOON, openLedger } from '../ledger.js';
import { ShopProcessor } from './processor.js';

/** Small enough for a month turn and some snapshots; a segment must hold what is kept for one receipt of a real processor. */
const SIZES = { segmentBytes: 512 * 1024, prefillBytes: 4 * 1024, snapshotRecords: 6 };

/** No device can be reached. */
const NO_DRIVERS: Drivers = {
  serialPorts: async () => failed('driver'),
  usbBus: async () => failed('driver'),
};

/** An open box that does not serve, on a disk in memory and with a stopped clock; a real processor signs for production. */
export class Shop {
  /** On the real disk it is empty: all lies on the one that is given, which no other process sees. */
  readonly folder = newFolder('shop');
  /** When its first day begins, UTC ms. */
  readonly opening = NOON;
  clock = new HandClock(NOON);

  private constructor(readonly processor: ShopProcessor) {}

  static async open(): Promise<Shop> {
    const shop: Shop = new Shop(await ShopProcessor.start(() => shop.clock.now()));
    return shop;
  }

  /** A disk with nothing on it but the data folder. */
  newDisk(): MemoryDisk {
    const folders: string[] = [];
    for (let path = this.folder; path !== '/'; path = dirname(path)) folders.push(path);
    return new MemoryDisk(new Map(folders.map((path) => [path, 'folder'])));
  }

  /** Opens the box at this time, ready to sell. */
  async start(disk: MemoryDisk, at: number): Promise<Box> {
    this.clock = new HandClock(at);
    const { now, monotonic, sleep } = this.clock;
    const box = await openBox({
      folder: this.folder,
      log: silentLog,
      now,
      passing: { monotonic, sleep },
      disk,
      drivers: NO_DRIVERS,
      lock: () => ({ release: () => undefined }),
      filling: { sizes: SIZES, idleWork: false },
    });
    if (!box.ok) throw new Error(box.error);
    return box.value;
  }

  /** The ledger alone, which needs no lock. */
  async look(disk: MemoryDisk): Promise<Ledger> {
    const { now } = this.clock;
    return openLedger(disk, { folder: this.folder, sizes: SIZES, now });
  }

  async close(): Promise<void> {
    await this.processor.stop();
  }
}
