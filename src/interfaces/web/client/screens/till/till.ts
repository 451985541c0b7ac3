import { computed, effect, signal } from '@preact/signals';
import { callApi, request } from '../../net/http.js';
import type { Reply } from '../../net/reply.js';
import { believed, LOOK_UPS, sendIssuing } from '../../net/issue.js';
import { shopVersion } from '../../net/live.js';
import { csrf, isAway, refreshSession, session, user } from '../../net/session.js';
import { messageOf } from '../../components/notice.js';
import type { IssuingResponse } from '../../till/tillAnswers.js';
import { type ApiItem, type Catalogue, catalogueOf, type TaxLabel } from '../../till/items.js';
import { hold, takeTill } from '../../till/lock.js';
import { TillModel } from '../../till/model.js';
import type { RequestToSend, TillRules } from '../../till/requests.js';
import { sleep, wakeAll } from '../../till/wakeUp.js';
import { receiptOf } from '../../till/saleOutcome.js';
import {
  park,
  type ClosedAdvancePaid,
  madeLater,
  type Pending,
  type Subject,
  type TillState,
} from '../../till/tillState.js';
import { cachedCatalogue, cachedRules, tillStorage } from '../../till/storage.js';

export const catalogue = signal<Catalogue | undefined>(undefined);
export const rules = signal<TillRules>({
  simplifiedCash: false,
  mayQueue: false,
  tin: '',
  hasPrinter: false,
  printsSlips: false,
  scaleLabels: [],
});

/** Resolves when a user is signed in whose token is known. */
function ready(): Promise<void> {
  return new Promise((done) => {
    const stop = effect(() => {
      if (session.value.state !== 'signed-in' || csrf() === '' || isAway.value) return;
      queueMicrotask(() => stop());
      done();
    });
  });
}

const CHANGED = { code: 'changed', message: 'changed', status: 409 } as const;
const ELSEWHERE = { code: 'environment', message: '', status: 409 } as const;

export const till = new TillModel({
  storage: tillStorage,
  ready,
  sleep,
  newKey: () => crypto.randomUUID(),
  who: () => user.value?.name ?? '',
  signedOut: () => void refreshSession(),
  calls: {
    async send({ path, body, key, environment, belief }: Pending): Promise<Reply<IssuingResponse>> {
      const isFirst = unsent.delete(key);
      // A request that was never sent must not go to another box than the person meant; certainly nothing was made.
      if (environment !== environmentNow()) return { ok: false, error: isFirst ? CHANGED : ELSEWHERE };
      const reply = await sendIssuing(key, path, body, belief);
      // An earlier attempt may have been carried out in the other environment, whose keys cannot be looked up now.
      if (!isFirst && environment !== environmentNow()) return { ok: false, error: ELSEWHERE };
      // The till stores the sentence in the seller's language.
      return reply.ok ? reply : { ok: false, error: { ...reply.error, message: messageOf(reply.error) } };
    },
    ...LOOK_UPS,
  },
});

function environmentNow(): string {
  return 'box' in session.value ? session.value.box.environment : '';
}

/** True while the till is in training. */
export const isTraining = computed(() => till.state.value?.training !== undefined);

/** True when the signed-in user may switch the till to training. */
export function mayTrain(): boolean {
  return user.value !== undefined && (user.value.role !== 'cashier' || rules.value.cashierTraining === true);
}

/** Keys of requests that were not sent yet. */
const unsent = new Set<string>();

/** Amounts of a receipt, para. */
interface Sums {
  readonly total: number;
  /** Change to return. */
  readonly change?: number;
  /** Cash that the buyer gave. */
  readonly received?: number;
  /** How the advance that it closes was paid. */
  readonly closed?: ClosedAdvancePaid;
  /** Key of the bill; a new one by default. */
  readonly key?: string;
}

/** Sends a request that issues a receipt. */
export function issue(
  subject: Subject,
  asked: RequestToSend,
  { total, change = 0, received, closed, key = crypto.randomUUID() }: Sums,
): Promise<void> {
  const environment = environmentNow();
  const by = user.value?.name ?? '';
  const pending = {
    ...asked,
    subject,
    total,
    change,
    ...(received !== undefined && { received }),
    ...(closed !== undefined && { closed }),
    by,
    environment,
    belief: believed(),
    key,
  };
  unsent.add(pending.key);
  return till.send(pending);
}

/** Parks the open bill. */
export function parkBill(): Promise<void> {
  return till.change((state, newKey) => park(state, newKey(), Date.now()));
}

/** A sale that waits for the processor, from `GET /queue/{clientRequestId}`. */
export interface QueuedSale {
  /** Number on the slip of the buyer. */
  readonly number: number | null;
  readonly uuid: string | null;
  /** Why it was refused. */
  readonly reason: string | null;
}

/** Requests the slip number of a queued sale. */
export async function fetchSlip(key: string): Promise<void> {
  const reply = await callApi<QueuedSale>(`/queue/${key}`);
  const slip = reply.ok ? reply.value.number : null;
  if (slip !== null) await till.change((state) => madeLater(state, key, { slip }));
}

/** Looks up receipts that waited and may have been made by now, to show their time and number. */
export async function refreshQueued(receipts: TillState['receipts']): Promise<void> {
  for (const { key, uuid } of receipts) {
    if (uuid !== null) continue;
    const found = await LOOK_UPS.keyState(key);
    if (!found.ok || found.value.state !== 'issued') continue;
    const invoice = await LOOK_UPS.invoice(found.value.uuid ?? '');
    if (invoice.ok) await till.change((now) => madeLater(now, key, receiptOf(invoice.value)));
  }
}

/**
 * Opens the till in this window, unless another window has it. Once open, it continues in the background of other
 * screens.
 */
export function openTill(isForced = false): void {
  const owner = { onTaken: () => void till.start(), onLost: () => till.stop() };
  if (hold.value !== 'here') void takeTill(isForced, owner);
  void loadShop();
}

/**
 * The current catalogue of the box while a bill is open that began with other prices: that bill is completed with its
 * own prices.
 */
const newer = signal<Catalogue | undefined>(undefined);

effect(() => {
  const { value } = newer;
  if (value === undefined || !mayReplace(catalogue.value, value)) return;
  newer.value = undefined;
  catalogue.value = value;
  void cachedCatalogue.save(value);
});

/** Changed tax labels cannot wait: the box would refuse the bill. */
function mayReplace(before: Catalogue | undefined, after: Catalogue): boolean {
  // Unknown while the till reads its stored state.
  const isOpen = till.state.value?.cart.lines.length !== 0;
  return !isOpen || before === undefined || !isSame(before.labels, after.labels);
}

/** Rules of the shop and the version of its items, from `GET /web/till`. */
type Said = TillRules & { readonly itemsVersion: string };

let loading: Promise<void> | undefined;

/** Items, labels and rules of the shop: first the stored ones, then the current ones. */
export function loadShop(): Promise<void> {
  if (loading === undefined) {
    const begun = shopVersion.value;
    loading = loadNow().finally(() => {
      loading = undefined;
      // The version changed meanwhile, so the loaded data is outdated.
      if (shopVersion.value !== begun) void loadShop();
    });
  }
  return loading;
}

async function loadNow(): Promise<void> {
  if (catalogue.value === undefined) {
    catalogue.value = await cachedCatalogue.load();
    rules.value = { ...rules.value, ...(await cachedRules.load()) };
  }
  await ready();
  const [labels, said] = await Promise.all([
    callApi<{ readonly taxLabels: readonly TaxLabel[] }>('/tax-labels'),
    request<Said>('/web/till'),
  ]);
  if (said.ok) {
    const { itemsVersion: _, ...others } = said.value;
    rules.value = others;
    void cachedRules.save(others);
  }
  if (!said.ok || !labels.ok) return;
  const { taxLabels } = labels.value;
  const before = newer.value ?? catalogue.value;
  if (before?.version === said.value.itemsVersion && isSame(before.labels, taxLabels)) return;
  const items = await allItems();
  if (items === undefined) return;
  // The next request detects changes during the loading by the version.
  newer.value = catalogueOf(items, taxLabels, said.value.itemsVersion);
}

/** All active items, piece by piece; undefined when a piece is missing. */
async function allItems(): Promise<readonly ApiItem[] | undefined> {
  const items: ApiItem[] = [];
  for (let after: number | null = 0; after !== null;) {
    const piece: Reply<ItemPiece> = await request<ItemPiece>(`/web/till/items?after=${after}`);
    if (!piece.ok) return undefined;
    items.push(...piece.value.items);
    after = piece.value.next;
  }
  return items;
}

interface ItemPiece {
  readonly items: readonly ApiItem[];
  readonly next: number | null;
}

function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

effect(() => {
  // The box has other prices, labels or rules.
  if (shopVersion.value !== '' && hold.value === 'here') void loadShop();
});

addEventListener('online', () => wakeUp());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') wakeUp();
});

function wakeUp(): void {
  if (hold.value !== 'here') return;
  if (till.isUnread.value) void till.start();
  if (isAway.value) void refreshSession();
  else void loadShop();
  wakeAll();
}
