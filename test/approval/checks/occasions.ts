import { refusalOf } from '../answers.js';
import { BUYER, COFFEE, type Request } from '../goods.js';
import type { Shop } from '../stage/shop.js';
import type { Trial } from '../trial.js';

/** Every kind of receipt with its letters, its banner, and whether its paper is no fiscal receipt. */
export const KINDS = [
  { letters: 'ПП', invoiceType: 'Normal', transactionType: 'Sale', banner: 'ПРОМЕТ ПРОДАЈА' },
  { letters: 'ПР', invoiceType: 'Normal', transactionType: 'Refund', banner: 'ПРОМЕТ РЕФУНДАЦИЈА' },
  { letters: 'КП', invoiceType: 'Copy', transactionType: 'Sale', banner: 'КОПИЈА ПРОДАЈА' },
  { letters: 'КР', invoiceType: 'Copy', transactionType: 'Refund', banner: 'КОПИЈА РЕФУНДАЦИЈА' },
  { letters: 'РП', invoiceType: 'ProForma', transactionType: 'Sale', banner: 'ПРЕДРАЧУН ПРОДАЈА' },
  { letters: 'РР', invoiceType: 'ProForma', transactionType: 'Refund', banner: 'ПРЕДРАЧУН РЕФУНДАЦИЈА' },
  { letters: 'ОП', invoiceType: 'Training', transactionType: 'Sale', banner: 'ОБУКА ПРОДАЈА' },
  { letters: 'ОР', invoiceType: 'Training', transactionType: 'Refund', banner: 'ОБУКА РЕФУНДАЦИЈА' },
  { letters: 'АП', invoiceType: 'Advance', transactionType: 'Sale', banner: 'АВАНС ПРОДАЈА' },
  { letters: 'АР', invoiceType: 'Advance', transactionType: 'Refund', banner: 'АВАНС РЕФУНДАЦИЈА' },
] as const;

/** A request for a kind. It names a receipt that no box has where one must be named. */
export function requestOf({ invoiceType, transactionType }: (typeof KINDS)[number]): Request {
  const needsReferent = invoiceType === 'Copy' || transactionType === 'Refund';
  return {
    ...COFFEE,
    ...{ invoiceType, transactionType, buyerId: BUYER },
    ...(needsReferent && {
      referentDocumentNumber: 'AAAAAAAA-AAAAAAAA-1',
      referentDocumentDT: '2026-11-20 10:00:00',
    }),
  };
}

/** That no kind of receipt is issued now: 409 with a Serbian sentence for each, and nothing new in the list. */
export async function issuesNothing(trial: Trial, shop: Shop): Promise<void> {
  const before = (await shop.receipts()).length;
  for (const kind of KINDS) {
    const reply = await trial.call('POST', '/invoices', requestOf(kind), shop);
    const { code, message } = refusalOf(reply);
    const isRefused = reply.status === 409 && code === 'pfr_error';
    trial.holds(`${kind.banner}: није издат, 409 pfr_error`, isRefused, `${reply.status} ${message}`);
  }
  trial.same('нових рачуна на листи', (await shop.receipts()).length - before, 0);
}

/** Works while the stand-in for the L-PFR is away: nothing listens at its address. */
export async function whileAway(trial: Trial, work: (shop: Shop) => Promise<void>): Promise<void> {
  const [shop, server] = [await trial.shop(), await trial.stage.lpfr()];
  trial.step('Л-ПФР се искључује');
  await server.stop();
  try {
    await work(shop);
  } finally {
    await server.up();
    await shop.untilReady();
  }
}
