import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../parts/button.js';
import { Field, Form } from '../../parts/field.js';
import { Notice } from '../../parts/notice.js';
import { go } from '../../route.js';
import { COMMON } from '../../text/common.js';
import { CameraButton } from '../../scan/camera.js';
import { t } from '../../text/language.js';
import { TILL } from '../../text/till.js';
import { addLine } from '../../till/cart.js';
import {
  categoriesOf,
  favouritesOf,
  findByCode,
  isMeasured,
  itemsOf,
  lineOf,
  quantityOn,
  searchItems,
  type TillItem,
  wantedOf,
} from '../../till/items.js';
import { type TillState, toggleFavourite, withCart } from '../../till/state.js';
import { Bill } from './bill.js';
import { type Entry, LineDialog } from './line.js';
import { ParkedChip } from './parked.js';
import { tellUnknown, unknownCode, useScans } from './scans.js';
import { Tile } from './tile.js';
import { catalogue, till } from './till.js';

const FAVOURITES = '★';
const ONE = 1000;

/** Codes that came before the items did. */
const early: string[] = [];

/** Takes a code; what is neither on the bill nor in the catalogue is told. */
function take(code: string, ask: (entry: Entry) => void): void {
  const known = catalogue.value;
  if (known === undefined) {
    early.push(code);
    return;
  }
  const coded = findByCode(known.items, code);
  if (coded === undefined) tellUnknown(code);
  else {
    unknownCode.value = undefined;
    addItem(coded.item, coded.quantity, ask);
  }
}

/** Adds an item, or asks first for what it lacks: its price, or how much of it. */
function addItem(item: TillItem, quantity: number | undefined, ask: (entry: Entry) => void): void {
  if (item.price === 0 || (quantity === undefined && isMeasured(item))) ask({ item, quantity });
  else void till.change((state) => withCart(state, (cart) => addLine(cart, lineOf(item, quantity ?? ONE))));
}

/** Items to tap, beside them the bill. */
export function SellView({ state }: { readonly state: TillState }): JSX.Element {
  const { items, labels } = catalogue.value ?? { items: [], labels: [] };
  const [text, setText] = useState('');
  const [category, setCategory] = useState(state.favourites.length > 0 ? FAVOURITES : '');
  const [entry, setEntry] = useState<Entry>();
  useScans((code) => take(code, setEntry), []);
  useEffect(() => {
    if (catalogue.value !== undefined) for (const code of early.splice(0)) take(code, setEntry);
  }, [catalogue.value]);
  const wanted = wantedOf(text);
  const shown =
    wanted.text !== ''
      ? searchItems(items, wanted.text)
      : category === FAVOURITES
        ? favouritesOf(items, state.favourites)
        : category === ''
          ? searchItems(items, '')
          : itemsOf(items, category);
  const choose = (item: TillItem): void => {
    addItem(item, wanted.quantity, setEntry);
    setText('');
  };
  const submit = (): void => {
    if (wanted.text === '') return;
    const coded = findByCode(items, wanted.text);
    const item = coded?.item ?? shown[0];
    if (item === undefined) {
      tellUnknown(wanted.text);
      return;
    }
    addItem(item, wanted.quantity ?? coded?.quantity, setEntry);
    setText('');
  };
  const chips: readonly (readonly [string, string])[] = [
    ...(state.favourites.length > 0 ? [[FAVOURITES, t(TILL.favourites)] as const] : []),
    ['', t(TILL.all)],
    ...categoriesOf(items).map((name) => [name, name] as const),
  ];
  return (
    <div class="sell">
      <section class="goods" aria-label={t(TILL.items)}>
        <div class="seek">
          <Form onSubmit={submit} label={t(TILL.search)}>
            <Field
              label={t(TILL.search)}
              type="search"
              value={text}
              onInput={setText}
              placeholder={t(TILL.searchHint)}
            />
          </Form>
          <CameraButton onCode={(code) => take(code, setEntry)} />
          <Button label={t(TILL.more)} onClick={() => go('till/more')}>
            ☰
          </Button>
        </div>
        {unknownCode.value !== undefined && (
          <Notice kind="failure">{t(TILL.unknownCode, { code: unknownCode.value.code })}</Notice>
        )}
        {state.refusal !== null && (
          <Notice kind="failure">
            <strong>{t(TILL.refusedTitle)}</strong> {state.refusal}
          </Notice>
        )}
        <ParkedChip parked={state.parked} />
        {chips.length > 1 && (
          <div class="chips" role="group" aria-label={t(TILL.categories)}>
            {chips.map(([value, name]) => (
              <Button key={value} pressed={wanted.text === '' && category === value} onClick={() => setCategory(value)}>
                {name}
              </Button>
            ))}
          </div>
        )}
        <div class="tiles">
          {shown.map((item) => (
            <Tile
              key={item.id}
              item={item}
              onBill={quantityOn(state.cart, item.id)}
              isFavourite={state.favourites.includes(item.id)}
              onChoose={() => choose(item)}
              onStar={() => void till.change((now) => toggleFavourite(now, item.id))}
            />
          ))}
          {labels.length > 0 && (
            <Button class="tile free" onClick={() => setEntry({})}>
              {t(TILL.free)}
            </Button>
          )}
        </div>
        {catalogue.value === undefined ? (
          <p class="loading">{t(COMMON.loading)}</p>
        ) : (
          shown.length === 0 && <p class="muted">{t(items.length === 0 ? TILL.noItems : TILL.notFound)}</p>
        )}
      </section>
      <Bill state={state} onLine={(line) => setEntry({ line })} />
      {entry !== undefined && (
        <LineDialog
          entry={entry}
          labels={labels}
          favourites={state.favourites}
          onDone={(change) => {
            setEntry(undefined);
            if (change !== undefined) void till.change((now) => withCart(now, change));
          }}
        />
      )}
    </div>
  );
}
