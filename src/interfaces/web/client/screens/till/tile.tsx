import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { Icon } from '../../components/button.js';
import { quantity } from '../../components/valueText.js';
import { t } from '../../text/language.js';
import { TILL } from '../../text/till.js';
import type { TillItem } from '../../till/items.js';
import { para } from './tillText.js';

/** How long a tile is pressed to become a favourite, ms. */
const LONG_PRESS = 550;

interface TileProps {
  readonly item: TillItem;
  readonly isFavourite: boolean;
  readonly onChoose: () => void;
  readonly onStar: () => void;
  /** Thousandths of it on the bill. */
  readonly onBill: number;
}

/** Font size class of the name, so that its longest word is not broken. */
function sizeOf(name: string): string {
  const longest = Math.max(...name.split(/[\s/-]+/).map((word) => word.length));
  return longest > 11 ? 'longer' : longest > 8 ? 'long' : '';
}

/** An item to tap; a long press adds it to the favourites or removes it. */
export function Tile({ item, isFavourite, onBill, onChoose, onStar }: TileProps): JSX.Element {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wasHeld = useRef(false);
  const hold = (): void => {
    wasHeld.current = false;
    timer.current = setTimeout(() => {
      wasHeld.current = true;
      onStar();
    }, LONG_PRESS);
  };
  const leave = (): void => clearTimeout(timer.current);
  return (
    <button
      type="button"
      class={['button tile', onBill > 0 ? 'counted' : '', sizeOf(item.name)].join(' ').trim()}
      onPointerDown={hold}
      onPointerUp={leave}
      onPointerCancel={leave}
      onPointerLeave={leave}
      onContextMenu={(event) => event.preventDefault()}
      onClick={() => {
        if (!wasHeld.current) onChoose();
        wasHeld.current = false;
      }}
    >
      <span class="name">
        {isFavourite && (
          <>
            <Icon name="star" />{' '}
          </>
        )}
        {item.name}
      </span>
      <span class="price">
        {item.price === 0 ? t(TILL.askedPrice) : para(item.price) + (item.unit === 'ком' ? '' : ` / ${item.unit}`)}
      </span>
      {onBill > 0 && (
        <span class="badge">
          {quantity(onBill / 1000)}
          <span class="hidden"> {t(TILL.onBill)}</span>
        </span>
      )}
      {isFavourite && <span class="hidden"> {t(TILL.favourite)}</span>}
    </button>
  );
}
