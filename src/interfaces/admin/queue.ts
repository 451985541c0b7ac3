import {
  assertNever,
  failed,
  isPersonName,
  isReason,
  type LocalTime,
  localTime,
  ok,
  type Para,
  type Result,
  defineMessages,
  type Message,
} from '../../base/index.js';
import type { Environment } from '../../contract/index.js';
import type { QueueEntry, RemoveRefusal, SettleRefusal } from '../../sales/invoicing/index.js';
import type { QueuedOrder } from '../../platform/ledger/index.js';
import { integer, optional, text } from './fields.js';
import { type AdminDeps, operation } from './operation.js';
import { storageText } from './print/printRefusals.js';
import { REASON_FORM } from './pfr/openReceipts.js';

const MESSAGES = defineMessages('queue', {
  unknown: {
    en: 'Nothing with this number or key is waiting. See: kasirbox queue list',
    sr: 'Ништа са тим бројем или кључем не чека. Погледајте: kasirbox queue list',
    srOnPage: 'Ништа са тим бројем или кључем не чека.',
    enOnPage: 'Nothing with this number or key is waiting.',
  },
  issuing: {
    en: 'The receipt is being issued and cannot be removed. Check again: kasirbox queue list',
    sr: 'Рачун се управо издаје и не може да се уклони. Погледајте поново: kasirbox queue list',
    srOnPage: 'Рачун се управо издаје и не може да се уклони. Погледајте поново.',
    enOnPage: 'The receipt is being issued and cannot be removed. Check again.',
  },
  issued: {
    en: 'The receipt was issued and cannot be removed. Refund it.',
    sr: 'Рачун је издат и не може да се уклони. Рефундирајте га.',
  },
  notUnsettled: {
    en: 'No sale with this number is without a receipt. See: kasirbox queue unsettled',
    sr: 'Ниједна продаја са тим бројем није без рачуна. Погледајте: kasirbox queue unsettled',
    srOnPage: 'Ниједна продаја са тим бројем није без рачуна.',
    enOnPage: 'No sale with this number is without a receipt.',
  },
  keyInUse: {
    en: 'A receipt for this sale is being issued. Check again: kasirbox queue unsettled',
    sr: 'За ову продају се управо издаје рачун. Погледајте поново: kasirbox queue unsettled',
    srOnPage: 'За ову продају се управо издаје рачун. Погледајте поново.',
    enOnPage: 'A receipt for this sale is being issued. Check again.',
  },
  otherDocument: {
    en: 'Another document was issued with the key of this sale. Sell again, and enter the number of that receipt.',
    sr: 'Под кључем ове продаје је издат други документ. Продајте поново, па унесите број тог рачуна.',
  },
  badNumber: {
    en: 'This is not a PFR number. Its form is ABCD1234-ABCD1234-15.',
    sr: 'Ово није ПФР број. Његов облик је ABCD1234-ABCD1234-15.',
  },
  notFitting: {
    en: 'This is not a fiscal receipt for such a sale: its type, transaction or environment differs.',
    sr: 'Ово није фискални рачун за такву продају: не слаже се врста рачуна, тип трансакције или окружење.',
  },
  ofOtherSale: {
    en: 'This is the receipt of another sale from the queue.',
    sr: 'Ово је рачун друге продаје из реда чекања.',
  },
  needsReason: {
    en: 'This receipt has a different amount, is older than the sale, or is not from this box. Give the reason why it is valid.',
    sr: 'Овај рачун има други износ, старији је од продаје или није са овог уређаја. Наведите разлог због којег важи.',
  },
  nothingGiven: {
    en: 'Give the PFR number of the receipt, or the reason why there is none.',
    sr: 'Наведите ПФР број рачуна, или разлог због којег рачуна нема.',
  },
  nameMissing: {
    en: 'The name of the person who decides is needed: --by NAME',
    sr: 'Потребно је име особе која одлучује: --by NAME',
  },
  removalNotStored: {
    en: 'The removal could not be stored ({code}). Run: kasirbox doctor',
    sr: 'Уклањање није сачувано ({code}). Покрените: kasirbox doctor',
    srOnPage: 'Уклањање није сачувано. Погледајте Стање.',
    enOnPage: 'The removal could not be stored. See Status.',
  },
});

type QueueDeps = Pick<AdminDeps, 'invoicing' | 'person'>;

/** A request of the active environment as displayed by `queue list`, in Belgrade time. */
export interface QueueRow {
  /** Number on the slip of the customer. */
  readonly number: number;
  /** The caller's idempotency key. */
  readonly key: string;
  readonly state: QueueEntry['state'];
  /** From 1; null when it does not wait. */
  readonly position: number | null;
  readonly time: LocalTime;
  /** Null for a caller that may not see turnover. */
  readonly total: Para | null;
  /** Why it was refused. */
  readonly reason: string | null;
}

/** A request as displayed by `queue show`. */
interface QueueDetail {
  /**
   * Null when the request left the queue long ago, or was never queued. The socket protocol uses this name for the row.
   */
  readonly line: QueueRow | null;
  /** Names of the lines, for a request that is in the queue. */
  readonly names: readonly string[];
  /** PFR number of its receipt. */
  readonly receipt: string | null;
}

/** A sale that was removed and has no receipt, as `queue unsettled` shows it; its times are of Belgrade. */
export interface UnsettledRow {
  /** As on the slip of the customer. */
  readonly number: number;
  readonly key: string;
  readonly environment: Environment;
  readonly time: LocalTime;
  /** Null for a caller without the right to see sales. */
  readonly total: Para | null;
  /** Person, time and reason of the removal; null when an earlier release or an API client recorded none. */
  readonly by: string | null;
  readonly removedAt: LocalTime | null;
  readonly reason: string | null;
}

interface UnsettledList {
  readonly count: number;
  /** The first {@link MAX_ROWS}, in the order of removal. */
  readonly rows: readonly UnsettledRow[];
}

const MAX_ROWS = 100;

/** Has fewer digits than an idempotency key has characters. */
const NUMBER = /^[1-9]\d{0,6}$/;

/** Requests that wait for the processor or were refused, in the order of issuing. */
export const listQueue = operation({
  permission: 'queue',
  isReadOnly: true,
  withoutTurnover: (rows) => rows.map(withoutTotal),
  input: {},
  async run({ invoicing }: QueueDeps): Promise<Result<readonly QueueRow[], Message>> {
    return ok(invoicing.queue.list().map(queueRow));
  },
});

/**
 * Shows a request. `id`: its number, which is known for a while after it is no longer queued; or its idempotency key,
 * which always finds an issued request.
 */
export const showQueued = operation({
  permission: 'queue',
  isReadOnly: true,
  withoutTurnover: ({ line, ...rest }: QueueDetail): QueueDetail => ({ ...rest, line: line && withoutTotal(line) }),
  input: { id: text },
  async run({ invoicing }: QueueDeps, { id }): Promise<Result<QueueDetail, Message>> {
    const key = keyOf({ invoicing }, id);
    const entry = invoicing.queue.get(key);
    const status = await invoicing.keyStatus(key);
    const invoice = status.state === 'issued' ? status.invoice : undefined;
    if (entry === undefined && invoice === undefined) return failed(MESSAGES.unknown);
    return ok({
      line: entry === undefined ? null : queueRow(entry),
      names: invoicing.queue.request(key)?.items.map(({ name }) => name) ?? [],
      receipt: invoice?.signature.invoiceNumber ?? null,
    });
  },
});

/** Removes a request. Its sale then gets no receipt. `id`: number or idempotency key. */
export const removeQueued = operation({
  permission: 'queue',
  withoutTurnover: withoutTotal<QueueRow>,
  input: { id: text, reason: text, by: optional(text) },
  async run({ invoicing, person }: QueueDeps, { id, reason, by }): Promise<Result<QueueRow, Message>> {
    const who = personOf(person, by);
    if (!who.ok) return who;
    if (!isReason(reason)) return failed(REASON_FORM);
    const removed = await invoicing.queue.remove(keyOf({ invoicing }, id), { by: who.value, reason });
    return removed.ok ? ok(queueRow(removed.value)) : failed(refusalText(removed.error));
  },
});

/** Sales of both environments that were removed and have no receipt. */
export const listUnsettled = operation({
  permission: 'queue',
  isReadOnly: true,
  withoutTurnover: ({ count, rows }: UnsettledList): UnsettledList => ({ count, rows: rows.map(withoutTotal) }),
  input: {},
  async run({ invoicing }: QueueDeps): Promise<Result<UnsettledList, Message>> {
    const orders = invoicing.queue.withoutReceipt.list();
    return ok({ count: orders.length, rows: orders.slice(0, MAX_ROWS).map(unsettledRow) });
  },
});

/** Settles such a sale: by the PFR number of its receipt, or by the reason alone, because goods or money came back. */
export const settleQueued = operation({
  permission: 'queue',
  withoutTurnover: withoutTotal<UnsettledRow>,
  input: { number: integer, receipt: optional(text), reason: optional(text), by: optional(text) },
  async run(
    { invoicing, person }: QueueDeps,
    { number, receipt = null, reason = null, by },
  ): Promise<Result<UnsettledRow, Message>> {
    const who = personOf(person, by);
    if (!who.ok) return who;
    if (reason !== null && !isReason(reason)) return failed(REASON_FORM);
    const settled = await invoicing.queue.withoutReceipt.settle(number, { receipt, reason, by: who.value });
    return settled.ok ? ok(unsettledRow(settled.value)) : failed(settleRefusalText(settled.error));
  },
});

/** Lets such a sale wait for the processor again; its receipt settles it. */
export const issueUnsettled = operation({
  permission: 'queue',
  withoutTurnover: withoutTotal<UnsettledRow>,
  input: { number: integer },
  async run({ invoicing }: QueueDeps, { number }): Promise<Result<UnsettledRow, Message>> {
    const waiting = await invoicing.queue.withoutReceipt.issueAgain(number);
    return waiting.ok ? ok(unsettledRow(waiting.value)) : failed(settleRefusalText(waiting.error));
  },
});

/** The person who decides: the signed-in user, or the name that the command was given. */
function personOf(person: string | undefined, named: string | undefined): Result<string, Message> {
  const who = person ?? named ?? '';
  return isPersonName(who) ? ok(who) : failed(MESSAGES.nameMissing);
}

function settleRefusalText(refusal: SettleRefusal): Message {
  switch (refusal) {
    case 'absent':
      return MESSAGES.notUnsettled;
    case 'busy':
      return MESSAGES.keyInUse;
    case 'taken':
      return MESSAGES.otherDocument;
    case 'not-number':
      return MESSAGES.badNumber;
    case 'unlike':
      return MESSAGES.notFitting;
    case 'used':
      return MESSAGES.ofOtherSale;
    case 'differs':
      return MESSAGES.needsReason;
    case 'no-reason':
      return MESSAGES.nothingGiven;
    case 'full':
    case 'damaged':
    case 'broken':
      return storageText(refusal);
    default:
      return assertNever(refusal);
  }
}

function unsettledRow(order: QueuedOrder): UnsettledRow {
  const { number, clientRequestId: key, environment, queuedAt, total, removal } = order;
  const { by = null, reason = null, at } = removal ?? {};
  const removedAt = at === undefined ? null : localTime(at);
  return { number, key, environment, time: localTime(queuedAt), total, by, removedAt, reason };
}

function refusalText(refusal: RemoveRefusal): Message {
  switch (refusal) {
    case 'absent':
      return MESSAGES.unknown;
    case 'issuing':
      return MESSAGES.issuing;
    case 'issued':
      return MESSAGES.issued;
    case 'full':
    case 'damaged':
    case 'broken':
      return MESSAGES.removalNotStored({ code: refusal });
    default:
      return assertNever(refusal);
  }
}

function keyOf({ invoicing }: Pick<QueueDeps, 'invoicing'>, id: string): string {
  return (NUMBER.test(id) ? invoicing.queue.keyOf(Number(id)) : undefined) ?? id;
}

function queueRow({ order, state, position, reason }: QueueEntry): QueueRow {
  const { number, clientRequestId: key, queuedAt, total } = order;
  return { number, key, state, position, time: localTime(queuedAt), total, reason };
}

function withoutTotal<Row extends QueueRow | UnsettledRow>(row: Row): Row {
  return { ...row, total: null };
}
