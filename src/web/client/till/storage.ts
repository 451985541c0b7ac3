import type { Catalogue } from './items.js';
import type { TillStorage } from './model.js';
import type { TillState } from './state.js';

const NAME = 'till';
const STORE = 'kept';

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error('no database'));
  });
  return opened;
}

/** A browser that keeps nothing, such as in a private window, still sells: only a reload then loses the open bill. */
async function get<T>(name: string): Promise<T | undefined> {
  try {
    const database = await open();
    return await new Promise<T | undefined>((resolve, reject) => {
      const asked = database.transaction(STORE).objectStore(STORE).get(name);
      asked.onsuccess = () => resolve(asked.result as T | undefined);
      asked.onerror = () => reject(asked.error ?? new Error('not read'));
    });
  } catch {
    return undefined;
  }
}

async function put(name: string, value: unknown, durability: IDBTransactionDurability): Promise<void> {
  try {
    const database = await open();
    await new Promise<void>((resolve, reject) => {
      const transaction = database.transaction(STORE, 'readwrite', { durability });
      transaction.objectStore(STORE).put(value, name);
      transaction.oncomplete = () => resolve();
      transaction.onerror = () => reject(transaction.error ?? new Error('not kept'));
      transaction.onabort = () => reject(transaction.error ?? new Error('not kept'));
    });
  } catch {
    // See `get`.
  }
}

/** The state of the till on this device; a request that is about to be sent is flushed to its disk. */
export const tillStorage: TillStorage = {
  load: () => get<TillState>('state'),
  save: (state) => put('state', state, state.pending === null ? 'relaxed' : 'strict'),
};

/** The catalogue as it came last, for a till that opens while the box is away. */
export const keptCatalogue = {
  load: (): Promise<Catalogue | undefined> => get<Catalogue>('catalogue'),
  save: (catalogue: Catalogue): Promise<void> => put('catalogue', catalogue, 'relaxed'),
};

/** What a shop lets its tills do, as it was said last. */
export const keptRules = {
  load: <T>(): Promise<T | undefined> => get<T>('rules'),
  save: (rules: object): Promise<void> => put('rules', rules, 'relaxed'),
};
