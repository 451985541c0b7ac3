import type { JSX } from 'preact';
import { Button } from '../parts/button.js';
import { Field } from '../parts/field.js';
import { money, quantity as shown } from '../parts/money.js';
import { numberWords } from '../parts/numberWords.js';
import { numberFault, typedQuantity } from '../parts/typed.js';
import { t } from '../text/language.js';
import { REFUND } from '../text/refund.js';
import { type RefundableLine, stepped } from './lines.js';

interface RefundLinesProps {
  readonly lines: readonly RefundableLine[];
  readonly typed: readonly string[];
  readonly quantities: readonly (number | undefined)[];
  readonly onChange: (typed: readonly string[]) => void;
}

/** The returned quantity of each line, by taps or typed. */
export function RefundLines({ lines, typed, quantities, onChange }: RefundLinesProps): JSX.Element {
  const set = (place: number, text: string): void => onChange(typed.map((one, at) => (at === place ? text : one)));
  return (
    <>
      {lines.map((one, place) => {
        const { line, price, left } = one;
        const { name, unit } = line;
        const quantity = quantities[place];
        const step = (by: 1 | -1): void => set(place, typedQuantity(stepped(one, quantity, by)));
        const most = shown(left / 1000);
        return (
          <div class="refund-line" key={place}>
            <Field
              label={t(REFUND.returned, { name })}
              hint={
                left === 0
                  ? t(REFUND.allBefore)
                  : t(REFUND.ofQuantity, { quantity: most, unit, price: money(price / 100) })
              }
              fault={quantity === undefined ? quantityWords(typed[place] ?? '', left) : undefined}
              value={typed[place] ?? ''}
              onInput={(text) => set(place, text)}
              inputMode="decimal"
              disabled={left === 0}
            />
            <Button label={t(REFUND.less, { name })} disabled={quantity === 0} onClick={() => step(-1)}>
              −
            </Button>
            <Button label={t(REFUND.more, { name })} disabled={quantity === left} onClick={() => step(1)}>
              +
            </Button>
          </div>
        );
      })}
    </>
  );
}

/** Why a typed quantity cannot be returned. */
function quantityWords(typed: string, left: number): string | undefined {
  const bounds = { places: 3, least: 0, most: left } as const;
  if (numberFault(typed, bounds) === 'high') return t(REFUND.quantityFault, { quantity: shown(left / 1000) });
  return numberWords(typed, bounds);
}
