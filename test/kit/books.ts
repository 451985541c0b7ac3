import { DiskError } from '../../src/base/disk.js';
import { allPayments, type Environment, ENVIRONMENTS } from '../../src/contract/fiscal.js';
import type { Box } from '../../src/programs/box/open.js';
import { hookName } from '../../src/outward/delivery/webhooks/eventFeed.js';
import type { EventPlace } from '../../src/platform/ledger/events/eventPlace.js';
import type { EventRecord } from '../../src/platform/ledger/events/recordPage.js';
import type { IssuedInvoice } from '../../src/platform/ledger/invoice.js';
import type { Ledger } from '../../src/platform/ledger/ledger.js';
import type { TurnoverKind } from '../../src/platform/ledger/views/turnover.js';
import { type Session, Sessions } from '../../src/interfaces/web/session/sessions.js';

/** Records of a log that is recounted: a longer one belongs to a test of its own. */
const MAX_RECORDS = 1000;
const WINDOW = 64 * 1024;
const EVER = { from: 0, to: 99_999_999 };
const KINDS: readonly TurnoverKind[] = ['total', 'label', 'payment', 'cashier'];

/** The sessions of each clock, and so of each box: the pages keep them to themselves. */
const sessionsByClock = new WeakMap<() => number, Set<Session>>();
const begin = Reflect.get<Sessions, 'begin'>(Sessions.prototype, 'begin');
Sessions.prototype.begin = function (given) {
  const begun = begin.call(this, given);
  const { now } = Reflect.get(this, 'deps') as { readonly now: () => number };
  const known = sessionsByClock.get(now) ?? new Set();
  sessionsByClock.set(now, known.add(begun.session));
  return begun;
};

/** What is wrong in a box whose work has ended and whose ledger is still open, as sentences. */
export async function wrongInBooks(box: Box, isWholeService: boolean): Promise<string[]> {
  const wrong = [...sessionsOfNobody(box), ...(isWholeService ? cursorsOfNothing(box) : [])];
  const { ledger } = box;
  if (ledger.failure !== undefined || ledger.losses.length > 0 || ledger.end.sequence > MAX_RECORDS) return wrong;
  const receipts = await receiptsIn(ledger);
  if (receipts === undefined) return wrong;
  const views = await Promise.all(ENVIRONMENTS.map((environment) => viewsAgainst(ledger, environment, receipts)));
  return [...wrong, ...jobsOfNothing(ledger, receipts), ...views.flat()];
}

/** A session that has not been ended belongs to a user, and to a tablet that is let in. */
function sessionsOfNobody({ clock, users, tablets }: Box): string[] {
  const sessions = [...(sessionsByClock.get(clock.now) ?? [])].filter(
    ({ ended, endsAt }) => !ended.aborted && endsAt > clock.monotonic(),
  );
  sessionsByClock.delete(clock.now);
  const isTablet = (id: number | null): boolean => id === null || tablets.list().some((tablet) => tablet.id === id);
  return sessions
    .filter(({ user, tablet }) => users.find(user.id) === undefined || !isTablet(tablet))
    .map(({ id, user }) => `session ${id} of ${user.name} outlives its user or tablet`);
}

/** A place in the log belongs to a webhook that is set, and is a place of this log. */
function cursorsOfNothing({ ledger, settings, safeMode }: Box): string[] {
  const { notifyCursor } = ledger.main;
  if (ledger.failure !== undefined || safeMode.isOn) return [];
  const set = settings.now.webhooks.flatMap((target) => ENVIRONMENTS.map((each) => hookName(target, each)));
  const left = Object.keys(notifyCursor.hooks ?? {}).filter((name) => !set.includes(name));
  const isAhead = (notifyCursor.sequence ?? 0) > ledger.end.sequence;
  return [
    ...left.map((name) => `the webhook ${name} was removed, and has a place`),
    ...(isAhead ? [`messages are at record ${notifyCursor.sequence}, behind the end of the log`] : []),
  ];
}

/** All receipts, read from the log; undefined where that cannot be read as a whole. */
async function receiptsIn({ events }: Ledger): Promise<IssuedInvoice[] | undefined> {
  const receipts: IssuedInvoice[] = [];
  const faults: string[] = [];
  const give = ({ receipt, isChained, contents }: EventRecord): void => {
    if (receipt === null || !isChained || contents.some(({ type }) => type === 'ledger.unreadable'))
      faults.push('unreadable');
    else if (receipt !== undefined) receipts.push(receipt);
  };
  try {
    let after: EventPlace | undefined;
    for (let more: boolean = true; more && faults.length === 0;) {
      const page = await events.records({
        after,
        limit: MAX_RECORDS,
        bytes: WINDOW,
        give,
        slice: async (work) => work(),
      });
      if (!page.ok) return undefined;
      ({ place: after, more } = page.value);
    }
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    return undefined;
  }
  return faults.length === 0 ? receipts : undefined;
}

/** Whatever is printed, waits or was signed refers to an existing receipt, or to none that was issued already. */
function jobsOfNothing({ main }: Ledger, receipts: readonly IssuedInvoice[]): string[] {
  const uuids = new Set(receipts.map(({ uuid }) => uuid));
  const keys = new Set(receipts.map(({ environment, clientRequestId }) => `${environment} ${clientRequestId}`));
  const attempts = new Set(receipts.map(({ attempt }) => attempt?.requestId));
  const orders = ENVIRONMENTS.flatMap((environment) => [...main.queue.orders(environment)]);
  const intents = ENVIRONMENTS.flatMap((environment) => main.intents(environment));
  return [
    ...main.jobs.all().flatMap(({ id, uuid }) => (uuids.has(uuid) ? [] : [`job ${id} prints no receipt`])),
    ...orders.flatMap(({ environment, clientRequestId, number }) =>
      keys.has(`${environment} ${clientRequestId}`) ? [`order ${number} waits, and its receipt was issued`] : [],
    ),
    ...intents.flatMap(({ requestId }) =>
      attempts.has(requestId) ? [`request ${requestId} is open, and its receipt was issued`] : [],
    ),
  ];
}

/** The views say what the receipts of the log come to. */
async function viewsAgainst(
  ledger: Ledger,
  environment: Environment,
  all: readonly IssuedInvoice[],
): Promise<string[]> {
  const receipts = all.filter((receipt) => receipt.environment === environment);
  const { count } = await ledger.findInvoices({ environment, skip: 0, limit: MAX_RECORDS });
  const sums = KINDS.filter((kind) => {
    const rows = ledger.main.turnover.byName(kind, { environment, ...EVER });
    const found = rows.map(({ name, invoices, amount, refunds }) => `${name}: ${invoices} ${refunds} ${amount}`);
    return found.sort().join('\n') !== turnoverOf(kind, receipts).sort().join('\n');
  });
  return [
    ...(count === receipts.length ? [] : [`${count} receipts of ${environment} are listed of ${receipts.length}`]),
    ...sums.map((kind) => `the turnover of ${environment} by ${kind} is not that of its receipts`),
  ];
}

function turnoverOf(kind: TurnoverKind, receipts: readonly IssuedInvoice[]): string[] {
  const sums = new Map<string, { invoices: number; refunds: number; amount: bigint }>();
  const add = (name: string, para: number, isRefund: boolean): void => {
    const { invoices, refunds, amount } = sums.get(name) ?? { invoices: 0, refunds: 0, amount: 0n };
    sums.set(name, {
      invoices: invoices + 1,
      refunds: refunds + Number(isRefund),
      amount: amount + BigInt(isRefund ? -para : para),
    });
  };
  for (const { draft } of receipts) {
    if (draft.invoiceType !== 'Normal' && draft.invoiceType !== 'Advance') continue;
    const isRefund = draft.transactionType === 'Refund';
    if (kind === 'total') add('', draft.total, isRefund);
    else if (kind === 'cashier') add(draft.cashier, draft.total, isRefund);
    else if (kind === 'payment')
      for (const { paymentType, amount } of allPayments(draft)) add(paymentType, amount, isRefund);
    else {
      const labels = new Set(draft.lines.flatMap(({ label, moreLabels = [] }) => [label, ...moreLabels]));
      for (const label of labels) {
        const lines = draft.lines.filter((line) => line.label === label || line.moreLabels?.includes(label) === true);
        add(
          label,
          lines.reduce((sum, { total }) => sum + total, 0),
          isRefund,
        );
      }
    }
  }
  return Array.from(sums, ([name, { invoices, refunds, amount }]) => `${name}: ${invoices} ${refunds} ${amount}`);
}
