import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ItemRow } from '../../../../admin/index.js';
import { operate } from '../../net/http.js';
import { Button } from '../../components/button.js';
import { Choice, Field, useTyped } from '../../components/field.js';
import { Show } from '../../components/load.js';
import { money } from '../../components/valueText.js';
import { Notice } from '../../components/notice.js';
import { ITEMS } from '../../text/catalogueTexts.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { EVERYTHING, SearchForm, useItems } from './itemSearch.js';
import { eanBars } from './ean.js';

/** Common sheets of stickers, A4; the size of a sticker in mm. */
const GRIDS = [
  { name: '3x8', columns: 3, rows: 8, size: '70 × 37' },
  { name: '4x10', columns: 4, rows: 10, size: '52,5 × 29,7' },
  { name: '2x4', columns: 2, rows: 4, size: '105 × 74' },
] as const;
type GridName = (typeof GRIDS)[number]['name'];

interface SheetsProps {
  /** One for each sticker. */
  readonly items: readonly ItemRow[];
  readonly grid: GridName;
  /** Number of used positions at the beginning. */
  readonly skip: number;
}

/** The pages as they are printed. */
function Sheets({ items, grid, skip }: SheetsProps): JSX.Element {
  const { columns, rows } = GRIDS.find(({ name }) => name === grid) ?? GRIDS[0];
  const size = columns * rows;
  const places = [...Array<undefined>(skip % size), ...items];
  const sheets = Array.from({ length: Math.ceil(places.length / size) }, (_, at) =>
    places.slice(at * size, (at + 1) * size),
  );
  return (
    <>
      <p class="no-print muted">{t(ITEMS.sheets, { count: sheets.length })}</p>
      {sheets.map((stickers, at) => (
        <div key={at} class="sheet">
          <div class={`stickers grid-${grid}`}>
            {stickers.map((item, place) => (
              <div key={place} class="sticker">
                {item !== undefined && <Sticker item={item} />}
              </div>
            ))}
          </div>
        </div>
      ))}
    </>
  );
}

function Sticker({ item: { name, price, unit, gtin } }: { readonly item: ItemRow }): JSX.Element {
  return (
    <>
      <span class="sticker-name">{name}</span>
      {/* An item whose price is typed at the sale has no price to print. */}
      <span class="sticker-price">
        {price > 0 && (
          <>
            {money(price)} <small>{`РСД/${unit}`}</small>
          </>
        )}
      </span>
      {gtin !== null && <Barcode gtin={gtin} />}
    </>
  );
}

/** Modules of white on each side (GS1 General Specifications, 5.2.3.4), and the height of the bars in modules. */
const QUIET = 11;
const HEIGHT = 40;

function Barcode({ gtin }: { readonly gtin: string }): JSX.Element {
  const bars = eanBars(gtin);
  if (bars === undefined) return <span class="sticker-digits">{gtin}</span>;
  const width = bars.length + 2 * QUIET;
  const path = [...bars.matchAll(/1+/g)].map(
    ({ 0: run, index }) => `M${index + QUIET} 0h${run.length}v${HEIGHT}h-${run.length}z`,
  );
  return (
    <span class="barcode">
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={gtin}
        preserveAspectRatio="none"
        shape-rendering="crispEdges"
      >
        <path d={path.join('')} fill="#000" />
      </svg>
      <span class="sticker-digits">{gtin}</span>
    </span>
  );
}

/** Number of items offered below the search, and maximum number added at once. */
const OFFERED = 8;
const MAX_ADDED = 500;
const MAX_COPIES = 200;

interface Chosen {
  readonly item: ItemRow;
  /** As typed. */
  readonly copies: string;
}

/** Stickers for shelves: which items, how many, on which sheets. */
export function Labels(): JSX.Element {
  const [search, setSearch] = useState(EVERYTHING);
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [grid, setGrid] = useState<GridName>('3x8');
  const skip = useTyped('0');
  const found = useItems(search, 0, OFFERED);
  const add = (items: readonly ItemRow[]): void => {
    const fresh = items.filter(({ id }) => !chosen.some(({ item }) => item.id === id));
    setChosen([...chosen, ...fresh.map((item) => ({ item, copies: '1' }))]);
  };
  const addAll = async (): Promise<void> => {
    const category = search.category === '' ? null : search.category;
    const reply = await operate('items.find', { ...search, category, offset: 0, limit: MAX_ADDED });
    if (reply.ok) add(reply.value.items);
  };
  const barless = chosen.flatMap(({ item: { name, gtin } }) =>
    gtin !== null && eanBars(gtin) === undefined ? [name] : [],
  );
  const labels = chosen.flatMap(({ item, copies }) => Array<ItemRow>(countOf(copies)).fill(item));
  return (
    <>
      <section class="card no-print">
        <p>{t(ITEMS.labelsHint)}</p>
        <SearchForm search={search} onSearch={setSearch} />
        <Show loaded={found}>
          {({ items, count }) => (
            <div class="acts offers">
              {items.map((item) => (
                <Button
                  key={item.id}
                  label={t(ITEMS.addLabel, { name: item.name })}
                  text={`+ ${item.name}`}
                  onClick={() => add([item])}
                />
              ))}
              {count > items.length && (
                <>
                  <Button text={t(ITEMS.addFound, { count: Math.min(count, MAX_ADDED) })} onClick={addAll} />
                  <p class="muted">{t(ITEMS.shownOf, { shown: items.length, count })}</p>
                </>
              )}
            </div>
          )}
        </Show>
      </section>
      {chosen.length > 0 && (
        <section class="card no-print">
          <h2>{t(ITEMS.chosen)}</h2>
          {barless.length > 0 && <Notice kind="warning">{t(ITEMS.noBars, { names: barless.join(', ') })}</Notice>}
          <div class="copies">
            {chosen.map((one) => (
              <Field
                key={one.item.id}
                label={one.item.name}
                value={one.copies}
                inputMode="numeric"
                maxLength={3}
                onInput={(copies) => setChosen(chosen.map((other) => (other === one ? { ...one, copies } : other)))}
              />
            ))}
          </div>
          <div class="pair">
            <Choice
              label={t(ITEMS.grid)}
              value={grid}
              options={GRIDS.map(({ name, columns, rows, size }) => [
                name,
                t(ITEMS.gridOption, { columns, rows, size }),
              ])}
              onChange={setGrid}
            />
            <Field label={t(ITEMS.skip)} {...skip} inputMode="numeric" maxLength={2} />
          </div>
          <div class="actions">
            <Button text={t(ITEMS.clear)} onClick={() => setChosen([])} />
            <Button kind="primary" disabled={labels.length === 0} text={t(COMMON.print)} onClick={() => print()} />
          </div>
        </section>
      )}
      {labels.length > 0 && <Sheets items={labels} grid={grid} skip={countOf(skip.value)} />}
    </>
  );
}

function countOf(typed: string): number {
  return /^\d{1,3}$/.test(typed) ? Math.min(MAX_COPIES, Number(typed)) : 0;
}
