import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Shop } from '../../../bench/shop.js';
import { BoxProcess, temporaryFolder } from '../../../kit/process.js';
import type { Random } from '../../../kit/random.js';
import { inEnglish } from '../../../kit/inEnglish.js';

/** A key may ask only so often in a minute. */
const KEYS = 4;

/** The built program as a box, which sells over its API, is killed, and goes on. */
export class RealBox {
  readonly folder = join(temporaryFolder(), 'data');
  /** Uuids of receipts that were answered. */
  readonly answered: string[] = [];
  private readonly keys: string[] = [];
  private readonly shop: Shop;
  private box: BoxProcess | undefined;

  private constructor(
    private readonly random: Random,
    /** Value of the setting `stream`. */
    private readonly stream: object,
  ) {
    this.shop = new Shop(random.int(1, 1_000_000));
  }

  static async start(random: Random, stream: object): Promise<RealBox> {
    const real = new RealBox(random, stream);
    real.box = await BoxProcess.start({ folder: real.folder });
    real.keys.push(...(await real.box.keys(KEYS)));
    await real.setStream();
    return real;
  }

  get up(): BoxProcess {
    if (this.box === undefined) throw new Error('the box is not up');
    return this.box;
  }

  /** Undefined between two lives. */
  get pid(): number | undefined {
    return this.box?.pid;
  }

  /** Set again, it ends pauses. */
  async setStream(): Promise<void> {
    const set = await this.up.ask('settings.set', { name: 'stream', value: this.stream });
    if (set?.ok !== true) throw new Error(JSON.stringify(inEnglish(set)));
  }

  /** Kill -9, and a start. */
  async kill(): Promise<void> {
    const { box } = this;
    this.box = undefined;
    await box?.stop('SIGKILL');
    this.box = await BoxProcess.start({ folder: this.folder });
  }

  /** Sells, with a pause of up to so many ms after each receipt. */
  async sell(pause: number, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      try {
        if (this.box !== undefined) this.answered.push((await this.box.issue(this.key, this.shop.next())).uuid);
      } catch (error) {
        // A box that was killed answers nothing.
        if (error instanceof Error && error.message.startsWith('no receipt')) throw error;
      }
      await delay(this.random.int(pause / 4, pause));
    }
  }

  async ask<T>(path: string): Promise<T> {
    const { status, text } = await this.up.send('GET', path, this.key);
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    return JSON.parse(text) as T;
  }

  private get key(): string {
    return this.random.pick(this.keys);
  }
}
