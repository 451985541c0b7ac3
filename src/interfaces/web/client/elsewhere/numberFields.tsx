import type { JSX } from 'preact';
import { booksReferent } from '../../../../contract/index.js';
import { Field } from '../parts/field.js';
import { ELSEWHERE } from '../text/elsewhere.js';
import { t } from '../text/language.js';
import { type ReferentOrigin, referentOf, type TypedNumber } from './request.js';

interface NumberFieldsProps {
  readonly origin: ReferentOrigin;
  readonly number: TypedNumber;
  readonly onChange: (number: TypedNumber) => void;
  /** True after a first attempt to send, so that missing values are reported. */
  readonly isTried: boolean;
}

/** The fields of a receipt's number by its origin, with the reference that they make. */
export function NumberFields({ origin, number, onChange, isTried }: NumberFieldsProps): JSX.Element {
  const referent = referentOf(origin, number);
  const isPlain = booksReferent(number.plain) !== undefined;
  return (
    <>
      {origin === 'device' && (
        <Field
          label={t(ELSEWHERE.number)}
          value={number.pfr}
          onInput={(pfr) => onChange({ ...number, pfr })}
          maxLength={40}
          hint={t(ELSEWHERE.numberHint)}
          fault={isTried && referent === undefined ? t(ELSEWHERE.numberFault) : undefined}
        />
      )}
      {origin === 'register' && (
        <Field
          label={t(ELSEWHERE.module)}
          value={number.module}
          onInput={(module) => onChange({ ...number, module })}
          maxLength={12}
          hint={t(ELSEWHERE.moduleHint)}
          fault={isTried && isPlain && referent === undefined ? t(ELSEWHERE.moduleFault) : undefined}
        />
      )}
      {origin !== 'device' && (
        <Field
          label={t(origin === 'books' ? ELSEWHERE.booksNumber : ELSEWHERE.slip)}
          value={number.plain}
          onInput={(plain) => onChange({ ...number, plain })}
          maxLength={10}
          inputMode="numeric"
          fault={isTried && !isPlain ? t(ELSEWHERE.digits) : undefined}
        />
      )}
      {referent !== undefined && <p role="status">{t(ELSEWHERE.reference, { number: referent })}</p>}
    </>
  );
}
