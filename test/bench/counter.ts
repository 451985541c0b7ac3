import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { BASE_PATH } from '../../src/interfaces/api/router.js';
import { nodeDisk } from '../../src/base/nodeDisk.js';
import { FakePfrProcess } from '../kit/pfr/process.js';
import type { Bench } from './bench.js';
import type { Asked, Customer } from './customer.js';
import { copyOf, type History, historyOf } from './history.js';
import { Deps } from './parts.js';
import { Service } from './service.js';
import { Shop } from './shop.js';

/** A box with its history and its L-PFR, and what its sales took, ms. */
export class Counter {
  readonly took: number[] = [];
  private readonly shop: Shop;
  private asked = 0;

  private constructor(
    readonly history: History,
    readonly service: Service,
    readonly fake: FakePfrProcess,
  ) {
    this.shop = new Shop(history.size + 2);
  }

  static async open(bench: Bench, size: number): Promise<Counter> {
    const history = await historyOf(size, (line) => bench.say(line));
    const folder = copyOf(history, bench.folder());
    const fake = await FakePfrProcess.start(join(bench.folder(), 'signed'));
    const deps = await Deps.open({ disk: nodeDisk, folder });
    await deps.settings.set('environment', 'sandbox');
    await deps.settings.set('pfr.sandbox', { mode: 'lpfr', url: fake.url });
    await deps.close();
    // Or the kernel would write the copy while the box wants its own flushes.
    spawnSync('sync', ['-f', folder]);
    return new Counter(history, await Service.start(folder), fake);
  }

  /** Sells over HTTPS. */
  sell(customer: Customer, sales: number): Promise<number[]> {
    return this.ask(customer, sales, (key) => {
      return { method: 'POST', path: `${BASE_PATH}/invoices`, key, body: JSON.stringify(this.shop.next()) };
    });
  }

  ask(customer: Customer, requests: number, make: (key: string) => Asked): Promise<number[]> {
    const { port, ca } = this.service;
    const { keys } = this.history;
    const asked = Array.from({ length: requests }, () => make(keys[(this.asked += 1) % keys.length] ?? ''));
    return customer.ask({ port, ca, asked });
  }

  async close(): Promise<void> {
    await this.service.stop();
    await this.fake.kill();
  }
}
