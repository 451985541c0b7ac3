import type { InvoiceLine, Para, TransactionType } from '../../base/index.js';
import type { Catalogue } from '../../catalogue/index.js';
import type { IssuedInvoice, StoredItem } from '../../ledger/index.js';

/** What a receipt must have to be found; what is left out does not matter. */
export interface Wanted {
  readonly amount?: Para;
  readonly transactionType?: TransactionType;
  /** Part of the buyer's identification. */
  readonly buyer?: string;
  /** Part of a name, or a whole PLU or GTIN. */
  readonly article?: string;
}

type Test = (invoice: IssuedInvoice) => boolean;

/** Tells whether a receipt is wanted. What does not change from one receipt to the next is found out once. */
export function matcherOf(
  { amount, transactionType, buyer = '', article = '' }: Wanted,
  catalogue: Pick<Catalogue, 'all'>,
): Test {
  const tests: Test[] = [];
  if (amount !== undefined) tests.push(({ draft }) => draft.total === amount);
  if (transactionType !== undefined) tests.push(({ draft }) => draft.transactionType === transactionType);
  if (buyer !== '') tests.push(({ draft }) => folded(draft.buyerId ?? '').includes(folded(buyer)));
  if (article !== '') {
    const isArticle = articleTest(article, catalogue);
    tests.push(({ draft }) => draft.lines.some(isArticle));
  }
  return (invoice) => tests.every((test) => test(invoice));
}

/** A line does not hold a PLU; it is that of the item of the catalogue that it links to, or that has its name. */
function articleTest(article: string, catalogue: Pick<Catalogue, 'all'>): (line: InvoiceLine) => boolean {
  const part = folded(article);
  const item: StoredItem | undefined = catalogue.all().find(({ plu }) => plu !== null && folded(plu) === part);
  return ({ name, gtin, itemId }) =>
    gtin === article ||
    (item !== undefined && (itemId === item.id || name === item.name)) ||
    folded(name).includes(part);
}

function folded(text: string): string {
  return text.toLowerCase();
}
