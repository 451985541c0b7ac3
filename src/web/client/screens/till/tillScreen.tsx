import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Button } from '../../parts/button.js';
import { troubles } from '../../net/live.js';
import { Notice } from '../../parts/notice.js';
import { go, path } from '../../route.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { TILL } from '../../text/till.js';
import { hold } from '../../till/lock.js';
import { isChargeable, type TillState } from '../../till/state.js';
import { CardNotice } from './cardNotice.js';
import { CheckingView } from './checking.js';
import { DoneView } from './done.js';
import { FindView } from './find.js';
import { KeepingNotice, UnreadView } from './keeping.js';
import { MoreView } from './more.js';
import { PayView } from './pay.js';
import { SellView } from './sell.js';
import { openTill, till } from './till.js';

/** The till: sells, and whatever becomes of a request, says so until it is certain. */
export function TillScreen(): JSX.Element {
  useEffect(() => openTill(), []);
  useKeys();
  const { value } = till.state;
  if (hold.value === 'elsewhere') {
    return (
      <section class="till-alone">
        <h1>{t(COMMON.till)}</h1>
        <Notice kind="warning">{t(TILL.elsewhere)}</Notice>
        <Button kind="primary" onClick={() => openTill(true)}>
          {t(TILL.takeOver)}
        </Button>
      </section>
    );
  }
  if (till.isUnread.value) return <UnreadView />;
  if (value === undefined) return <p class="loading">{t(COMMON.loading)}</p>;
  return (
    <div class="till">
      <h1 class="hidden">{t(COMMON.till)}</h1>
      {value.unsettled.length > 0 && (
        <Notice kind="warning">{t(TILL.unsettled, { count: value.unsettled.length })}</Notice>
      )}
      <KeepingNotice />
      <CardNotice refusal={value.refusal} />
      <Troubles />
      <View state={value} />
    </div>
  );
}

/** A small sign before the next sale fails, or has no paper. */
function Troubles(): JSX.Element | null {
  if (troubles.value.length === 0) return null;
  return (
    <div class="troubles" role="status">
      {troubles.value.map(({ found, action }, at) => (
        <p key={at}>
          ⚠ <strong>{t(found)}</strong> {t(action)}
        </p>
      ))}
    </div>
  );
}

function View({ state }: { readonly state: TillState }): JSX.Element {
  if (state.pending !== null) return <CheckingView pending={state.pending} />;
  if (state.done !== null) return <DoneView receipt={state.done} />;
  const [, view, detail] = path.value;
  if (view === 'pay' && isChargeable(state)) return <PayView cart={state.cart} refusal={state.refusal} />;
  if (view === 'more') return <MoreView state={state} />;
  if (view === 'find') return <FindView uuid={detail} refusal={state.refusal} />;
  return <SellView state={state} />;
}

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('.till input[type=search]');
  field?.focus();
  return field !== null;
}

/** F4 charges, Escape goes back; what stands in front of everything has its own Escape. */
function useKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (document.querySelector('dialog[open]') !== null) return;
      const { value } = till.state;
      if (event.key === 'F4' && value !== undefined && isChargeable(value)) go('till/pay');
      else if (event.key === 'Escape' && (path.value[1] ?? '') !== '') go('till');
      else if (event.key === 'F2') {
        if ((path.value[1] ?? '') !== '') go('till');
        // At once where the field is there, so that no letter is lost that follows; else when it has come.
        if (!focusSearch()) setTimeout(focusSearch);
      } else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
