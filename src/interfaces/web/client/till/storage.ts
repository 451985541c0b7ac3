import { readStored, store } from '../net/stored.js';
import type { Catalogue } from './items.js';
import type { Persistence, Loaded, TillStorage } from './model.js';
import type { TillRules } from './requests.js';
import type { TillState } from './tillState.js';
import { type UnsavedRequests, unsavedOf, withUnsaved } from './unsavedRequests.js';

const NAME = 'till';
const STORE = 'kept';
/** Where the requests are stored while the database stores nothing. */
const LEFT = 'till requests';
/** Maximum wait for the database, ms: on some tablets a broken one does not even fail. */
const LONGEST = 4000;

let opened: Promise<IDBDatabase> | undefined;

function forget(): void {
  opened = undefined;
}

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    asked.onsuccess = () => {
      const database = asked.result;
      database.onclose = forget;
      database.onversionchange = () => {
        database.close();
        forget();
      };
      resolve(database);
    };
    asked.onerror = () => reject(asked.error ?? new Error('no database'));
  });
  return opened;
}

function limited<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer')), LONGEST);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Works with the database. A connection that broke, for example while the tablet slept, is opened once more. */
async function withDatabase<T>(work: (database: IDBDatabase) => Promise<T>): Promise<T> {
  try {
    return await limited(open().then(work));
  } catch {
    forget();
    return limited(open().then(work)).catch((fault: unknown) => {
      forget();
      throw fault;
    });
  }
}

function get<T>(name: string): Promise<T | undefined> {
  return withDatabase(
    (database) =>
      new Promise<T | undefined>((resolve, reject) => {
        const asked = database.transaction(STORE).objectStore(STORE).get(name);
        asked.onsuccess = () => resolve(asked.result as T | undefined);
        asked.onerror = () => reject(asked.error ?? new Error('not read'));
      }),
  );
}

function put(name: string, value: unknown, durability: IDBTransactionDurability): Promise<void> {
  return withDatabase(
    (database) =>
      new Promise<void>((resolve, reject) => {
        const transaction = database.transaction(STORE, 'readwrite', { durability });
        transaction.objectStore(STORE).put(value, name);
        transaction.oncomplete = () => resolve();
        transaction.onerror = () => reject(transaction.error ?? new Error('not kept'));
        transaction.onabort = () => reject(transaction.error ?? new Error('not kept'));
      }),
  );
}

async function save(state: TillState): Promise<Persistence> {
  try {
    await put('state', state, state.pending === null ? 'relaxed' : 'strict');
  } catch {
    return store(LEFT, unsavedOf(state)) ? 'requests' : 'nothing';
  }
  store(LEFT, undefined);
  return 'all';
}

async function load(): Promise<Loaded> {
  const requests = readStored(LEFT) as UnsavedRequests | undefined;
  try {
    return { isWhole: true, state: withUnsaved(await get<TillState>('state'), requests) };
  } catch {
    return { isWhole: false, state: withUnsaved(undefined, requests) };
  }
}

/** The state of the till on this device; a request that is about to be sent is flushed to its disk. */
export const tillStorage: TillStorage = { load, save };

/** A cache of data that the till can load from the box again. */
function copyOf<T extends object>(
  name: string,
): {
  readonly load: () => Promise<T | undefined>;
  readonly save: (value: T) => Promise<void>;
} {
  return {
    load: () => get<T>(name).catch(() => undefined),
    save: (value) => put(name, value, 'relaxed').catch(() => undefined),
  };
}

/** The last catalogue, for a till that opens while the box is away. */
export const cachedCatalogue = copyOf<Catalogue>('catalogue');

/** The last rules of the shop. */
export const cachedRules = copyOf<TillRules>('rules');
