import { failed, ok, type RequestFault, type Result } from '../base/index.js';
import type { MainView, StoredItem } from '../ledger/index.js';

/** Most active items in the catalogue. */
export const MAX_ACTIVE_ITEMS = 10_000;

/** Most items in the catalogue, inactive ones too: none is ever deleted, and all of them are held in memory. */
export const MAX_ITEMS = 20_000;

/** Why an item cannot be active, and what to do. */
export const ALL_ACTIVE =
  `the catalogue has ${MAX_ACTIVE_ITEMS} active items, as many as it can have. Deactivate some that are no longer sold ` +
  '(DELETE /items/{id}, or "не" in the column активан of an import).';

/** Why there is no place for a new item, and what to do. */
export const NO_PLACE =
  `the catalogue has ${MAX_ITEMS} items with the inactive ones, as many as it can hold. Change one that is no longer sold ` +
  'instead, and make it active (PATCH /items/{id} with "active": true, or a row with its plu and "да" in the column активан).';

/** What the bounds of the catalogue leave for changes that are made one after the other. */
export class CatalogueRoom {
  private places: number;
  private active: number;

  constructor(main: Pick<MainView, 'itemCounts'>) {
    const counts = main.itemCounts();
    this.places = MAX_ITEMS - counts.all;
    this.active = MAX_ACTIVE_ITEMS - counts.active;
  }

  /** Takes the room for a change, or says why there is none; `before` is undefined for a new item. */
  take(before: StoredItem | undefined, after: StoredItem): Result<void, RequestFault> {
    const [isNew, activated] = [before === undefined, Number(after.active) - Number(before?.active ?? false)];
    if (isNew && this.places <= 0) return failed({ rule: 'item.too-many', message: NO_PLACE });
    // A catalogue of an earlier release may have more active items: what leaves them as they are is not refused.
    if (activated > 0 && this.active <= 0) return failed({ rule: 'item.too-many-active', message: ALL_ACTIVE });
    this.places -= isNew ? 1 : 0;
    this.active -= activated;
    return ok(undefined);
  }
}
