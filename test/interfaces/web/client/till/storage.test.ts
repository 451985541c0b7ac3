import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { TillStorage } from '../../../../../src/interfaces/web/client/till/model.js';
import { newState, type Pending, type TillState } from '../../../../../src/interfaces/web/client/till/tillState.js';

/** Named only at run time: it is compiled with the types of a browser. */
const STORAGE = join(import.meta.dirname, '../../../../../src/interfaces/web/client/till/storage.ts');

const LEFT = 'till requests';

/** The database of a tablet, as far as the till uses it. */
class FakeDatabase {
  isDead = false;
  /** Connections up to this one are dead, as after the tablet slept. */
  broken = 0;
  /** How often it was opened. */
  opened = 0;
  /** The durability of each write. */
  readonly durabilities: unknown[] = [];
  private readonly stored = new Map<string, unknown>();

  open(): object {
    this.opened += 1;
    return later({ result: { transaction: this.transaction.bind(this, this.opened) } }, 'onsuccess');
  }

  private transaction(connection: number, _store: string, _mode?: string, options: { durability?: unknown } = {}) {
    if (this.isDead || connection <= this.broken) throw new Error('Connection to Indexed Database server lost');
    const objectStore = () => ({
      get: (name: string) => later({ result: structuredClone(this.stored.get(name)) }, 'onsuccess'),
      put: (value: unknown, name: string) => {
        this.durabilities.push(options.durability);
        this.stored.set(name, structuredClone(value));
      },
    });
    return later({ objectStore }, 'oncomplete');
  }
}

/** Calls the handler that was set meanwhile. */
function later(request: object, event: string): object {
  setImmediate(() => (request as Record<string, (() => void) | undefined>)[event]?.());
  return request;
}

const database = new FakeDatabase();
const local = new Map<string, string>();
let storage: TillStorage;

const globals = globalThis as Record<string, unknown>;
test.before(async () => {
  globals['window'] = globals;
  globals['indexedDB'] = database;
  globals['localStorage'] = {
    getItem: (name: string) => local.get(name) ?? null,
    setItem: (name: string, text: string) => local.set(name, text),
    removeItem: (name: string) => local.delete(name),
  };
  storage = ((await import(STORAGE)) as { tillStorage: TillStorage }).tillStorage;
});
test.after(() => {
  delete globals['window'];
  delete globals['indexedDB'];
  delete globals['localStorage'];
});

const pending: Pending = {
  ...{ key: 'key-of-sale', subject: 'sale', path: '/invoices', body: {}, total: 150_00, change: 0 },
  environment: 'sandbox',
};
const charged: TillState = { ...newState('key-of-sale'), pending };
const next: TillState = { ...newState('key-of-next'), favourites: [7] };

test('a request that only the second place could store is gone from it once the whole state is stored', async () => {
  database.isDead = true;
  assert.is(await storage.save(charged), 'requests');
  assert.equal(await storage.load(), {
    isWhole: false,
    state: { ...newState('key-of-sale'), pending },
  });
  database.isDead = false;
  assert.equal((await storage.load()).state?.pending, pending);
  assert.is(await storage.save(next), 'all');
  assert.is(local.get(LEFT), undefined);
  assert.equal(await storage.load(), { isWhole: true, state: next }, 'it is not asked for again');
});

test('a connection that broke is opened once more, and a request that is about to be sent is flushed', async () => {
  const { opened, durabilities } = database;
  database.broken = opened;
  durabilities.length = 0;
  assert.is(await storage.save(charged), 'all');
  assert.is(await storage.save(next), 'all');
  assert.equal([database.opened - opened, durabilities], [1, ['strict', 'relaxed']]);
  assert.is(local.get(LEFT), undefined);
});

test.run();
