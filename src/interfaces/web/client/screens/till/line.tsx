import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.js';
import { Choice, Field, Form, Submit, Switch, useTyped } from '../../components/field.js';
import { numberText, quantity, quantity as shownQuantity, taxLabelText } from '../../components/valueText.js';
import { numberFault, paraOf, thousandthsOf } from '../../components/typed.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { TILL } from '../../text/till.js';
import {
  addLine,
  type Cart,
  changeLine,
  discountAll,
  isAdvance,
  type Line,
  MAX_PRICE,
  MAX_QUANTITY,
  type NewLine,
  totalOf,
  WHOLE,
} from '../../till/cart.js';
import { type Coded, isMeasured, lineOf, type TaxLabel, type TillItem } from '../../till/items.js';
import { toggleFavourite, withCart } from '../../till/tillState.js';
import { catalogue, till } from './till.js';
import { para, typed } from './tillText.js';
import { TillDialog } from './scanNotice.js';

/**
 * Subject of a dialog: an existing line, an item with missing data, or one of several items; if none of these is set,
 * any amount.
 */
export interface Entry {
  readonly line?: Line;
  readonly item?: TillItem;
  readonly quantity?: number | undefined;
  readonly choice?: readonly Coded[];
}

const QUANTITIES = { places: 3, least: 1, most: MAX_QUANTITY } as const;
const PRICES = { places: 2, least: 1, most: MAX_PRICE } as const;

/** Units of goods that are not in the catalogue. */
const FREE_UNITS = ['ком', 'кг'] as const;
type FreeUnit = (typeof FREE_UNITS)[number];

interface LineDialogProps {
  readonly entry: Entry;
  readonly labels: readonly TaxLabel[];
  readonly favourites: readonly number[];
  /** Undefined: no change. */
  readonly onDone: (change: ((cart: Cart) => Cart) | undefined) => void;
}

/** Quantity, price, discount of one line. */
export function LineDialog({ entry, labels, favourites, onDone }: LineDialogProps): JSX.Element {
  const { line, item } = entry;
  const isFree = line === undefined && item === undefined;
  const of = line ?? item;
  const { value } = till.state;
  const isOfAdvance = value !== undefined && isAdvance(value.cart);
  const hasPrice =
    line === undefined ? item !== undefined && item.price > 0 : line.itemId !== null && !isOpenPrice(line);
  const amount = useTyped(shownQuantity((line?.quantity ?? entry.quantity ?? 1000) / 1000));
  const price = useTyped(line === undefined ? '' : typed(line.price));
  const name = useTyped(t(TILL.freeName));
  const [unit, setUnit] = useState<FreeUnit>('ком');
  const [label, setLabel] = useState(labels[0]?.label ?? '');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const moreLabels = chosen.filter((one) => one !== label);
  const discount = useTyped(line === undefined ? '0' : shownQuantity(line.discount / 100));
  const [isTried, setTried] = useState(false);
  const quantity = within(thousandthsOf(amount.value), MAX_QUANTITY);
  const cents = hasPrice ? of?.price : within(paraOf(price.value), MAX_PRICE);
  const percent = percentOf(discount.value);
  const submit = (): void => {
    setTried(true);
    if (quantity === undefined || cents === undefined || percent === undefined) return;
    if (line !== undefined) {
      onDone((cart) => changeLine(cart, line.id, { quantity, price: cents, discount: percent }));
      return;
    }
    const called = name.value.trim() === '' ? t(TILL.freeName) : name.value.trim();
    const free: NewLine = {
      ...{ name: called, unit, label, gtin: null, itemId: null, price: cents, quantity },
      ...(moreLabels.length > 0 && { moreLabels }),
    };
    const added = item === undefined ? free : lineOf(item, quantity, cents);
    onDone((cart) => addLine(cart, added));
  };
  const itemId = line?.itemId ?? item?.id ?? null;
  const asksAmountFirst = hasPrice || (item !== undefined && isMeasured(item));
  const amountField = (
    <Field
      label={isFree ? t(COMMON.quantity) : t(TILL.quantity, { unit: of?.unit ?? unit })}
      {...amount}
      inputMode="decimal"
      autoFocus={asksAmountFirst}
      fault={isTried ? numberText(amount.value, QUANTITIES) : undefined}
    />
  );
  return (
    <TillDialog title={of?.name ?? t(TILL.free)} onClose={() => onDone(undefined)}>
      <div onFocusIn={selectTyped}>
        <Form onSubmit={submit} label={of?.name ?? t(TILL.free)}>
          {asksAmountFirst && amountField}
          {!hasPrice && (
            <Field
              label={isFree ? amountText(quantity, unit) : t(TILL.price)}
              {...price}
              inputMode="decimal"
              autoFocus={!asksAmountFirst}
              fault={isTried ? numberText(price.value, PRICES) : undefined}
            />
          )}
          {!asksAmountFirst && !isFree && amountField}
          {isFree && (
            <>
              <div class="much">
                {amountField}
                <Choice
                  label={t(TILL.unit)}
                  value={unit}
                  onChange={setUnit}
                  options={FREE_UNITS.map((one) => [one, one])}
                />
              </div>
              <Field label={t(TILL.nameOnReceipt)} {...name} maxLength={200} />
              <Choice
                label={t(COMMON.taxLabel)}
                value={label}
                onChange={setLabel}
                options={labels.map((one) => [one.label, taxLabelText(one)])}
              />
              {labels.length > 1 && (
                <details>
                  <summary>{t(TILL.moreLabels)}</summary>
                  {labels
                    .filter((one) => one.label !== label)
                    .map((one) => (
                      <Switch
                        key={one.label}
                        label={taxLabelText(one)}
                        checked={chosen.includes(one.label)}
                        onChange={(isOn) =>
                          setChosen([...chosen.filter((other) => other !== one.label), ...(isOn ? [one.label] : [])])
                        }
                      />
                    ))}
                </details>
              )}
            </>
          )}
          {line !== undefined && !isOfAdvance && (
            <Field
              label={t(TILL.discount)}
              {...discount}
              inputMode="decimal"
              hint={t(TILL.discountHint)}
              fault={isTried ? discountText(discount.value) : undefined}
            />
          )}
          <p class="sum line-total" role="status">
            <span>{t(TILL.total)}</span>
            <strong class="number">
              {quantity === undefined || cents === undefined || percent === undefined
                ? '–'
                : para(totalOf({ price: cents, quantity, discount: percent }))}
            </strong>
          </p>
          {itemId !== null && (
            <Switch
              label={t(TILL.favourite)}
              checked={favourites.includes(itemId)}
              onChange={() => void till.change((state) => toggleFavourite(state, itemId))}
            />
          )}
          <Submit label={t(line === undefined ? COMMON.add : TILL.apply)}>
            {line !== undefined && (
              <Button
                kind="danger"
                text={t(COMMON.remove)}
                onClick={() => onDone((cart) => changeLine(cart, line.id, { quantity: 0 }))}
              />
            )}
          </Submit>
        </Form>
      </div>
    </TillDialog>
  );
}

/** The typed amount is the total, unless the quantity is not one. */
function amountText(quantity: number | undefined, unit: FreeUnit): string {
  return quantity === undefined || quantity === 1000 ? t(TILL.amount) : t(TILL.priceOf, { unit });
}

/** True when the price of this line was typed, because its item has none. */
function isOpenPrice({ itemId }: Line): boolean {
  return catalogue.value?.items.find(({ id }) => id === itemId)?.price === 0;
}

function within(value: number | undefined, most: number): number | undefined {
  return value === undefined || value <= 0 || value > most ? undefined : value;
}

/** Hundredths of a per cent of a typed percentage. */
function percentOf(text: string): number | undefined {
  const value = text.trim() === '' ? 0 : paraOf(text);
  return value === undefined || value > WHOLE ? undefined : value;
}

/** The error of a typed discount; undefined without one. */
function discountText(text: string): string | undefined {
  if (percentOf(text) !== undefined) return undefined;
  const bounds = { places: 2, least: 0, most: WHOLE } as const;
  return numberFault(text, bounds) === 'high' ? t(TILL.badDiscount) : numberText(text, bounds);
}

/** Typing replaces the current text. */
function selectTyped({ target }: FocusEvent): void {
  if (target instanceof HTMLInputElement && target.type === 'text') target.select();
}

interface DiscountProps {
  readonly onClose: () => void;
  readonly onApplied: () => void;
}

/** One discount for every line of the bill. */
export function DiscountDialog({ onClose, onApplied }: DiscountProps): JSX.Element {
  const text = useTyped('');
  const percent = percentOf(text.value);
  const apply = (discount: number): void => {
    void till.change((state) => withCart(state, (cart) => discountAll(cart, discount)));
    onApplied();
  };
  return (
    <TillDialog title={t(TILL.discountAll)} onClose={onClose}>
      <Form onSubmit={() => percent !== undefined && apply(percent)} label={t(TILL.discountAll)}>
        <div class="ways">
          {[500, 1000, 2000, 5000].map((one) => (
            <Button key={one} onClick={() => apply(one)}>
              {quantity(one / 100)} %
            </Button>
          ))}
        </div>
        <Field
          label={t(TILL.discount)}
          {...text}
          inputMode="decimal"
          hint={t(TILL.discountHint)}
          fault={discountText(text.value)}
        />
        <Submit label={t(TILL.apply)} />
      </Form>
    </TillDialog>
  );
}
