import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { optionalFieldCode, optionalFieldFault } from '../../../../../contract/index.js';
import { buyerParts, OF_COMPANIES, type TypedBuyer, typedBuyerId } from '../../buyer/buyerCodes.js';
import { BuyerFields, buyerText } from '../../buyer/fields.js';
import { Button } from '../../components/button.js';
import { DialogButton } from '../../components/dialog.js';
import { Choice, Field, Form, Submit, useTyped } from '../../components/field.js';
import { BUYER, OPTIONAL_FIELD_NAMES } from '../../text/buyer.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { TILL } from '../../text/till.js';
import { type Cart, MAX_NOTE, mayHaveOptionalField } from '../../till/cart.js';
import { isTraining } from './till.js';
import { TillDialog } from './scanNotice.js';

interface BuyerProps {
  readonly cart: Cart;
  readonly onChange: (buyerId: string | null, optionalField: string | undefined) => void;
}

/** The buyer of the receipt, for buyers who want to be named on it. */
export function BuyerButton({ cart, onChange }: BuyerProps): JSX.Element {
  const { buyerId } = cart;
  const text = buyerId === null ? t(TILL.buyerNone) : `${t(COMMON.buyer)}: ${buyerText(buyerId)}`;
  return (
    <div class="buyer">
      <DialogButton text={text} title={t(COMMON.buyer)} frame={TillDialog}>
        {(close) => {
          const done: BuyerProps['onChange'] = (chosen, optionalField) => {
            onChange(chosen, optionalField);
            close();
          };
          return (
            <>
              <BuyerForm cart={cart} onDone={done} />
              {buyerId !== null && <Button text={t(TILL.noBuyer)} onClick={() => done(null, undefined)} />}
            </>
          );
        }}
      </DialogButton>
    </div>
  );
}

interface BuyerFormProps {
  readonly cart: Cart;
  readonly onDone: (buyerId: string, optionalField: string | undefined) => unknown;
}

/** A document and its number; what cannot be one is not taken. */
function BuyerForm({ cart, onDone }: BuyerFormProps): JSX.Element {
  const { code, value } = buyerParts(cart.buyerId);
  const [buyer, setBuyer] = useState<TypedBuyer>({ kind: code, value });
  const [optional, setOptional] = useState(() => optionalParts(cart.optionalField));
  const [isTried, setTried] = useState(false);
  const submit = async (): Promise<void> => {
    setTried(true);
    const id = typedBuyerId(buyer);
    const field = typedField(optional);
    if (id !== undefined && !isWrongField(field)) await onDone(id, field);
  };
  return (
    <Form onSubmit={submit} label={t(COMMON.buyer)}>
      <BuyerFields buyer={buyer} onChange={setBuyer} first={OF_COMPANIES} isTried={isTried} autoFocus />
      {mayHaveOptionalField(cart) && !isTraining.value && (
        <OptionalField optional={optional} onChange={setOptional} isTried={isTried} />
      )}
      <Submit label={t(TILL.apply)} />
    </Form>
  );
}

const NONE = 'none';
type SaleCode = keyof typeof OPTIONAL_FIELD_NAMES;

/** The optional field as it is chosen and typed. */
interface TypedOptional {
  readonly code: SaleCode | typeof NONE;
  readonly value: string;
}

function optionalParts(field: string | undefined): TypedOptional {
  const code = optionalFieldCode(field ?? '');
  return code === undefined || code === '60' ? { code: NONE, value: '' } : { code, value: (field ?? '').slice(3) };
}

/** Characters of code and value that the API takes. */
const LONGEST_FIELD = 50;

/** `30:099999999`; undefined where none was chosen. */
function typedField({ code, value }: TypedOptional): string | undefined {
  return code === NONE ? undefined : `${code}:${value.trim()}`;
}

function isWrongField(field: string | undefined): boolean {
  return field !== undefined && (optionalFieldFault(field) !== undefined || field.length > LONGEST_FIELD);
}

interface OptionalFieldProps {
  readonly optional: TypedOptional;
  readonly onChange: (optional: TypedOptional) => void;
  readonly isTried: boolean;
}

/** What else the buyer shows, by the code book; most show nothing. */
function OptionalField({ optional, onChange, isTried }: OptionalFieldProps): JSX.Element {
  const codes = Object.keys(OPTIONAL_FIELD_NAMES).filter(isSaleCode);
  const isWrong = isWrongField(typedField(optional));
  return (
    <>
      <Choice
        label={t(BUYER.optional)}
        value={optional.code}
        onChange={(code) => onChange({ ...optional, code })}
        options={[
          [NONE, t(BUYER.optionalNone)],
          ...codes.map((code) => [code, t(OPTIONAL_FIELD_NAMES[code])] as const),
        ]}
        hint={t(BUYER.optionalHint)}
      />
      {optional.code !== NONE && (
        <Field
          label={t(BUYER.optionalValue)}
          value={optional.value}
          onInput={(value) => onChange({ ...optional, value })}
          maxLength={LONGEST_FIELD - 3}
          fault={isTried && isWrong ? t(BUYER.optionalFault) : undefined}
        />
      )}
    </>
  );
}

function isSaleCode(code: string): code is SaleCode {
  return Object.hasOwn(OPTIONAL_FIELD_NAMES, code);
}

interface NoteProps {
  readonly note: string;
  readonly onChange: (note: string) => void;
}

/** A text for the buyer, printed below the end of the receipt. */
export function NoteButton({ note, onChange }: NoteProps): JSX.Element {
  const text = note === '' ? t(TILL.note) : `${t(TILL.noteShort)}: ${note}`;
  return (
    <div class="buyer">
      <DialogButton text={text} title={t(TILL.note)} frame={TillDialog}>
        {(close) => (
          <NoteForm
            note={note}
            onChange={(typed) => {
              onChange(typed);
              close();
            }}
          />
        )}
      </DialogButton>
    </div>
  );
}

function NoteForm({ note, onChange }: NoteProps): JSX.Element {
  const typed = useTyped(note);
  return (
    <Form onSubmit={() => onChange(typed.value.trim())} label={t(TILL.note)}>
      <Field label={t(TILL.noteText)} {...typed} hint={t(TILL.noteHint)} maxLength={MAX_NOTE} autoFocus />
      <Submit label={t(TILL.apply)} />
    </Form>
  );
}
