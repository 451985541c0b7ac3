import { failed, ok, type Result, toRsd, defineMessages, type Message } from '../../base/index.js';
import {
  type CodeWarning,
  type ImportCheck,
  type ImportReport,
  type ImportRow,
  MAX_CSV_ROWS,
  MAX_ITEMS,
} from '../../shop/catalogue/index.js';
import type { StoredItem } from '../../platform/ledger/index.js';
import { field, integer, nullable, oneOf, schemaOf, text } from './fields.js';
import { type AdminDeps, operation } from './operation.js';

const MESSAGES = defineMessages('itemOperations', {
  notStored: {
    en: 'The items could not be stored ({code}). Run: kasirbox doctor',
    sr: 'Артикли нису сачувани ({code}). Покрените: kasirbox doctor',
    srOnPage: 'Артикли нису сачувани. Погледајте Стање.',
    enOnPage: 'The items could not be stored. See Status.',
  },
});

type ItemsDeps = Pick<AdminDeps, 'catalogue'>;
type SearchDeps = Pick<AdminDeps, 'catalogue' | 'invoicing'>;

/** The values of a row are checked by the import, so that each row has its own report. */
const row = schemaOf({ line: integer, fields: field<ImportRow['fields']>({ type: 'object' }) });
const rows = field<readonly ImportRow[]>({ type: 'array', maxItems: MAX_CSV_ROWS, items: row });

/** Creates and changes items: all rows, or none if one is refused. */
export const importItems = operation({
  permission: 'items',
  input: { rows },
  async run({ catalogue }: ItemsDeps, input): Promise<Result<ImportReport, Message>> {
    const report = await catalogue.import(input.rows);
    return report.ok ? report : failed(MESSAGES.notStored({ code: report.error }));
  },
});

/** Shows what an import would do. */
export const checkItems = operation({
  permission: 'items',
  isReadOnly: true,
  input: { rows },
  async run({ catalogue }: ItemsDeps, input): Promise<Result<ImportCheck, Message>> {
    return ok(await catalogue.check(input.rows));
  },
});

/** All items by name, including inactive ones. */
export const exportItems = operation({
  permission: 'items',
  isReadOnly: true,
  input: {},
  async run({ catalogue, invoicing }: SearchDeps): Promise<Result<readonly StoredItem[], Message>> {
    return ok(await catalogue.list(MAX_ITEMS, invoicing.salesFirst));
  },
});

const code = nullable(field<string>({ type: 'string', maxLength: 32 }));

/** Warnings about the codes of an item before it is stored; `id` is null for a new item. */
export const checkCodes = operation({
  permission: 'items',
  isReadOnly: true,
  input: { id: nullable(integer), plu: code, gtin: code },
  async run({ catalogue }: ItemsDeps, { id, ...codes }): Promise<Result<readonly CodeWarning[], Message>> {
    return ok(catalogue.codeWarnings(codes, id));
  },
});

/** An item for a page; its price is in RSD. */
export type ItemRow = Omit<StoredItem, 'price'> & { readonly price: number };

/** One page of items. */
export interface ItemPage {
  readonly items: readonly ItemRow[];
  /** Number of all matching items. */
  readonly count: number;
}

/** Maximum rows of one page. */
const MAX_PAGE = 500;

const place = field<number>({ type: 'integer', minimum: 0, maximum: 100_000 });
const length = field<number>({ type: 'integer', minimum: 1, maximum: MAX_PAGE });
const search = field<string>({ type: 'string', maxLength: 100 });

/** Items by name whose name, PLU, GTIN or category contains all words of `text`, in either script. */
export const findItems = operation({
  permission: 'items',
  isReadOnly: true,
  input: {
    text: search,
    category: nullable(text),
    state: oneOf(['active', 'inactive', 'all']),
    offset: place,
    limit: length,
  },
  async run({ catalogue, invoicing }: SearchDeps, query): Promise<Result<ItemPage, Message>> {
    const { items, count } = await catalogue.find(query, invoicing.salesFirst);
    return ok({ items: items.map((item) => ({ ...item, price: toRsd(item.price) })), count });
  },
});
