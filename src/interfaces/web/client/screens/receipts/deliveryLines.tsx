import type { JSX } from 'preact';
import { Button } from '../../parts/button.js';
import { Choice, Field } from '../../parts/field.js';
import { numberWords } from '../../parts/numberWords.js';
import { paraOf, thousandthsOf } from '../../parts/typed.js';
import { t } from '../../text/language.js';
import { RECEIPTS } from '../../text/receipts.js';
import { MAX_PRICE, MAX_QUANTITY } from '../../till/cart.js';

/** A line as it is typed. */
export interface TypedLine {
  readonly name: string;
  readonly quantity: string;
  readonly price: string;
  readonly label: string;
}

const QUANTITIES = { places: 3, least: 1, most: MAX_QUANTITY } as const;
const PRICES = { places: 2, least: 0, most: MAX_PRICE } as const;

export function emptyLine(label: string): TypedLine {
  return { name: '', quantity: '1', price: '', label };
}

export interface Delivery {
  /** In the form of the API. */
  readonly items: readonly object[];
  /** Para. */
  readonly total: number;
  /** Para of each tax label. */
  readonly byLabel: Readonly<Record<string, number>>;
}

/** Undefined while a line is incomplete. */
export function deliveryOf(lines: readonly TypedLine[]): Delivery | undefined {
  let total = 0;
  const byLabel: Record<string, number> = {};
  const items: object[] = [];
  for (const { name, quantity: typedQuantity, price: typedPrice, label } of lines) {
    const [quantity, price] = [thousandthsOf(typedQuantity), paraOf(typedPrice)];
    if (name.trim() === '' || quantity === undefined || quantity === 0 || price === undefined) return undefined;
    const amount = Number((BigInt(price) * BigInt(quantity) + 500n) / 1000n);
    total += amount;
    byLabel[label] = (byLabel[label] ?? 0) + amount;
    items.push({ name: name.trim(), quantity: quantity / 1000, unitPrice: price / 100, label });
  }
  return total === 0 ? undefined : { items, total, byLabel };
}

interface DeliveryLinesProps {
  readonly lines: readonly TypedLine[];
  readonly labels: readonly string[];
  readonly onChange: (lines: readonly TypedLine[]) => void;
  /** True when they are the first input of their form. Default: true. */
  readonly isFirst?: boolean;
}

/** The delivered goods, line by line. */
export function DeliveryLines({ lines, labels, onChange, isFirst = true }: DeliveryLinesProps): JSX.Element {
  const last = lines[lines.length - 1];
  return (
    <>
      {lines.map((line, place) => {
        const number = place + 1;
        const set = (change: Partial<TypedLine>): void =>
          onChange(lines.map((one, at) => (at === place ? { ...one, ...change } : one)));
        return (
          <fieldset class="delivery" key={place}>
            <legend>{t(RECEIPTS.lineTitle, { number })}</legend>
            <Field
              label={t(RECEIPTS.lineName)}
              value={line.name}
              onInput={(name) => set({ name })}
              maxLength={200}
              autoFocus={isFirst || place > 0}
            />
            <div class="search">
              <Field
                label={t(RECEIPTS.lineQuantity)}
                value={line.quantity}
                onInput={(quantity) => set({ quantity })}
                inputMode="decimal"
                fault={line.quantity.trim() === '' ? undefined : numberWords(line.quantity, QUANTITIES)}
              />
              <Field
                label={t(RECEIPTS.linePrice)}
                value={line.price}
                onInput={(price) => set({ price })}
                inputMode="decimal"
                fault={line.price.trim() === '' ? undefined : numberWords(line.price, PRICES)}
              />
              <Choice
                label={t(RECEIPTS.taxLabel)}
                value={line.label}
                options={labels.map((label) => [label, label])}
                onChange={(label) => set({ label })}
              />
            </div>
            {lines.length > 1 && (
              <Button onClick={() => onChange(lines.filter((_, at) => at !== place))}>
                {t(RECEIPTS.removeLine, { number })}
              </Button>
            )}
          </fieldset>
        );
      })}
      <Button onClick={() => onChange([...lines, emptyLine(last?.label ?? labels[0] ?? '')])}>
        {t(RECEIPTS.addLine)}
      </Button>
    </>
  );
}
