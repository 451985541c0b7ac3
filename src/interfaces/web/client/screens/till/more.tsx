import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Bilingual } from '../../../../../base/index.js';
import { callApi, request } from '../../net/http.js';
import { user } from '../../net/session.js';
import { AboutBox } from '../../components/aboutBox.js';
import { Button } from '../../components/button.js';
import { ConfirmButton } from '../../components/dialog.js';
import { faultText, Notice, troubleText } from '../../components/notice.js';
import { go } from '../../route.js';
import { COMMON } from '../../text/common.js';
import { useScans } from '../../scan/scans.js';
import { t } from '../../text/language.js';
import { TILL } from '../../text/till.js';
import { cartTotal, isAdvance, newCart } from '../../till/cart.js';
import { proFormaRequest } from '../../till/requests.js';
import { type TillState, withCart } from '../../till/tillState.js';
import { AdvanceDialog } from './advance.js';
import { DiscountDialog } from './line.js';
import { EarlierAdvanceDialog } from './earlierAdvance.js';
import { ParkedBills } from './parked.js';
import { RefusalNotice } from './notices.js';
import { take } from './take.js';
import { parkBill, issue, isTraining, refreshQueued, type QueuedSale, rules, till } from './till.js';
import { BeginTraining } from './training.js';
import { doneText, isNegative, para } from './tillText.js';

type Asking = 'discount' | 'advance' | 'earlier' | undefined;

/** Functions that are needed less often than selling. */
export function MoreView({ state }: { readonly state: TillState }): JSX.Element {
  useScans(take, []);
  useEffect(() => void refreshQueued(state.receipts), []);
  const { cart, parked } = state;
  // Only the receipts of the signed-in user, not those of an earlier seller.
  const receipts = state.receipts.filter(({ by }) => by === user.value?.name);
  const [asking, setAsking] = useState<Asking>();
  const [waiting, setWaiting] = useState<string>();
  const lookQueued = async (key: string): Promise<void> => {
    const reply = await callApi<QueuedSale>(`/queue/${key}`);
    if (!reply.ok) setWaiting(faultText(reply.error));
    else if (reply.value.uuid !== null) go(`till/find/${reply.value.uuid}`);
    else setWaiting(reply.value.reason ?? queuedText(reply.value));
  };
  const hasLines = cart.lines.length > 0;
  return (
    <section class="more" aria-label={t(TILL.more)}>
      <header class="view">
        <Button text={t(COMMON.back)} onClick={() => go('till')} />
        <h2>{t(TILL.more)}</h2>
      </header>
      <RefusalNotice refusal={state.refusal} />
      <div class="ways">
        <Button class="large" text={t(TILL.findReceipt)} onClick={() => go('till/find')} />
        {!isTraining.value && (
          <>
            <Button class="large" text={t(COMMON.advance)} onClick={() => setAsking('advance')} />
            <Button class="large" text={t(TILL.earlierAdvance)} onClick={() => setAsking('earlier')} />
          </>
        )}
        <Button class="large" disabled={!hasLines} text={t(TILL.park)} onClick={parkAndSell} />
        <Button
          class="large"
          disabled={!hasLines || isAdvance(cart)}
          text={t(TILL.discountAll)}
          onClick={() => setAsking('discount')}
        />
        {!isTraining.value && (
          <ConfirmButton
            class="large"
            disabled={!hasLines || cart.kind !== 'sale' || cartTotal(cart) === 0}
            text={t(TILL.proforma)}
            question={t(TILL.proformaQuestion, { amount: para(cartTotal(cart)) })}
            action={t(TILL.issueProforma)}
            isHarmless
            onConfirm={() => void issue('proforma', proFormaRequest(cart), { total: cartTotal(cart), key: cart.key })}
          />
        )}
        <ConfirmButton
          class="large"
          disabled={!hasLines}
          text={t(TILL.clear)}
          question={t(TILL.clearQuestion)}
          onConfirm={clearBill}
        />
        <BeginTraining state={state} />
      </div>
      {!isTraining.value && <Drawers />}
      {parked.length > 0 && (
        <>
          <h2>{t(TILL.parked)}</h2>
          <ParkedBills parked={parked} />
        </>
      )}
      <h2>{t(COMMON.lastReceipts)}</h2>
      <p class="muted">{t(TILL.receiptsHint)}</p>
      {waiting !== undefined && <Notice kind="info">{waiting}</Notice>}
      <div class="rows">
        {receipts.map((receipt) => (
          <Button
            key={receipt.key}
            onClick={() => (receipt.uuid === null ? lookQueued(receipt.key) : go(`till/find/${receipt.uuid}`))}
          >
            {[doneText(receipt), ...(receipt.time === null ? [] : [receipt.time.slice(11, 16)])].join(', ')} ·{' '}
            {isNegative(receipt) && '−'}
            {para(receipt.total)}
            {receipt.change > 0 && ` · ${t(TILL.previousChange, { amount: para(receipt.change) })}`}
          </Button>
        ))}
        {receipts.length === 0 && <p class="muted">{t(COMMON.nothing)}</p>}
      </div>
      <p class="muted keys">{t(TILL.keys)}</p>
      <AboutBox />
      {asking === 'advance' && <AdvanceDialog onClose={() => setAsking(undefined)} />}
      {asking === 'earlier' && <EarlierAdvanceDialog onClose={() => setAsking(undefined)} />}
      {asking === 'discount' && <DiscountDialog onClose={() => setAsking(undefined)} onApplied={() => go('till')} />}
    </section>
  );
}

function queuedText({ number }: QueuedSale): string {
  return [t(TILL.queued), ...(number === null ? [] : [t(TILL.slipNumber, { number })])].join(' ');
}

function clearBill(): void {
  void till.change((now, newKey) => withCart(now, () => newCart(newKey())));
  go('till');
}

async function parkAndSell(): Promise<void> {
  await parkBill();
  go('till');
}

/** Why a drawer did not open, as returned by `POST /web/till/drawer`. */
interface Opened {
  readonly trouble: { readonly found: Bilingual; readonly action: Bilingual } | null;
}

/** Opens a cash drawer without a receipt, which is recorded; a button for each printer that has one. */
function Drawers(): JSX.Element | null {
  const [told, setTold] = useState<{ readonly kind: 'success' | 'failure'; readonly words: string }>();
  const { drawers = [] } = rules.value;
  const open = async (name: string): Promise<void> => {
    setTold(undefined);
    const reply = await request<Opened>('/web/till/drawer', { method: 'POST', body: { name } });
    if (!reply.ok) setTold({ kind: 'failure', words: faultText(reply.error) });
    else if (reply.value.trouble === null) setTold({ kind: 'success', words: t(TILL.drawerOpened) });
    else setTold({ kind: 'failure', words: troubleText(reply.value.trouble) });
  };
  if (drawers.length === 0) return null;
  return (
    <>
      <div class="ways">
        {drawers.map((name) => (
          <Button
            key={name}
            class="large"
            text={drawers.length === 1 ? t(TILL.drawer) : t(TILL.drawerOf, { name })}
            onClick={() => open(name)}
          />
        ))}
      </div>
      {told !== undefined && <Notice kind={told.kind}>{told.words}</Notice>}
    </>
  );
}
