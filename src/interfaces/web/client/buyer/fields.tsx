import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Bilingual } from '../../../../base/index.js';
import { buyerFault } from '../../../../base/idNumbers.js';
import { Choice, Field } from '../components/field.js';
import { BUYER, BUYER_NAMES } from '../text/buyer.js';
import { t } from '../text/language.js';
import {
  BUYER_CODES,
  type BuyerCode,
  buyerCodes,
  buyerIdOf,
  buyerParts,
  type KnownBuyers,
  NOBODY,
  type TypedBuyer,
} from './buyerCodes.js';

interface BuyerFieldsProps {
  readonly buyer: TypedBuyer;
  readonly onChange: (buyer: TypedBuyer) => void;
  /** The codes that are offered at once. */
  readonly first: readonly BuyerCode[];
  readonly known?: KnownBuyers;
  /** True after a first attempt to send, so that missing values are reported. */
  readonly isTried: boolean;
  /** True when the number is the first input, as in a dialog of its own. */
  readonly autoFocus?: boolean;
}

const OTHERS = 'others';

/** Messages for a value that does not have the form of its code; for all other codes: that of a document. */
const WRONG: Readonly<Partial<Record<BuyerCode, Bilingual>>> = {
  '10': BUYER.digits9,
  '11': BUYER.digits13,
  '12': BUYER.publicSector,
  '14': BUYER.digits9,
  '15': BUYER.digits13,
  '16': BUYER.digits12,
};

/** A document and its number: the usual documents, and all that the law knows after „others”. */
export function BuyerFields(props: BuyerFieldsProps): JSX.Element {
  const { buyer, onChange, first, known = NOBODY, isTried, autoFocus = false } = props;
  const { kind, value } = buyer;
  const [isTapped, setTapped] = useState(false);
  // Each arrow key chooses the next kind. A keyboard user must remain in the list.
  const isByKeys = useRef(false);
  const isFurther = kind !== 'same' && kind !== 'own' && !first.includes(kind);
  const [isAll, setAll] = useState(isFurther);
  const codes = isAll ? buyerCodes(first) : first;
  const options: (readonly [TypedBuyer['kind'] | typeof OTHERS, string])[] = [
    ...(known.same === null ? [] : [['same', t(BUYER.same, { id: buyerText(known.same) })] as const]),
    ...codes.map((code) => [code, t(BUYER_NAMES[code])] as const),
    ...(known.tin === '' ? [] : [['own', t(BUYER.own)] as const]),
    ...(isAll ? [] : [[OTHERS, t(BUYER.others)] as const]),
  ];
  const choose = (chosen: (typeof options)[number][0]): void => {
    const [further] = buyerCodes(first).slice(first.length);
    setTapped(!isByKeys.current);
    setAll(isAll || chosen === OTHERS);
    if (chosen !== OTHERS) onChange({ ...buyer, kind: chosen });
    else if (further !== undefined) onChange({ ...buyer, kind: further });
  };
  return (
    <>
      <div onKeyDown={() => void (isByKeys.current = true)} onPointerDown={() => void (isByKeys.current = false)}>
        <Choice
          label={t(BUYER.kind)}
          value={kind}
          onChange={choose}
          options={options}
          hint={kind === 'own' ? t(BUYER.ownHint, { tin: known.tin }) : undefined}
        />
      </div>
      {kind !== 'same' && kind !== 'own' && (
        <Field
          key={kind}
          autoFocus={autoFocus || isTapped}
          label={t(BUYER.value)}
          value={value}
          onInput={(text) => onChange({ ...buyer, value: text })}
          maxLength={20}
          inputMode={isOfDigits(kind) ? 'numeric' : 'text'}
          fault={isTried && buyerIdOf(kind, value) === undefined ? t(faultOf(kind, value)) : undefined}
        />
      )}
    </>
  );
}

/** The message for a value that cannot belong to its code. */
function faultOf(kind: BuyerCode, value: string): Bilingual {
  const fault = buyerFault(kind, value.replace(/\s/g, ''));
  if (fault === 'tin') return BUYER.wrongTin;
  return fault === 'jmbg' ? BUYER.wrongJmbg : (WRONG[kind] ?? BUYER.document);
}

/** True when a value of this code consists of digits only. */
function isOfDigits(code: BuyerCode): boolean {
  return /^\^\\d\{\d+\}\$$/.test(BUYER_CODES[code].source);
}

/** Text such as `ПИБ фирме 100000049` for `10:100000049`, in the language of the page. */
export function buyerText(buyerId: string): string {
  const { code, value } = buyerParts(buyerId);
  return value === '' ? buyerId : `${t(BUYER_NAMES[code])} ${value}`;
}
