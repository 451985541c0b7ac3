import { Readable } from 'node:stream';
import { defineMessages, runInSlices, localTime, type SalesFirst, toRsd } from '../../../base/index.js';
import { MAX_PIECE, UPDATE_REFUSALS } from '../../../outward/updates/index.js';
import {
  encodingNamed,
  type ImportCheck,
  itemPieces,
  MAX_CSV_BYTES,
  readingItems,
  type RowWarning,
} from '../../../shop/catalogue/index.js';
import { type HttpResponse, okay } from '../../../platform/http/index.js';
import type { StoredItem } from '../../../platform/ledger/index.js';
import { webError } from '../pageResponses.js';
import type { WebDeps } from '../webDeps.js';
import { englishOnPage, serbianOnPage } from '../pageText.js';
import { performFor } from '../performFor.js';
import { ROLE_PERMISSIONS } from '../guard.js';
import { NOT_ALLOWED, type SignedInRequest, type WebRoute } from '../webRoute.js';

const MANAGERS = ['owner', 'technician'] as const;
/** Maximum number of reported refused rows. More rows usually have a common cause. */
const MAX_FAULTS = 100;

/** Files that a page uploads or downloads. */
export const fileRoutes: readonly WebRoute[] = [
  {
    method: 'post',
    path: '/web/items/csv',
    takesBytes: MAX_CSV_BYTES,
    access: 'signed-in',
    roles: MANAGERS,
    handler: importItems,
  },
  {
    method: 'get',
    path: '/web/items/csv',
    access: 'signed-in',
    roles: MANAGERS,
    async handler({ session }, deps) {
      const exported = await performFor(session, deps, 'items.export', {});
      if (!exported.ok) return webError('refused', exported.error);
      const body = Readable.from(piecesOf(exported.value, deps.salesFirst));
      return okay(body, attachment('text/csv; charset=utf-8', `kasirbox-artikli-${dayOf(deps)}.csv`));
    },
  },
  {
    method: 'get',
    path: '/web/support-bundle',
    access: 'signed-in',
    roles: MANAGERS,
    async handler({ session: { user } }, deps) {
      if (!ROLE_PERMISSIONS[user.role].has('maintenance')) return NOT_ALLOWED;
      const bundle = await deps.supportBundle();
      if (!bundle.ok) return webError('refused', bundle.error);
      return okay(bundle.value, attachment('application/gzip', `kasirbox-support-${dayOf(deps)}.tar.gz`));
    },
  },
];

/** A code that the form of an item refuses, too. The API and the command line take it with a warning. */
function isRefusedOnPages({ rule }: Pick<RowWarning, 'rule'>): boolean {
  return rule === 'item.gtin-wrong';
}

/** Checks a file of items (`?do=check`), or imports it: all rows, or none if one is refused. */
async function importItems({ ctx, bytes, session }: SignedInRequest, deps: WebDeps): Promise<HttpResponse> {
  const encoding = encodingNamed(String(ctx.query['encoding'])) ?? 'utf-8';
  const read = await runInSlices(readingItems(bytes, encoding), deps.salesFirst.slice);
  if (!read.ok) return webError('validation', read.error);
  const { rows, faults: unread, headingOf } = read.value;
  // If one row cannot be read, the others are still checked, so that one report lists everything that must be
  // corrected.
  const checked = await performFor(session, deps, 'items.check', { rows });
  if (!checked.ok) return webError('refused', checked.error);
  const wrongCodes = (checked.value.warnings ?? []).filter(isRefusedOnPages);
  const isCheck = ctx.query['do'] === 'check' || unread.length > 0 || wrongCodes.length > 0;
  const done = isCheck ? checked : await performFor(session, deps, 'items.import', { rows });
  if (!done.ok) return webError('refused', done.error);
  const { created, changed, unchanged, faults } = done.value;
  const warnings = (done.value.warnings ?? []).filter((warning) => !isRefusedOnPages(warning));
  const refused = [
    ...[...unread, ...faults].map(({ reason, ...at }) => ({
      ...at,
      reason: englishOnPage(reason),
      reasonSr: serbianOnPage(reason),
    })),
    ...wrongCodes.map(({ line, field, message, messageEn }) => ({
      ...{ line, column: field },
      ...{ reason: messageEn, reasonSr: message },
    })),
  ].sort((a, b) => a.line - b.line);
  return okay({
    ...{ created, changed, unchanged, isDone: !isCheck && refused.length === 0 },
    refused: refused.length,
    faults: refused.slice(0, MAX_FAULTS).map(({ line, column, reason, reasonSr }) => ({
      ...{ line, reason, reasonSr },
      heading: column === null ? null : headingOf(column),
    })),
    warned: warnings.length,
    warnings: warnings.slice(0, MAX_FAULTS).map(({ line, field, message, messageEn }) => ({
      ...{ line, reason: messageEn, reasonSr: message },
      heading: headingOf(field),
    })),
    shown: isCheck ? checked.value.shown.map(shownRow) : [],
  });
}

/** An item that an import would write, for display: prices in RSD. */
function shownRow({ line, before, after }: ImportCheck['shown'][number]): object {
  return { line, before: before && inRsd(before), after: inRsd(after) };
}

function inRsd({ name, plu, price, active }: StoredItem): object {
  return { name, plu, active, price: toRsd(price) };
}

async function* piecesOf(items: Parameters<typeof itemPieces>[0], { slice }: Pick<SalesFirst, 'slice'>) {
  const pieces = itemPieces(items);
  for (let next = await slice(() => pieces.next()); next.done !== true; next = await slice(() => pieces.next())) {
    yield next.value;
  }
}

function attachment(type: string, name: string): Readonly<Record<string, string>> {
  return { 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}"`, 'Cache-Control': 'no-store' };
}

function dayOf({ now }: Pick<WebDeps, 'now'>): string {
  return localTime(now()).slice(0, 10);
}

const MESSAGES = defineMessages('webUpdates', {
  badPlace: {
    en: 'at and all: where the piece begins and how long the whole is, in bytes',
    sr: 'Потребно је где део почиње и колико је целина дугачка.',
  },
});

const NUMBER = /^\d{1,10}$/;
const PLACE = MESSAGES.badPlace;

/**
 * Upload of an update bundle in consecutive pieces: `?at=` is the position of the piece, `?all=` the total length. The
 * response states the progress; the operation `update.install` with `waiting` then installs it.
 */
export const updateRoutes: readonly WebRoute[] = [
  {
    method: 'post',
    path: '/web/updates',
    takesBytes: MAX_PIECE,
    access: 'signed-in',
    roles: ['owner', 'technician'],
    async handler({ ctx, bytes }, { admin: { updates } }) {
      const [at = '', all = ''] = ['at', 'all'].map((name) => ctx.state.query.get(name) ?? '');
      if (!NUMBER.test(at) || !NUMBER.test(all)) return webError('validation', PLACE);
      if (updates === undefined) return webError('refused', UPDATE_REFUSALS.noService);
      const taken = await updates.upload(Number(at), Number(all), bytes);
      return taken.ok ? okay(taken.value) : webError('refused', taken.error);
    },
  },
];
