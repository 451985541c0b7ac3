import {
  checkDigit,
  defineMessages,
  exactCode,
  failed,
  foldedCode,
  hasGtinLength,
  isGtin,
  ok,
  type RequestFault,
  type Result,
  type Warning,
} from '../../base/index.js';
import type { MainView, StoredItem } from '../../platform/ledger/index.js';

/** Codes by which a till finds an item. PLU and GTIN share one space: a scan may mean either. */
export type Codes = Pick<StoredItem, 'plu' | 'gtin'>;

/** Another item that has a code. */
type CodeHolder = Codes & Pick<StoredItem, 'name'>;

/** A warning about a code. The item is still stored. */
export interface CodeWarning extends Warning {
  readonly field: 'plu' | 'gtin';
}

/** The distinct codes of an item. */
export function codesOf({ plu, gtin }: Codes): ReadonlySet<string> {
  return new Set([plu, gtin].filter((code): code is string => code !== null && code !== ''));
}

/**
 * The one check of codes for API, pages, CSV and the prices of a group. It finds a GTIN that cannot exist, and codes
 * that another item also has or that differ from its codes only by leading zeros or case. An item with the PLU of
 * another is refused when it is stored; this warning covers codes that are being entered.
 *
 * @param others active items that share a folded code with the item
 */
export function codeWarnings(codes: Codes, others: readonly CodeHolder[]): readonly CodeWarning[] {
  const { gtin } = codes;
  const wrong = gtin === null || isGtin(gtin) ? [] : [wrongGtin(gtin)];
  return [...wrong, ...doubled('plu', codes.plu, others), ...doubled('gtin', gtin, others)];
}

/** Names the first item that a scan of the code could also mean. Exactly equal codes come before similar ones. */
function doubled(field: CodeWarning['field'], code: string | null, others: readonly CodeHolder[]): CodeWarning[] {
  if (code === null || code === '') return [];
  const used = field === 'plu' ? others.find(({ plu }) => plu === code) : undefined;
  if (used !== undefined) return [taken(code, used.name)];
  const held = others.flatMap((other) =>
    [other.plu, other.gtin].flatMap((its) =>
      its !== null && foldedCode(its) === foldedCode(code) ? [{ name: other.name, code: its }] : [],
    ),
  );
  const same = held.find((one) => exactCode(one.code) === exactCode(code));
  if (same !== undefined) return [shared(field, code, same.name)];
  const [alike] = held;
  return alike === undefined ? [] : [lookingAlike(field, code, alike)];
}

/** The active items by code. It stores two of the items that share a code, so that each of them finds another. */
export class CodeHolders {
  private readonly byKey = new Map<string, StoredItem[]>();

  add(item: StoredItem): void {
    if (!item.active) return;
    for (const key of keysOf(item)) {
      const held = this.byKey.get(key);
      if (held === undefined) this.byKey.set(key, [item]);
      else if (held.length < 2) held.push(item);
    }
  }

  /** Items that share a code with an item that was added, without the item itself. */
  others(item: StoredItem): readonly StoredItem[] {
    const sharing = new Set(Array.from(keysOf(item), (key) => this.byKey.get(key) ?? []).flat());
    sharing.delete(item);
    return [...sharing];
  }
}

/** Keys of an item: its codes, exact and folded. */
function keysOf(item: StoredItem): ReadonlySet<string> {
  return new Set(Array.from(codesOf(item), (code) => [`=${exactCode(code)}`, `~${foldedCode(code)}`]).flat());
}

function wrongGtin(gtin: string): CodeWarning {
  const [rule, field] = ['item.gtin-wrong', 'gtin'] as const;
  if (!hasGtinLength(gtin)) {
    return {
      ...{ rule, field },
      message: `GTIN „${gtin}” има ${gtin.length} цифара, а бар-код их има 8, 12, 13 или 14. Проверите га.`,
      messageEn: `GTIN "${gtin}" has ${gtin.length} digits; a barcode has 8, 12, 13 or 14. Check it.`,
    };
  }
  const digit = checkDigit(gtin.slice(0, -1));
  return {
    ...{ rule, field },
    message: `Контролна цифра GTIN-а „${gtin}” није тачна: очекује се ${digit}. Проверите га.`,
    messageEn: `The check digit of GTIN "${gtin}" is wrong: ${digit} is expected. Check it.`,
  };
}

function taken(plu: string, name: string): CodeWarning {
  return {
    ...{ rule: 'item.plu-used', field: 'plu' },
    message: `Шифру „${plu}” има „${name}”. Изаберите другу.`,
    messageEn: `The item "${name}" has the PLU "${plu}". Choose another one.`,
  };
}

function shared(field: CodeWarning['field'], code: string, name: string): CodeWarning {
  return {
    ...{ rule: 'item.code-shared', field },
    message: `Код „${code}” има и артикал „${name}”. Каса ће при сваком скенирању питати који се продаје.`,
    messageEn: `The item "${name}" has the code "${code}", too. The till will ask at each scan which one is sold.`,
  };
}

function lookingAlike(field: CodeWarning['field'], code: string, other: { name: string; code: string }): CodeWarning {
  return {
    ...{ rule: 'item.code-alike', field },
    message: `Код „${code}” се од кода „${other.code}” артикла „${other.name}” разликује само нулама на почетку или величином слова; лако се замене.`,
    messageEn: `The code "${code}" differs from "${other.code}" of the item "${other.name}" only by leading zeros or capitals; they are easily mixed up.`,
  };
}

/** Maximum number of active items in the catalogue. */
const MAX_ACTIVE_ITEMS = 10_000;

/**
 * Maximum number of items in the catalogue, including inactive ones. Items are never deleted, and all of them are in
 * memory.
 */
export const MAX_ITEMS = 20_000;

const MESSAGES = defineMessages('catalogue', {
  allActive: {
    en: 'the catalogue has {most} active items, as many as it can have. Deactivate some that are no longer sold (DELETE {path}, or "не" in the column активан of an import).',
    sr: 'активних артикала је {most}, колико највише може бити. Искључите оне који се више не продају.',
  },
  full: {
    en: 'the catalogue has {most} items with the inactive ones, as many as it can hold. Change one that is no longer sold instead, and make it active (PATCH {path} with "active": true, or a row with its plu and "да" in the column активан).',
    sr: 'артикала је са неактивним {most}, колико највише може бити. Измените неки који се више не продаје.',
  },
});

/** Why an item cannot be active, and the action. */
const ALL_ACTIVE = MESSAGES.allActive({ most: MAX_ACTIVE_ITEMS, path: '/items/{id}' });
/** Why no new item can be added, and the action. */
const NO_PLACE = MESSAGES.full({ most: MAX_ITEMS, path: '/items/{id}' });

/** Remaining capacity of the catalogue for a sequence of changes. */
export class CatalogueRoom {
  private places: number;
  private active: number;

  constructor(main: Pick<MainView, 'itemCounts'>) {
    const counts = main.itemCounts();
    this.places = MAX_ITEMS - counts.all;
    this.active = MAX_ACTIVE_ITEMS - counts.active;
  }

  /** Uses the capacity for a change, or returns why there is none; `before` is undefined for a new item. */
  take(before: StoredItem | undefined, after: StoredItem): Result<void, RequestFault> {
    const [isNew, activated] = [before === undefined, Number(after.active) - Number(before?.active ?? false)];
    if (isNew && this.places <= 0) return failed({ rule: 'item.too-many', message: NO_PLACE });
    // A catalogue of an earlier release may have more active items. Changes that do not activate an item are not
    // refused.
    if (activated > 0 && this.active <= 0) return failed({ rule: 'item.too-many-active', message: ALL_ACTIVE });
    this.places -= isNew ? 1 : 0;
    this.active -= activated;
    return ok(undefined);
  }
}
