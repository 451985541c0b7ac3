import { type InvoiceLine, type Para, searchKey, type TransactionType } from '../../../base/index.js';
import type { Catalogue } from '../../../shop/catalogue/index.js';
import type { IssuedInvoice, StoredItem } from '../../../platform/ledger/index.js';

/** Criteria of a search; absent ones match every receipt. */
interface Wanted {
  readonly amount?: Para;
  readonly transactionType?: TransactionType;
  /** Part of the buyer's identification. */
  readonly buyer?: string;
  /** Part of the cashier's name. */
  readonly cashier?: string;
  /** Part of a name, or a whole PLU or GTIN. */
  readonly article?: string;
}

type Test = (invoice: IssuedInvoice) => boolean;

/** Returns a predicate for receipts. Work that is the same for every receipt is done once. */
export function matcherOf(
  { amount, transactionType, buyer = '', cashier = '', article = '' }: Wanted,
  catalogue: Pick<Catalogue, 'all'>,
): Test {
  const tests: Test[] = [];
  if (amount !== undefined) tests.push(({ draft }) => draft.total === amount);
  if (transactionType !== undefined) tests.push(({ draft }) => draft.transactionType === transactionType);
  if (buyer !== '') tests.push(partTest(buyer, ({ draft }) => draft.buyerId ?? ''));
  if (cashier !== '') tests.push(partTest(cashier, ({ draft }) => draft.cashier));
  if (article !== '') {
    const isArticle = articleTest(article, catalogue);
    tests.push(({ draft }) => draft.lines.some(isArticle));
  }
  return (invoice) => tests.every((test) => test(invoice));
}

/** Searched like the catalogue: `Ђорђе`, `Đorđe` and `djordje` are the same. */
function partTest(part: string, textOf: (invoice: IssuedInvoice) => string): Test {
  const key = searchKey(part);
  return (invoice) => searchKey(textOf(invoice)).includes(key);
}

/** A line does not contain a PLU. It is taken from the catalogue item that the line links to, or that has its name. */
function articleTest(article: string, catalogue: Pick<Catalogue, 'all'>): (line: InvoiceLine) => boolean {
  const part = searchKey(article);
  const code = article.toLowerCase();
  const item: StoredItem | undefined = catalogue.all().find(({ plu }) => plu?.toLowerCase() === code);
  return ({ name, gtin, itemId }) =>
    gtin === article ||
    (item !== undefined && (itemId === item.id || name === item.name)) ||
    searchKey(name).includes(part);
}
