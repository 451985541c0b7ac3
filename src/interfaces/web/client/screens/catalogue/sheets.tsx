import type { JSX } from 'preact';
import type { ItemRow } from '../../../../admin/index.js';
import { money } from '../../parts/money.js';
import { ITEMS } from '../../text/catalogueTexts.js';
import { t } from '../../text/language.js';
import { eanBars } from './ean.js';

/** Common sheets of stickers, A4; the size of a sticker in mm. */
export const GRIDS = [
  { name: '3x8', columns: 3, rows: 8, size: '70 × 37' },
  { name: '4x10', columns: 4, rows: 10, size: '52,5 × 29,7' },
  { name: '2x4', columns: 2, rows: 4, size: '105 × 74' },
] as const;
export type GridName = (typeof GRIDS)[number]['name'];

interface SheetsProps {
  /** One for each sticker. */
  readonly items: readonly ItemRow[];
  readonly grid: GridName;
  /** Number of used positions at the beginning. */
  readonly skip: number;
}

/** The pages as they are printed. */
export function Sheets({ items, grid, skip }: SheetsProps): JSX.Element {
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
