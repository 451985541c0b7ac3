import { getEventListeners } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import type { Box } from '../../src/programs/box/open.js';
import { ENVIRONMENTS } from '../../src/contract/fiscal.js';
import { Mutex } from '../../src/base/mutex.js';

/** A private member, which must exist. */
function hidden<T>(owner: object, name: string, is: (value: unknown) => value is T): T {
  const value: unknown = Reflect.get(owner, name);
  if (!is(value))
    throw new Error(`${owner.constructor.name} has no ${name} any more: test/kit/leftHeld.ts looks at it`);
  return value;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isMap = (value: unknown): value is ReadonlyMap<unknown, unknown> => value instanceof Map;
const isMutex = (value: unknown): value is Mutex => value instanceof Mutex;

/**
 * What a box whose work has ended still holds, in words: room in the ledger, the processor, the turn of receipts that
 * refer to others, an idempotency key. Each has one owner, who must give it back whatever happens.
 */
export function leftHeld({ ledger, processors, invoicing }: Box): string[] {
  const issuer = hidden(invoicing, 'issuer', isObject);
  const locks = hidden(hidden(issuer, 'deps', isObject), 'locks', isObject);
  const mutexes = {
    processor: hidden(processors, 'mutexes', isObject),
    turn: hidden(locks, 'referenceLocks', isObject),
  };
  const keysAtWork = hidden(hidden(hidden(locks, 'deps', isObject), 'keysAtWork', isObject), 'works', isMap);
  const writer: unknown = Reflect.get(ledger, 'writer');
  const reserved = isObject(writer) ? hidden(writer, 'reservedBytes', isNumber) : 0;
  const busy = Object.entries(mutexes).flatMap(([what, ofEach]) =>
    ENVIRONMENTS.filter((environment) => hidden(ofEach, environment, isMutex).isBusy).map(
      (environment) => `the ${what} of ${environment} is held`,
    ),
  );
  return [
    ...(reserved === 0 ? [] : [`${reserved} bytes of the ledger are reserved`]),
    ...busy,
    ...Array.from(keysAtWork.keys(), (key) => `the key ${String(key)} is at work`),
  ];
}

/** Files below a folder that this process has open. */
export function openFilesBelow(folder: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${descriptor}`);
      return path.startsWith(`${folder}/`) ? [path] : [];
    } catch {
      // It was closed meanwhile.
      return [];
    }
  });
}

/**
 * How many listeners and dependent signals a signal holds. Node 20 adds a dependent signal for each call of
 * `AbortSignal.any`, and never removes it as long as the signal lives.
 */
export function heldBySignal(signal: AbortSignal): number {
  const dependants = Object.getOwnPropertySymbols(signal)
    .filter(({ description }) => description === 'kDependantSignals')
    .map((name) => (Reflect.get(signal, name) as ReadonlySet<unknown> | undefined)?.size ?? 0);
  return getEventListeners(signal, 'abort').length + dependants.reduce((sum, size) => sum + size, 0);
}
