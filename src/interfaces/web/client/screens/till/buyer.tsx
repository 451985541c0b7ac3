import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { buyerParts, OF_COMPANIES } from '../../buyer/codes.js';
import { BuyerFields } from '../../buyer/fields.js';
import { type TypedBuyer, typedBuyerId } from '../../buyer/typed.js';
import { buyerWords } from '../../buyer/words.js';
import { Button } from '../../parts/button.js';
import { Form } from '../../parts/field.js';
import { t } from '../../text/language.js';
import { TILL } from '../../text/till.js';
import { TillDialog } from './tillDialog.js';

interface BuyerProps {
  readonly buyerId: string | null;
  readonly onChange: (buyerId: string | null) => void;
}

/** The buyer on the receipt, if the buyer wants it. */
export function BuyerButton({ buyerId, onChange }: BuyerProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <div class="buyer">
      <Button onClick={() => setOpen(true)}>
        {buyerId === null ? t(TILL.buyerNone) : `${t(TILL.buyer)}: ${buyerWords(buyerId)}`}
      </Button>
      {isOpen && (
        <TillDialog title={t(TILL.buyer)} onClose={() => setOpen(false)}>
          <BuyerForm
            buyerId={buyerId}
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
        </TillDialog>
      )}
    </div>
  );
}

interface BuyerFormProps {
  readonly buyerId: string | null;
  readonly onDone: (buyerId: string) => unknown;
}

/** A document and its number; an invalid one is not accepted. */
function BuyerForm({ buyerId, onDone }: BuyerFormProps): JSX.Element {
  const { code, value } = buyerParts(buyerId);
  const [buyer, setBuyer] = useState<TypedBuyer>({ kind: code, value });
  const [isTried, setTried] = useState(false);
  const submit = async (): Promise<void> => {
    setTried(true);
    const id = typedBuyerId(buyer);
    if (id !== undefined) await onDone(id);
  };
  return (
    <Form onSubmit={submit} label={t(TILL.buyer)}>
      <BuyerFields buyer={buyer} onChange={setBuyer} first={OF_COMPANIES} isTried={isTried} autoFocus />
      <div class="actions">
        <Button kind="primary" type="submit">
          {t(TILL.apply)}
        </Button>
      </div>
    </Form>
  );
}
