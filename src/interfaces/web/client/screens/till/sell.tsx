import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { user } from '../../net/session.js';
import { Button, Icon } from '../../components/button.js';
import { Field, Form } from '../../components/field.js';
import { Notice } from '../../components/notice.js';
import { go } from '../../route.js';
import { COMMON } from '../../text/common.js';
import { CameraButton } from '../../scan/camera.js';
import { t } from '../../text/language.js';
import { TILL } from '../../text/till.js';
import { TILL_KEEPING } from '../../text/tillKeeping.js';
import {
  categoriesOf,
  type Coded,
  favouritesFirst,
  favouritesOf,
  itemsOf,
  quantityOn,
  searchItems,
  type TillItem,
  wantedOf,
} from '../../till/items.js';
import { isAdvance } from '../../till/cart.js';
import {
  codesForNext,
  dueCodes,
  previousOf,
  type TillState,
  toggleFavourite,
  withCart,
  withoutCodes,
  withoutPrevious,
} from '../../till/tillState.js';
import { Bill } from './bill.js';
import { LineDialog } from './line.js';
import { ParkedChip } from './parked.js';
import { useScans } from '../../scan/scans.js';
import { RefusalNotice, TillNotices } from './notices.js';
import { scanFault, ScanNotice, reportUnknown, TillDialog } from './scanNotice.js';
import {
  addCoded,
  addItem,
  answered,
  ask,
  forgetQuestions,
  isRefused,
  meant,
  questions,
  sought,
  take,
  takeEarly,
  takeWaiting,
} from './take.js';
import { Tile } from './tile.js';
import { catalogue, till } from './till.js';
import { remainingActions, para } from './tillText.js';

/** With fewer favourites the till opens with all items, the favourites first. */
const ENOUGH = 6;

/** Items to tap, with the bill next to them. */
export function SellView({ state }: { readonly state: TillState }): JSX.Element {
  const { items, labels } = catalogue.value ?? { items: [], labels: [] };
  const text = sought.value;
  const setText = (typed: string): void => void (sought.value = typed);
  /** Null: the favourites; empty: all. */
  const [category, setCategory] = useState<string | null>(state.favourites.length >= ENOUGH ? null : '');
  const [entry] = questions.value;
  useScans(take, []);
  useLayoutEffect(() => {
    document.documentElement.classList.add('is-framed');
    return () => document.documentElement.classList.remove('is-framed');
  }, []);
  useEffect(
    () => () => {
      forgetQuestions();
      scanFault.value = undefined;
    },
    [],
  );
  const codes = dueCodes(state);
  useEffect(() => {
    if (catalogue.value === undefined) return;
    takeEarly();
    if (codes.length > 0) takeWaiting(codes);
  }, [catalogue.value, codes.length]);
  const wanted = wantedOf(text);
  const shown =
    wanted.text !== ''
      ? searchItems(items, wanted.text)
      : category === null
        ? favouritesOf(items, state.favourites)
        : category === ''
          ? favouritesFirst(items, state.favourites)
          : itemsOf(items, category);
  const choose = (item: TillItem): void => {
    addItem(item, wanted.quantity);
    setText('');
  };
  const submit = (): void => {
    if (wanted.text === '') return;
    const found = meant([wanted.text]);
    const [first] = shown;
    if (found.length > 0) addCoded(found, wanted.quantity);
    else if (first !== undefined) addItem(first, wanted.quantity);
    else {
      reportUnknown(wanted.text);
      return;
    }
    setText('');
  };
  const chips: readonly (readonly [category: string | null, name: string])[] = [
    ...(state.favourites.length > 0 ? [[null, t(TILL.favourites)] as const] : []),
    ['', t(TILL.all)],
    ...categoriesOf(items).map((name) => [name, name] as const),
  ];
  return (
    <div class="sell">
      <section class="goods" aria-label={t(COMMON.catalogue)}>
        <div class="seek">
          <Form onSubmit={submit} label={t(COMMON.search)}>
            <Field
              label={t(COMMON.search)}
              type="search"
              value={text}
              onInput={setText}
              placeholder={t(TILL.searchHint)}
            />
          </Form>
          <CameraButton onCode={(code) => take([code])} />
          <Button label={t(TILL.more)} onClick={() => go('till/more')}>
            <Icon name="more" />
          </Button>
        </div>
        <ParkedChip parked={state.parked} />
        {chips.length > 1 && (
          <div class="chips" role="group" aria-label={t(TILL.categories)}>
            {chips.map(([value, name]) => (
              <Button
                key={value ?? ' '}
                pressed={wanted.text === '' && category === value}
                onClick={() => setCategory(value)}
              >
                {value === null && <Icon name="star" />} {name}
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
          {labels.length > 0 && <Button class="tile free" text={t(TILL.free)} onClick={askFree} />}
        </div>
        {catalogue.value === undefined ? (
          <p class="loading">{t(COMMON.loading)}</p>
        ) : (
          shown.length === 0 && <p class="muted">{t(items.length === 0 ? TILL.noItems : TILL.notFound)}</p>
        )}
      </section>
      <Bill state={state} onLine={(line) => ask({ line })}>
        <TillNotices state={state}>
          <ScanNotice />
          <RefusalNotice refusal={state.refusal} />
          <WaitingCodes state={state} />
          <Previous state={state} />
        </TillNotices>
      </Bill>
      {entry?.choice !== undefined && (
        <ChoiceDialog
          key={entry}
          choice={entry.choice}
          onChosen={(chosen) => {
            answered();
            if (chosen !== undefined) addCoded([chosen], chosen.quantity);
          }}
        />
      )}
      {entry !== undefined && entry.choice === undefined && (
        <LineDialog
          key={entry}
          entry={entry}
          labels={labels}
          favourites={state.favourites}
          onDone={(change) => {
            answered();
            if (change !== undefined) void till.change((now) => withCart(now, change));
          }}
        />
      )}
    </div>
  );
}

/** Asks for an amount of goods that are not in the catalogue. */
function askFree(): void {
  const line = { name: t(TILL.free), unit: '', price: 0, quantity: 0, label: '', gtin: null, itemId: null };
  if (!isRefused(line)) ask({});
}

/** Codes that were scanned for the next buyer while the previous bill is still open, because it was refused. */
function WaitingCodes({ state }: { readonly state: TillState }): JSX.Element | null {
  const { cart } = state;
  const forNext = codesForNext(state);
  if (forNext.length === 0 || cart.lines.length === 0) return null;
  return (
    <Notice kind="warning">
      <p>{t(TILL_KEEPING.waiting, { count: forNext.length })}</p>
      <div class="actions">
        {!isAdvance(cart) && <Button text={t(TILL_KEEPING.takeWaiting)} onClick={() => takeWaiting(forNext)} />}
        <Button text={t(TILL_KEEPING.dropWaiting)} onClick={() => till.change(withoutCodes)} />
      </div>
    </Notice>
  );
}

/** Change for the previous buyer, shown after a scan or tap has begun the next bill. A tap hides it. */
function Previous({ state }: { readonly state: TillState }): JSX.Element | null {
  const receipt = previousOf(state);
  if (receipt === undefined || (receipt.by !== undefined && receipt.by !== user.value?.name)) return null;
  const left = remainingActions(receipt);
  if (left.length === 0) return null;
  return (
    <Button class="chip-row" onClick={() => till.change(withoutPrevious)}>
      {t(TILL.previous, { what: left.join(', ') })} <Icon name="cross" />
    </Button>
  );
}

interface ChoiceDialogProps {
  readonly choice: readonly Coded[];
  /** Undefined: none of them. */
  readonly onChosen: (chosen: Coded | undefined) => void;
}

/** Asks which item is sold when several items have the scanned code. */
function ChoiceDialog({ choice, onChosen }: ChoiceDialogProps): JSX.Element {
  return (
    <TillDialog title={t(TILL.whichItem)} onClose={() => onChosen(undefined)}>
      <p>{t(TILL.whichItemHint)}</p>
      <div class="choices">
        {choice.map((one) => (
          <Button key={one.item.id} class="large wide" onClick={() => onChosen(one)}>
            <bdi>{one.item.name}</bdi> <span class="muted">{one.item.plu ?? ''}</span>{' '}
            <span class="number">{para(one.price ?? one.item.price)}</span>
          </Button>
        ))}
      </div>
    </TillDialog>
  );
}
