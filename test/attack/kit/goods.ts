import type { Target } from './target.js';

/** Most lines that an invoice may have. */
const LINES = 500;
/** Receipts on a page of the list. */
const PAGE = 100;

const CYRILLIC = Array.from({ length: 30 }, (_, at) => String.fromCodePoint(0x430 + at));

/** A name of the greatest length that hardly packs. */
export function randomName(random: () => number = Math.random): string {
  return Array.from({ length: 200 }, () => CYRILLIC[Math.floor(random() * CYRILLIC.length)]).join('');
}

/** The body of a sale of as many lines as there may be. */
export function largeSale(nameOf: (line: number) => string, lines = LINES): string {
  const items = Array.from({ length: lines }, (_, at) => {
    return { name: nameOf(at), quantity: 1, unitPrice: 1, label: '\u0402' };
  });
  return JSON.stringify({ items });
}

let prepared: { readonly box: Target['box']; readonly uuid: string } | undefined;

/** Fills a page of the list with receipts of many long lines, once for each box. */
export async function fillPage(target: Target): Promise<void> {
  await largeReceipt(target);
}

/** One of the receipts of that page. */
export async function largeReceipt(target: Target): Promise<string> {
  if (prepared?.box === target.box) return prepared.uuid;
  const name = randomName();
  const body: unknown = JSON.parse(largeSale((at) => `${at} ${name}`.slice(0, 200)));
  for (let made = 1; made < PAGE; made += 1) await target.box.issue(target.key, body);
  const { uuid } = await target.box.issue(target.key, body);
  prepared = { box: target.box, uuid };
  return uuid;
}
