import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ItemRow } from '../../../../admin/index.js';
import { Button, LinkButton } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { Show } from '../../components/load.js';
import { money } from '../../components/valueText.js';
import { Notice } from '../../components/notice.js';
import { go } from '../../route.js';
import { useScans } from '../../scan/scans.js';
import { ITEMS } from '../../text/catalogueTexts.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { TILL } from '../../text/till.js';
import { ItemForm } from './itemForm.js';
import { EVERYTHING, type ItemSearch, SearchForm, useItems } from './itemSearch.js';

/** Rows of one page. */
const PAGE = 50;

/** All items, one page at a time, so that a phone never has to hold more than one page. */
export function ItemList(): JSX.Element {
  const [search, setSearch] = useState(EVERYTHING);
  const [offset, setOffset] = useState(0);
  const [changes, setChanges] = useState(0);
  const [edited, setEdited] = useState<ItemRow | 'new'>();
  const [saved, setSaved] = useState<{ readonly name: string; readonly warnings: readonly string[] }>();
  const found = useItems(search, offset, PAGE, changes);
  const look = (next: ItemSearch): void => {
    setSearch(next);
    setOffset(0);
  };
  const done = (name: string, warnings: readonly string[]): void => {
    setEdited(undefined);
    setSaved({ name, warnings });
    setChanges((before) => before + 1);
  };
  // Uses the first reading that an item could have: codes consist of plain letters and digits.
  useScans(
    (scan) => look({ ...EVERYTHING, text: scan.find((one) => /^[\x20-\x7e]+$/.test(one)) ?? scan[0] ?? '' }),
    [],
  );
  return (
    <>
      <header class="screen-head">
        <h1>{t(COMMON.catalogue)}</h1>
        <div class="actions">
          <Button kind="primary" text={t(ITEMS.add)} onClick={() => setEdited('new')} />
          <Button text={t(ITEMS.importTitle)} onClick={() => go('catalogue/import')} />
          <LinkButton text={t(COMMON.csv)} href="/web/items/csv" isDownload />
          <Button text={t(ITEMS.labels)} onClick={() => go('catalogue/labels')} />
        </div>
      </header>
      {saved !== undefined && <Notice kind="success">{t(ITEMS.saved, { name: saved.name })}</Notice>}
      {saved !== undefined && saved.warnings.length > 0 && <Notice kind="warning">{saved.warnings.join(' ')}</Notice>}
      <SearchForm search={search} onSearch={look} />
      <Show loaded={found}>
        {({ items, count }) => (
          <>
            <Rows items={items} isEmpty={search === EVERYTHING} onEdit={setEdited} />
            <Pager offset={offset} count={count} onMove={setOffset} />
          </>
        )}
      </Show>
      {edited !== undefined && (
        <Dialog title={t(edited === 'new' ? ITEMS.add : ITEMS.edit)} onClose={() => setEdited(undefined)}>
          <ItemForm item={edited === 'new' ? undefined : edited} onSaved={done} />
        </Dialog>
      )}
    </>
  );
}

interface RowsProps {
  readonly items: readonly ItemRow[];
  /** True when there is no search. */
  readonly isEmpty: boolean;
  readonly onEdit: (item: ItemRow) => void;
}

function Rows({ items, isEmpty, onEdit }: RowsProps): JSX.Element {
  if (items.length === 0) return <p class="muted">{t(isEmpty ? ITEMS.empty : ITEMS.none)}</p>;
  return (
    <ul class="plain-list framed items">
      {items.map((item) => (
        <li key={item.id}>
          <button type="button" class={item.active ? 'item' : 'item inactive'} onClick={() => onEdit(item)}>
            <span class="name">{item.name}</span>
            <span class="price number">{item.price === 0 ? t(TILL.askedPrice) : money(item.price)}</span>
            <span class="more muted">{detailsOf(item)}</span>
            <span class="label muted">{`${item.label} / ${item.unit}`}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function detailsOf({ plu, gtin, category, active }: ItemRow): string {
  const parts = [plu, gtin, category, active ? null : t(ITEMS.inactiveMark)];
  return parts.filter((part) => part !== null).join(' · ');
}

interface PagerProps {
  readonly offset: number;
  readonly count: number;
  readonly onMove: (offset: number) => void;
}

function Pager({ offset, count, onMove }: PagerProps): JSX.Element {
  const to = Math.min(count, offset + PAGE);
  const move = (next: number): void => {
    onMove(next);
    scrollTo(0, 0);
  };
  return (
    <nav class="pager" aria-label={t(ITEMS.place, { from: Math.min(count, offset + 1), to, count })}>
      <Button disabled={offset === 0} text={t(ITEMS.previous)} onClick={() => move(offset - PAGE)} />
      <span class="muted" role="status">
        {t(ITEMS.place, { from: Math.min(count, offset + 1), to, count })}
      </span>
      <Button disabled={to >= count} text={t(ITEMS.following)} onClick={() => move(offset + PAGE)} />
    </nav>
  );
}
