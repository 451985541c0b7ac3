import { Router } from '@koa/router';
import { readFile } from 'node:fs/promises';
import { type Clock, receiptTime, type SalePriority } from '../../../base/index.js';
import { FONT_FILES, type FontName, fontPath, PRINT_SCRIPT } from '../../../paper/documents/index.js';
import { printedJournal, readLinkPayload } from '../../../paper/journal/index.js';
import {
  type HttpResponse,
  notFound,
  okay,
  type RequestState,
  respond,
  type SlotLimits,
  ResponseSlots,
  withSlot,
} from '../../../platform/http/index.js';
import type { Ledger } from '../../../platform/ledger/index.js';
import { verifyDemoPayload } from '../../../processors/pfr/index.js';
import { Reference } from '../reference/page.js';
import { webPage } from './page.js';

/** A file that a sheet loads; undefined when this installation does not have it. */
type Asset = () => Promise<HttpResponse | undefined>;

/** A year, s: a font of this name never changes. */
const FONT_AGE = 31_536_000;
/** A day, s: the script may change with the next version of the box. */
const SCRIPT_AGE = 86_400;

/** Files under exactly these paths that need no key: the fonts of a sheet and its script, which contain no data. */
const ASSETS: ReadonlyMap<string, Asset> = new Map([
  ...Object.entries(FONT_FILES).map(([name, file]): [string, Asset] => [
    `/fonts/${file}`,
    () => openFont(name as FontName),
  ]),
  ['/print.js', async () => assetResponse('text/javascript; charset=utf-8', SCRIPT_AGE, PRINT_SCRIPT)],
]);

function assetResponse(type: string, age: number, body: object | string): HttpResponse {
  return okay(body, {
    'Content-Type': type,
    'Cache-Control': `public, max-age=${age}, immutable`,
    // Sheets on other sites load them.
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
}

/** The bytes of requested fonts, each read once: all responses share them, and none has an open file. */
const fonts = new Map<FontName, Promise<Buffer>>();

async function openFont(name: FontName): Promise<HttpResponse | undefined> {
  const reading = fonts.get(name) ?? readFont(name);
  if (reading === undefined) return undefined;
  fonts.set(name, reading);
  try {
    return assetResponse('font/ttf', FONT_AGE, await reading);
  } catch (error) {
    // For example no free descriptor: the next request may succeed.
    fonts.delete(name);
    throw error;
  }
}

function readFont(name: FontName): Promise<Buffer> | undefined {
  const path = fontPath(name);
  return path === null ? undefined : readFile(path);
}

const UNKNOWN = `
<h1>Рачун није пронађен</h1>
<p>Ова веза није веза рачуна са овог уређаја. Проверите да ли је QR код прочитан цео.</p>`;

/**
 * The public page behind the QR code of a demo receipt. It opens only with the complete link: every byte must be as
 * signed by this box.
 */
async function verificationPage(ledger: Ledger, vl: string): Promise<HttpResponse> {
  const payload = readLinkPayload(vl);
  const link = payload && verifyDemoPayload(payload, ledger.boxId);
  const invoice = link && (await ledger.invoiceByNumber(link.requestedBy, link.signedBy, link.totalCounter));
  if (link === undefined || invoice === undefined) return webPage(404, 'Рачун није пронађен', UNKNOWN);
  const { signature, draft } = invoice;
  return webPage(
    200,
    `Рачун ${signature.invoiceNumber}`,
    `
<h1>Демо рачун</h1>
<p class="notice">Ово је демо рачун без фискалне важности. Није пријављен Пореској управи.</p>
<dl>
<dt>ПФР број рачуна</dt><dd>${signature.invoiceNumber}</dd>
<dt>ПФР време</dt><dd>${receiptTime(signature.time)}</dd>
</dl>`,
    printedJournal(signature.journal, draft),
  );
}

/**
 * Slots for pages without a key. A page contains a whole receipt, up to half a megabyte, in memory until the
 * client has read it.
 */
const STRANGER = 0;
const STRANGERS: SlotLimits = { perKey: 16, inAll: 16, waiting: 64, longest: 30_000 };

interface OpenPagesDeps {
  readonly ledger: Ledger;
  readonly salePriority: SalePriority;
  readonly clock: Pick<Clock, 'sleep'>;
}

/** The web pages and files that need no key. */
export function openPages({ ledger, salePriority, clock }: OpenPagesDeps): Router<RequestState, object> {
  const router = new Router<RequestState, object>({ sensitive: true });
  const slots = new ResponseSlots(STRANGERS, clock);
  router.get('/v', async (ctx) => {
    const page = (): Promise<HttpResponse> => verificationPage(ledger, ctx.state.query.get('vl') ?? '');
    respond(ctx, await withSlot(slots, STRANGER, ctx, () => salePriority.slice(page)));
  });
  const reference = new Reference(salePriority);
  router.get('/docs', async (ctx) => {
    const asked = { acceptEncoding: ctx.get('Accept-Encoding'), ifNoneMatch: ctx.get('If-None-Match') };
    respond(ctx, await reference.answer(asked));
  });
  for (const [path, open] of ASSETS) {
    router.get(path, async (ctx) => respond(ctx, (await open()) ?? notFound('File')));
  }
  return router;
}
