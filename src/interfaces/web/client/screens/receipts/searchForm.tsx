import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.js';
import { typedMembers, Choice, Field, Form } from '../../components/field.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { RECEIPTS } from '../../text/receipts.js';
import { type Way, type Search, NOTHING_SOUGHT, type Question, questionOf, isTurned } from './question.js';

const WAY_NAMES = {
  number: RECEIPTS.byNumber,
  article: RECEIPTS.byArticle,
  amount: RECEIPTS.byAmount,
  buyer: RECEIPTS.byBuyer,
  cashier: RECEIPTS.byCashier,
} as const satisfies Record<Way, unknown>;

const TYPES = {
  '': RECEIPTS.anyKind,
  Normal: RECEIPTS.typeNormal,
  Advance: RECEIPTS.typeAdvance,
  ProForma: RECEIPTS.typeProForma,
  Copy: RECEIPTS.typeCopy,
  Training: RECEIPTS.typeTraining,
} as const satisfies Record<Search['invoiceType'], unknown>;

/** Stored while a receipt is shown. */
const search = signal<Search>(NOTHING_SOUGHT);

export function SearchForm({ onSearch }: { readonly onSearch: (question: Question) => Promise<void> }): JSX.Element {
  const [fault, setFault] = useState<string>();
  const set = (change: Partial<Search>): void => void (search.value = { ...search.value, ...change });
  const typed = typedMembers(search.value, set);
  const submit = async (): Promise<void> => {
    if (isTurned(search.value)) return;
    const question = questionOf(search.value);
    setFault(question === undefined ? t(RECEIPTS.amountFault) : undefined);
    if (question !== undefined) await onSearch(question);
  };
  const { by, sought, from, to, invoiceType } = search.value;
  const hasConditions = from !== '' || to !== '' || invoiceType !== '';
  return (
    <Form onSubmit={submit} label={t(COMMON.search)}>
      <div class="search">
        <Choice
          label={t(RECEIPTS.searchBy)}
          value={by}
          options={(Object.keys(WAY_NAMES) as Way[]).map((way) => [way, t(WAY_NAMES[way])])}
          onChange={(way) => set({ by: way })}
        />
        <Field
          label={t(RECEIPTS.sought)}
          hint={by === 'number' ? t(RECEIPTS.numberHint) : undefined}
          fault={fault}
          {...typed('sought')}
          type="search"
          inputMode={by === 'amount' ? 'decimal' : 'text'}
        />
      </div>
      <details open={hasConditions}>
        <summary>{t(RECEIPTS.conditions)}</summary>
        <div class="search">
          <Field label={t(COMMON.from)} {...typed('from')} type="date" />
          <Field
            label={t(COMMON.to)}
            {...typed('to')}
            type="date"
            fault={isTurned(search.value) ? t(RECEIPTS.daysTurned) : undefined}
          />
          <Choice
            label={t(COMMON.kind)}
            value={invoiceType}
            options={(Object.keys(TYPES) as Search['invoiceType'][]).map((type) => [type, t(TYPES[type])])}
            onChange={(type) => set({ invoiceType: type })}
          />
        </div>
      </details>
      <div class="acts search-acts">
        <Button kind="primary" type="submit" text={t(COMMON.search)} />
        {(sought !== '' || hasConditions) && (
          <Button
            text={t(COMMON.showAll)}
            onClick={() => {
              search.value = NOTHING_SOUGHT;
              return onSearch({});
            }}
          />
        )}
      </div>
    </Form>
  );
}
