import { isIdempotencyKey, readAdvanced } from '../../../sales/invoicing/index.js';
import { toRsd, defineMessages } from '../../../base/index.js';
import { notFound, okay } from '../../../platform/http/index.js';
import { noSuchPrinter } from '../../admin/index.js';
import { cardViewOf } from '../../health/index.js';
import { targetsOf } from '../../../paper/printing/index.js';
import { hasPrinterName, type Settings } from '../../../shop/settings/index.js';
import { CARD_BEING_READ, cardFindings } from '../../../processors/card/index.js';
import type { StoredItem } from '../../../platform/ledger/index.js';
import { webError } from '../pageResponses.js';
import type { WebDeps } from '../webDeps.js';
import { performFor } from '../performFor.js';
import { maySee } from '../guard.js';
import type { WebRoute } from '../webRoute.js';

const MESSAGES = defineMessages('till', {
  noRequestId: { en: 'key: this is not a request ID', sr: 'key: ово није ознака захтева.' },
  noPrinterName: { en: 'name: a printer name is required', sr: 'Потребно је име штампача.' },
  noItem: { en: 'after: an item ID is required', sr: 'Потребан је број артикла.' },
});

const EVERYBODY = ['owner', 'technician', 'cashier'] as const;

/** Items of one response, including inactive ones: some 200 KB. */
const ITEMS_AT_A_TIME = 1000;

/**
 * What the card that signs, or authenticates to the V-PFR, needs from a person before anything can be sold: its PIN,
 * insertion, or replacement; `look`: it cannot be used as it is.
 */
type CardWants = 'pin' | 'card' | 'new card' | 'look';

/** State of an idempotency key, for a till whose answer was lost or is a refusal. */
type SaleState = 'free' | 'at work' | 'queued' | 'open' | 'in doubt' | 'issued';

/** Rules of the shop for its tills. */
export function tillRules({ now }: Pick<Settings, 'now'>): object {
  const { simplifiedCash, offlineQueue, company, printers, scaleLabels, cashierTraining } = now;
  return {
    simplifiedCash,
    mayQueue: offlineQueue.enabled,
    tin: company.tin,
    hasPrinter: printers.length > 0,
    printsSlips: offlineQueue.printSlip && targetsOf(printers, 'Normal', null).length > 0,
    drawers: printers.filter(({ drawer = 'none' }) => drawer !== 'none').map(({ name }) => name),
    scaleLabels,
    cashierTraining,
  };
}

/** Data that a till needs in addition to the routes of the API. */
export const tillRoutes: readonly WebRoute[] = [
  {
    method: 'get',
    path: '/web/till',
    access: 'signed-in',
    roles: EVERYBODY,
    handler: (_request, { admin: { catalogue }, settings }) =>
      okay({ ...tillRules(settings), itemsVersion: catalogue.version }),
  },
  {
    method: 'get',
    path: '/web/till/items',
    access: 'signed-in',
    roles: EVERYBODY,
    async handler({ ctx }, { admin: { catalogue }, salePriority }) {
      const after = ctx.state.query.get('after') ?? '0';
      if (!/^\d{1,15}$/.test(after)) return webError('validation', MESSAGES.noItem);
      const { version } = catalogue;
      const { items, next } = await catalogue.activeAfter(Number(after), ITEMS_AT_A_TIME, salePriority);
      return okay({ version, items: items.map(itemAnswer), next });
    },
  },
  {
    method: 'get',
    path: '/web/till/card',
    access: 'signed-in',
    roles: EVERYBODY,
    handler(_request, deps) {
      return okay({ wants: cardWants(deps) });
    },
  },
  {
    method: 'post',
    path: '/web/till/drawer',
    takesBody: true,
    access: 'signed-in',
    roles: EVERYBODY,
    async handler({ session, body: { name } }, deps) {
      if (typeof name !== 'string') return webError('validation', MESSAGES.noPrinterName);
      const { printers } = deps.settings.now;
      if (!printers.some((printer) => hasPrinterName(printer, name))) {
        return webError('refused', noSuchPrinter(printers));
      }
      // The audit records which user opened it.
      const opened = await performFor(session, deps, 'print.drawer', { name });
      return opened.ok ? okay(opened.value) : webError('refused', opened.error);
    },
  },
  {
    method: 'get',
    path: '/web/till/advance/{uuid}',
    access: 'signed-in',
    roles: EVERYBODY,
    async handler({ session: { user }, params: { uuid = '' } }, { ledger, settings }) {
      const { now } = settings;
      const advance = await ledger.invoice(uuid);
      if (advance?.environment !== now.environment || !maySee(user, advance)) return notFound('Invoice');
      const advanced = await readAdvanced({ ledger, settings }, advance, now.simplifiedCash);
      if (!advanced.ok) return webError('refused', advanced.error);
      const { total, payments, labels, beginsElsewhere } = advanced.value;
      const paid = payments.map(({ paymentType, amount }) => ({ paymentType, amount: toRsd(amount) }));
      const byLabel = labels.map(({ label, amount }) => ({ label, amount: toRsd(amount) }));
      return okay({ total: toRsd(total), payments: paid, labels: byLabel, beginsElsewhere });
    },
  },
  {
    method: 'get',
    path: '/web/sale/{key}',
    access: 'signed-in',
    roles: EVERYBODY,
    async handler({ params: { key = '' } }, deps) {
      return isIdempotencyKey(key) ? okay(await saleState(key, deps)) : webError('validation', MESSAGES.noRequestId);
    },
  },
];

const WANTS: Readonly<Record<string, CardWants>> = { '1300': 'card', '1500': 'pin', '2100': 'pin', '2110': 'new card' };

/** Answered from memory: neither card nor processor is asked. */
function cardWants({ admin: { processors, cards, health }, settings: { now: set }, now }: WebDeps): CardWants | null {
  const { environment } = set;
  const isOwn = set[`pfr.${environment}`].key === 'card';
  const view = cardViewOf(set, { now, isTrusted: () => health.clockTrust() !== 'guess' });
  const blocking = isOwn
    ? cardFindings(cards.state, view).filter(({ state }) => state === 'failure')
    : processors.active.status().findings.filter(({ blocks }) => blocks);
  const [first] = blocking;
  if (first === undefined || first === CARD_BEING_READ) return null;
  return WANTS[first.code ?? ''] ?? (isOwn ? 'look' : null);
}

function itemAnswer({ price, active: _, ...item }: StoredItem): object {
  return { ...item, price: toRsd(price) };
}

/** Only `free` proves that nothing was signed: the outcome of a key at work may change a moment later. */
async function saleState(
  key: string,
  { admin: { invoicing } }: WebDeps,
): Promise<{
  readonly state: SaleState;
  readonly uuid: string | null;
  readonly number: string | null;
  readonly retryAfter?: number;
}> {
  const wasAtWork = invoicing.isAtWork(key);
  const status = await invoicing.keyStatus(key);
  switch (status.state) {
    case 'issued':
      return { state: 'issued', uuid: status.invoice.uuid, number: status.invoice.signature.invoiceNumber };
    case 'in doubt':
      return { state: 'in doubt', uuid: null, number: status.number };
    case 'free':
      return { state: wasAtWork || invoicing.isAtWork(key) ? 'at work' : 'free', uuid: null, number: null };
    case 'open':
      return {
        ...{ state: 'open', uuid: null, number: null },
        ...(status.timeToOutcome !== undefined && { retryAfter: Math.ceil(status.timeToOutcome / 1000) }),
      };
    case 'queued':
    case 'at work':
      return { state: status.state, uuid: null, number: null };
    case 'used for other content':
      // The key alone does not show which content is meant.
      return { state: 'at work', uuid: null, number: null };
  }
}
