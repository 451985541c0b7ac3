import { isDeepStrictEqual } from 'node:util';
import { ENVIRONMENTS } from '../../../contract/index.js';
import type { Change } from '../changeTypes.js';
import { encodeProfile } from '../processorProfile.js';
import type { QueuedOrder } from '../queuedOrder.js';
import type { MainView } from '../views/main.js';

type Restated = Exclude<Change, { type: 'result' }>;

/** Maximum number of items in one record. */
const ITEMS_OF_RECORD = 200;

/**
 * Content of lost records that the saved views still have: settings, keys, people, items, print jobs, open intents,
 * queued orders. It is recorded again, otherwise the next rebuild of the views would lose it. Receipts are not
 * restored, because their content is lost.
 */
export function restatedChanges(saved: MainView, rebuilt: MainView): readonly Restated[] {
  return [
    ...settings(saved, rebuilt),
    ...changed(saved.keys(), rebuilt.keys(), ({ id }) => id).map((key) => ({ type: 'key', key }) as const),
    ...changed(saved.users.users(), rebuilt.users.users(), ({ id }) => id).map(
      (user) => ({ type: 'user', user }) as const,
    ),
    ...changed(saved.users.tablets(), rebuilt.users.tablets(), ({ id }) => id).map(
      (tablet) => ({ type: 'tablet', tablet }) as const,
    ),
    ...items(saved, rebuilt),
    ...changed(saved.jobs.all(), rebuilt.jobs.all(), ({ id }) => id).map(
      (job) => ({ type: 'job', jobs: [job] }) as const,
    ),
    ...ENVIRONMENTS.flatMap((environment) => ofEnvironment(saved, rebuilt, environment)),
    ...(isDeepStrictEqual(saved.notifyCursor, rebuilt.notifyCursor)
      ? []
      : [{ type: 'notice', cursor: saved.notifyCursor } as const]),
  ];
}

function settings(saved: MainView, rebuilt: MainView): Restated[] {
  const [before, after] = [saved.settings.all(), rebuilt.settings.all()];
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names]
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => ({ type: 'setting', name, value: before.get(name) ?? null }));
}

function items(saved: MainView, rebuilt: MainView): Restated[] {
  const lost = changed(saved.items(), rebuilt.items(), ({ id }) => id);
  const pages = Math.ceil(lost.length / ITEMS_OF_RECORD);
  return Array.from({ length: pages }, (_, page) => ({
    type: 'items',
    items: lost.slice(page * ITEMS_OF_RECORD, (page + 1) * ITEMS_OF_RECORD),
  }));
}

function ofEnvironment(saved: MainView, rebuilt: MainView, environment: (typeof ENVIRONMENTS)[number]): Restated[] {
  const rates = saved.rates(environment);
  const profile = saved.profile(environment);
  const isNewProfile = profile !== undefined && !isDeepStrictEqual(profile, rebuilt.profile(environment));
  const open = new Set(rebuilt.intents(environment).map(({ requestId }) => requestId));
  const queued = [...saved.queue.orders(environment), ...withoutReceipt(saved, environment)];
  const known = [...rebuilt.queue.orders(environment), ...withoutReceipt(rebuilt, environment)];
  return [
    ...(rates === undefined || rates === rebuilt.rates(environment)
      ? []
      : [{ type: 'rates', environment, value: rates } as const]),
    ...(isNewProfile ? [{ type: 'profile', environment, value: encodeProfile(profile) } as const] : []),
    ...saved
      .intents(environment)
      .filter(({ requestId }) => !open.has(requestId))
      .map((intent) => ({ type: 'intent', intent }) as const),
    ...queued
      .filter((order) => !known.some((one) => isDeepStrictEqual(order, one)))
      .map((order) => ({ type: 'queued', order }) as const),
  ];
}

function withoutReceipt({ queue }: MainView, environment: (typeof ENVIRONMENTS)[number]): readonly QueuedOrder[] {
  return queue.withoutReceipt().filter((order) => order.environment === environment);
}

/** The entries that are missing or different in `after`. */
function changed<T>(before: readonly T[], after: readonly T[], id: (entry: T) => number): readonly T[] {
  const known = new Map(after.map((entry) => [id(entry), entry]));
  return before.filter((entry) => !isDeepStrictEqual(entry, known.get(id(entry))));
}
