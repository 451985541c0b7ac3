import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.js';
import { Field, Form } from '../../parts/field.js';
import { quantity } from '../../parts/money.js';
import { t } from '../../text/language.js';
import { TILL } from '../../text/till.js';
import { discountAll } from '../../till/cart.js';
import { withCart } from '../../till/state.js';
import { discountWords, percentOf } from './line.js';
import { till } from './till.js';
import { TillDialog } from './tillDialog.js';

interface DiscountProps {
  readonly onClose: () => void;
  readonly onApplied: () => void;
}

/** One discount for every line of the bill. */
export function DiscountDialog({ onClose, onApplied }: DiscountProps): JSX.Element {
  const [text, setText] = useState('');
  const percent = percentOf(text);
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
          value={text}
          onInput={setText}
          inputMode="decimal"
          hint={t(TILL.discountHint)}
          fault={discountWords(text)}
        />
        <div class="actions">
          <Button kind="primary" type="submit">
            {t(TILL.apply)}
          </Button>
        </div>
      </Form>
    </TillDialog>
  );
}
