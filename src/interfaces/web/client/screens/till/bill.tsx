import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { user } from '../../net/session.js';
import { Button } from '../../components/button.js';
import { quantity } from '../../components/valueText.js';
import { go } from '../../route.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { TILL } from '../../text/till.js';
import { TILL_KEEPING } from '../../text/tillKeeping.js';
import {
  cartTotal,
  changeLine,
  discountOf,
  dueOf,
  isAdvance,
  type Line,
  restoreLine,
  savedBy,
  totalOf,
} from '../../till/cart.js';
import { piecesOf } from '../../till/items.js';
import { isChargeable, type TillState, withCart } from '../../till/tillState.js';
import { DiscountDialog } from './line.js';
import { Sum } from './sum.js';
import { till } from './till.js';
import { MAX_LARGE, para } from './tillText.js';

interface BillProps {
  readonly state: TillState;
  readonly onLine: (line: Line) => void;
  /** Content between the lines and the amount due. */
  readonly children: ComponentChildren;
}

/** The open bill; on a phone its lines are collapsed above the amount due. */
export function Bill({ state, onLine, children }: BillProps): JSX.Element {
  const { cart } = state;
  const [isOpen, setOpen] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (list.current !== null) list.current.scrollTop = list.current.scrollHeight;
  }, [cart.lines.length]);
  const [isDiscounting, setDiscounting] = useState(false);
  const closeDiscount = (): void => setDiscounting(false);
  const saved = savedBy(cart);
  const due = dueOf(cart);
  const toPay = para(Math.max(0, due));
  // Goods that are worth less use up only a part of the advance.
  const missing = (cart.advance?.total ?? 0) - cartTotal(cart);
  return (
    <section class={isOpen ? 'bill open' : 'bill'} aria-label={t(TILL.bill)}>
      {cart.by !== undefined && cart.by !== user.value?.name && (
        <p class="closing" role="status">
          {t(TILL_KEEPING.begunBy, { name: cart.by })}
        </p>
      )}
      {isAdvance(cart) && (
        <p class="closing">
          <strong>{t(COMMON.advance)}</strong> {t(TILL.advanceTakesNoGoods)}
        </p>
      )}
      {cart.advance !== null && (
        <div class="closing">
          <Sum label={t(TILL.advancePaid, { number: cart.advance.number })} amount={`−${para(cart.advance.total)}`} />
          {missing > 0 && <span class="muted">{t(TILL.goodsMissing, { amount: para(missing) })}</span>}{' '}
          <Button
            kind="link"
            text={t(TILL.stopClosing)}
            onClick={() => till.change((now) => withCart(now, stopClosing))}
          />
        </div>
      )}
      {cart.referent !== undefined && (
        <p class="closing">
          {t(cart.referent.kind === 'proforma' ? TILL.byProforma : TILL.continues, { number: cart.referent.number })}
          <Button
            kind="link"
            text={t(TILL.noReferent)}
            onClick={() => till.change((now) => withCart(now, forgetReferent))}
          />
        </p>
      )}
      <div ref={list} class="scrolled">
        {cart.lines.length === 0 && <p class="muted empty">{t(TILL.emptyBill)}</p>}
        <ol class="plain-list lines">
          {cart.lines.map((line) => (
            <li key={line.id}>
              <button type="button" class="line" onClick={() => onLine(line)}>
                <span class="name">{line.name}</span>
                <span class="muted">
                  {quantity(line.quantity / 1000)} {line.unit} × {para(line.price)}
                </span>
                <span class="edit">{t(TILL.edit)}</span>
              </button>
              <Button label={`${t(TILL.less)}: ${line.name}`} text="−" onClick={() => stepLine(line, -1)} />
              <Button label={`${t(TILL.moreOf)}: ${line.name}`} text="+" onClick={() => stepLine(line, 1)} />
              <span class="number">{para(totalOf({ ...line, discount: 0 }))}</span>
              {line.discount > 0 && (
                <p class="off">
                  <span>{t(TILL.discounted, { percent: quantity(line.discount / 100) })}</span>
                  <span class="number">−{para(discountOf(line))}</span>
                </p>
              )}
            </li>
          ))}
        </ol>
        <Removed state={state} />
        {saved > 0 && (
          <p class="sum muted">
            <span>{t(TILL.saved)}</span>
            <span class="number">{para(saved)}</span>
          </p>
        )}
        {cart.lines.length > 0 && cartTotal(cart) === 0 && (
          <p class="muted" role="status">
            {t(TILL.nothingToCharge)}
          </p>
        )}
        {cart.lines.length > 0 && !isAdvance(cart) && (
          <p class="foot">
            <Button kind="link" text={t(TILL.discountFoot)} onClick={() => setDiscounting(true)} />
          </p>
        )}
      </div>
      {children}
      <div class="pay">
        <button
          type="button"
          class="button fold"
          aria-expanded={isOpen}
          disabled={cart.lines.length === 0}
          onClick={() => setOpen(!isOpen)}
        >
          <span class="muted count">{countText(cart)}</span>
          <output class={toPay.length > MAX_LARGE ? 'total long' : 'total'} aria-label={t(TILL.total)}>
            {toPay}
          </output>
        </button>
        <Button
          kind="primary"
          class="large"
          disabled={!isChargeable(state)}
          text={t(TILL.charge)}
          onClick={() => go('till/pay')}
        />
      </div>
      {isDiscounting && <DiscountDialog onClose={closeDiscount} onApplied={closeDiscount} />}
    </section>
  );
}

/** The last removed line, with a button to restore it, until the bill changes. */
function Removed({ state: { cart } }: { readonly state: TillState }): JSX.Element | null {
  const [removed, setRemoved] = useState<{ readonly line: Line; readonly at: number }>();
  const before = useRef(cart);
  useEffect(() => {
    const { key, kind, lines } = before.current;
    before.current = cart;
    // The line of an advance must not be restored to a sale.
    if (key !== cart.key || kind !== cart.kind) setRemoved(undefined);
    else {
      const at = lines.findIndex(({ id }) => !cart.lines.some((line) => line.id === id));
      const line = lines[at];
      if (line !== undefined) setRemoved({ line, at });
    }
  }, [cart]);
  if (removed === undefined) return null;
  const { line, at } = removed;
  const restore = (): void => {
    setRemoved(undefined);
    void till.change((state) => withCart(state, (now) => restoreLine(now, line, at)));
  };
  return (
    <p class="removed" role="status">
      <span>{t(TILL.removed, { name: line.name })}</span>
      <Button kind="link" text={t(TILL.restore)} onClick={restore} />
    </p>
  );
}

function countText(cart: TillState['cart']): string {
  const [count, pieces] = [cart.lines.length, piecesOf(cart)];
  return pieces === undefined ? t(TILL.lines, { count }) : t(TILL.linesAndPieces, { count, pieces: quantity(pieces) });
}

function stopClosing(cart: TillState['cart']): TillState['cart'] {
  return { ...cart, advance: null, kind: 'sale' };
}

function forgetReferent({ referent: _, ...cart }: TillState['cart']): TillState['cart'] {
  return cart;
}

/** One more or one less of a line. */
function stepLine({ id, quantity }: Line, step: number): void {
  void till.change((state) => withCart(state, (cart) => changeLine(cart, id, { quantity: quantity + step * 1000 })));
}
