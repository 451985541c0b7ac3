import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Button } from '../../components/button.js';
import { BoxNews, Notice } from '../../components/notice.js';
import { go, path } from '../../route.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { TILL } from '../../text/till.js';
import { hold } from '../../till/lock.js';
import { isChargeable, type TillState } from '../../till/tillState.js';
import { CheckingView } from './checking.js';
import { DoneView } from './done.js';
import { ElsewhereView, FindView } from './find.js';
import { TillNotices, UnreadView } from './notices.js';
import { MoreView } from './more.js';
import { PayView } from './pay.js';
import { ScanNotice } from './scanNotice.js';
import { SellView } from './sell.js';
import { openTill, till } from './till.js';
import { isTrainingOfOther, TrainingBanner, TrainingQuestion } from './training.js';

/** The till: sells, and reports the state of a request until its outcome is certain. */
export function TillScreen(): JSX.Element {
  useEffect(() => openTill(), []);
  useKeys();
  const { value } = till.state;
  if (hold.value === 'elsewhere') {
    return (
      <section class="till-alone">
        <h1>{t(COMMON.till)}</h1>
        <Notice kind="warning">{t(TILL.elsewhere)}</Notice>
        <Button kind="primary" text={t(TILL.takeOver)} onClick={() => openTill(true)} />
        <BoxNews />
      </section>
    );
  }
  if (till.isUnread.value || value === undefined) {
    return (
      <>
        {till.isUnread.value ? <UnreadView /> : <p class="loading">{t(COMMON.loading)}</p>}
        <BoxNews />
      </>
    );
  }
  return (
    <div class={value.training === undefined ? 'till' : 'till training'}>
      <h1 class="hidden">{t(COMMON.till)}</h1>
      <TrainingBanner state={value} />
      {isTrainingOfOther(value) ? <TrainingQuestion state={value} /> : <View state={value} />}
    </div>
  );
}

function View({ state }: { readonly state: TillState }): JSX.Element {
  const view = otherView(state);
  // In the view with the goods, the notices are inside the bill.
  if (view === undefined) return <SellView state={state} />;
  return (
    <>
      {view}
      <TillNotices state={state}>{path.value[1] === 'pay' && <ScanNotice />}</TillNotices>
    </>
  );
}

/** The view shown in place of the goods; undefined when there is none. */
function otherView(state: TillState): JSX.Element | undefined {
  if (state.pending !== null) return <CheckingView pending={state.pending} />;
  if (state.done !== null) return <DoneView receipt={state.done} />;
  const [, view, detail] = path.value;
  if (view === 'pay' && isChargeable(state)) return <PayView cart={state.cart} refusal={state.refusal} />;
  if (view === 'more') return <MoreView state={state} />;
  if (view === 'elsewhere') return <ElsewhereView refusal={state.refusal} />;
  if (view === 'find') return <FindView uuid={detail} refusal={state.refusal} />;
  return undefined;
}

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('.till input[type=search]');
  field?.focus();
  return field !== null;
}

/** F4 charges, Escape goes back; a dialog handles Escape itself. */
function useKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (document.querySelector('dialog[open]') !== null) return;
      const { value } = till.state;
      if (event.key === 'F4' && value !== undefined && isChargeable(value)) go('till/pay');
      else if (event.key === 'Escape' && (path.value[1] ?? '') !== '') go('till');
      else if (event.key === 'F2') {
        if ((path.value[1] ?? '') !== '') go('till');
        // At once if the field exists, so that no following letter is lost; otherwise when it is rendered.
        if (!focusSearch()) setTimeout(focusSearch);
      } else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
