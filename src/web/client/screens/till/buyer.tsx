import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.js';
import { Dialog } from '../../parts/dialog.js';
import { Choice, Field, Form } from '../../parts/field.js';
import { t } from '../../text/language.js';
import { BUYER_NAMES, TILL } from '../../text/till.js';
import { BUYER_CODES, type BuyerCode, buyerIdOf, buyerParts, isBuyerCode } from '../../till/buyer.js';

interface BuyerProps {
  readonly buyerId: string | null;
  readonly onChange: (buyerId: string | null) => void;
}

/** For whom the receipt is, where the buyer wants it on it. */
export function BuyerButton({ buyerId, onChange }: BuyerProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <div class="buyer">
      <Button onClick={() => setOpen(true)}>
        {buyerId === null ? t(TILL.buyerNone) : `${t(TILL.buyer)}: ${buyerId}`}
      </Button>
      {isOpen && (
        <Dialog title={t(TILL.buyer)} onClose={() => setOpen(false)}>
          <BuyerForm
            buyerId={buyerId}
            action={t(TILL.apply)}
            onDone={(chosen) => {
              onChange(chosen);
              setOpen(false);
            }}
          />
          {buyerId !== null && (
            <Button
              onClick={() => {
                onChange(null);
                setOpen(false);
              }}
            >
              {t(TILL.noBuyer)}
            </Button>
          )}
        </Dialog>
      )}
    </div>
  );
}

interface BuyerFormProps {
  readonly buyerId: string | null;
  readonly action: string;
  readonly onDone: (buyerId: string) => unknown;
}

/** The kind of identification, explained, and its number; what cannot be one is not taken. */
export function BuyerForm({ buyerId, action, onDone }: BuyerFormProps): JSX.Element {
  const given = buyerParts(buyerId);
  const [code, setCode] = useState<BuyerCode>(given.code);
  const [value, setValue] = useState(given.value);
  const [isWrong, setWrong] = useState(false);
  const codes = Object.keys(BUYER_CODES).filter(isBuyerCode).sort();
  const submit = async (): Promise<void> => {
    const id = buyerIdOf(code, value);
    setWrong(id === undefined);
    if (id !== undefined) await onDone(id);
  };
  return (
    <Form onSubmit={submit} label={t(TILL.buyer)}>
      <Choice
        label={t(TILL.buyerCode)}
        value={code}
        onChange={setCode}
        options={codes.map((one) => [one, t(BUYER_NAMES[one])])}
      />
      <Field
        label={t(TILL.buyerValue)}
        value={value}
        onInput={setValue}
        maxLength={20}
        inputMode={code === '10' || code === '11' ? 'numeric' : 'text'}
        fault={isWrong ? t(TILL.badBuyer) : undefined}
      />
      <div class="actions">
        <Button kind="primary" type="submit">
          {action}
        </Button>
      </div>
    </Form>
  );
}
