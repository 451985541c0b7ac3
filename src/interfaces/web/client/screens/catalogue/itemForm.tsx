import type { JSX } from 'preact';
import type { TaxLabel } from '../../../../../contract/index.js';
import { useState } from 'preact/hooks';
import type { ItemRow } from '../../../../admin/index.js';
import { isGtin } from '../../../../../base/gtin.js';
import { callApi, operate } from '../../net/http.js';
import { Choice, Field, Form, Submit, Switch, typedMembers } from '../../components/field.js';
import { Show, useLoaded } from '../../components/load.js';
import { money, numberText, taxLabelText } from '../../components/valueText.js';
import { faultAtField, FaultNotice, useFault } from '../../components/notice.js';
import { paraOf } from '../../components/typed.js';
import { useScans } from '../../scan/scans.js';
import { ITEMS } from '../../text/catalogueTexts.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { MAX_PRICE } from '../../till/cart.js';
import { useSettled } from './itemSearch.js';

interface ItemWarning {
  readonly message: string;
  readonly messageEn: string;
}

/** The box's answer about an item that it has stored. */
interface Stored {
  readonly warnings?: readonly ItemWarning[];
}

/** Members whose fault is shown at their field. */
const WITH_FIELDS = ['name', 'price', 'unit', 'plu', 'gtin', 'category'];

const PRICES = { places: 2, least: 0, most: MAX_PRICE } as const;

interface ItemFormProps {
  /** Undefined for a new item. */
  readonly item: ItemRow | undefined;
  /** `warnings`: warnings of the box about its codes. */
  readonly onSaved: (name: string, warnings: readonly string[]) => void;
}

/** Adds or changes an item by the rules of the API. */
export function ItemForm({ item, onSaved }: ItemFormProps): JSX.Element {
  const labels = useLoaded(() => callApi<{ readonly taxLabels: readonly TaxLabel[] }>('/tax-labels'));
  return <Show loaded={labels}>{(value) => <Fields item={item} labels={value.taxLabels} onSaved={onSaved} />}</Show>;
}

function Fields({ item, labels, onSaved }: ItemFormProps & { readonly labels: readonly TaxLabel[] }): JSX.Element {
  const [draft, setDraft] = useState({
    name: item?.name ?? '',
    plu: item?.plu ?? '',
    unit: item?.unit ?? 'ком',
    price: item === undefined ? '' : money(item.price),
    label: item?.label ?? labels[0]?.label ?? '',
    gtin: item?.gtin ?? '',
    category: item?.category ?? '',
    active: item?.active ?? true,
  });
  const [fault, checked, setFault] = useFault();
  const [priceFault, setPriceFault] = useState<string>();
  const [gtinFault, setGtinFault] = useState<string>();
  const set = (change: Partial<typeof draft>): void => setDraft({ ...draft, ...change });
  const typed = typedMembers(draft, set);
  const field = (member: Parameters<typeof typed>[0]) => ({ ...typed(member), fault: faultAtField(fault, member) });
  // Fields read the latest draft: two scans may follow each other before the next paint.
  useScans(([code = '']) => {
    const text = code.trim();
    setDraft((now) => ({ ...now, ...(/^\d{8,14}$/.test(text) ? { gtin: text } : { plu: text.slice(0, 32) }) }));
  }, []);
  const save = async (): Promise<void> => {
    const para = draft.price.trim() === '' ? 0 : paraOf(draft.price);
    const priceWords = draft.price.trim() === '' ? undefined : numberText(draft.price, PRICES);
    const isWrong = isWrongGtin(draft.gtin.trim(), item);
    setPriceFault(priceWords);
    setGtinFault(isWrong ? t(ITEMS.gtinWrong) : undefined);
    setFault(undefined);
    if (para === undefined || priceWords !== undefined || isWrong) return;
    const { active, ...fields } = draft;
    const body = { ...fields, price: para / 100, gtin: draft.gtin.trim() === '' ? null : draft.gtin.trim() };
    const reply = checked(
      item === undefined
        ? await callApi<Stored>('/items', { method: 'POST', body })
        : await callApi<Stored>(`/items/${item.id}`, { method: 'PATCH', body: { ...body, active } }),
    );
    if (reply.ok) onSaved(draft.name, (reply.value.warnings ?? []).map(warningText));
  };
  // A label that is no longer active remains selected until another one is chosen.
  const known = labels.some(({ label }) => label === draft.label) ? [] : [[draft.label, draft.label] as const];
  const options = labels.map((one) => [one.label, taxLabelText(one)] as const);
  const gtin = draft.gtin.trim();
  const warned = useCodeWarnings(item, draft.plu.trim(), gtin);
  return (
    <Form onSubmit={save} label={t(item === undefined ? ITEMS.add : ITEMS.edit)}>
      <Field label={t(COMMON.name)} {...field('name')} maxLength={200} required autoFocus />
      <div class="pair">
        <Field
          label={t(COMMON.price)}
          {...typed('price')}
          inputMode="decimal"
          hint={t(ITEMS.priceHint)}
          fault={priceFault ?? faultAtField(fault, 'price')}
        />
        <Field label={t(ITEMS.unit)} {...field('unit')} maxLength={16} fault={faultAtField(fault, 'unit')} />
      </div>
      <Choice
        label={t(COMMON.taxLabel)}
        value={draft.label}
        options={[...known, ...options]}
        onChange={(label) => set({ label })}
      />
      <div class="pair">
        <Field label={t(ITEMS.plu)} {...field('plu')} maxLength={32} warning={warned('plu')} />
        <Field
          label={t(ITEMS.gtin)}
          value={draft.gtin}
          onInput={(code) => {
            set({ gtin: code });
            setGtinFault(undefined);
          }}
          inputMode="numeric"
          maxLength={14}
          fault={gtinFault ?? faultAtField(fault, 'gtin')}
          hint={t(isGtin(gtin) ? ITEMS.gtinRight : ITEMS.gtinHint)}
          warning={warned('gtin')}
        />
      </div>
      <Field label={t(ITEMS.category)} {...field('category')} maxLength={80} fault={faultAtField(fault, 'category')} />
      {item !== undefined && (
        <Switch label={t(ITEMS.active)} checked={draft.active} onChange={(active) => set({ active })} />
      )}
      {!WITH_FIELDS.some((member) => faultAtField(fault, member) !== undefined) && <FaultNotice fault={fault} />}
      <Submit label={t(COMMON.save)} />
    </Form>
  );
}

function warningText({ message, messageEn }: ItemWarning): string {
  return t({ sr: message, en: messageEn });
}

/** True for a barcode that cannot exist. One that is stored already does not keep the item from being changed. */
function isWrongGtin(gtin: string, item: ItemFormProps['item']): boolean {
  return gtin !== '' && gtin !== item?.gtin && !isGtin(gtin);
}

/** Warnings of the box about the codes in the form, by field; undefined without one. */
function useCodeWarnings(
  item: ItemRow | undefined,
  plu: string,
  gtin: string,
): (field: 'plu' | 'gtin') => string | undefined {
  const asked = useSettled(`${plu}\n${gtin}`);
  const codes = { plu: plu === '' ? null : plu, gtin: /^\d{8,14}$/.test(gtin) ? gtin : null };
  const warnings = useLoaded(() => operate('items.codes', { id: item?.id ?? null, ...codes }), [asked]).value ?? [];
  return (field) => {
    const ofField = warnings.filter((one) => one.field === field);
    if (ofField.length === 0) return undefined;
    return ofField.map(warningText).join(' ');
  };
}
