import { failed, ok, type RequestFault, type Result, defineMessages } from '../../base/index.js';
import type { MainView, StoredItem } from '../../platform/ledger/index.js';

/** Maximum number of active items in the catalogue. */
export const MAX_ACTIVE_ITEMS = 10_000;

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
export const ALL_ACTIVE = MESSAGES.allActive({ most: MAX_ACTIVE_ITEMS, path: '/items/{id}' });
/** Why no new item can be added, and the action. */
export const NO_PLACE = MESSAGES.full({ most: MAX_ITEMS, path: '/items/{id}' });

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
