import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ToCard } from '../../card/cardFacts.js';
import { EnterPin } from '../../card/enterPin.js';
import { request } from '../../net/http.js';
import { troubles } from '../../net/live.js';
import { box, isAway, user } from '../../net/session.js';
import { Button, Icon, LinkButton } from '../../components/button.js';
import { ConfirmButton } from '../../components/dialog.js';
import { BoxNews, Notice } from '../../components/notice.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { TILL } from '../../text/till.js';
import { TILL_CARD, TILL_KEEPING } from '../../text/tillKeeping.js';
import type { CardWants } from '../../till/tillAnswers.js';
import { queueLacksLabels } from '../../till/requests.js';
import { sleep } from '../../till/wakeUp.js';
import type { TillState } from '../../till/tillState.js';
import { catalogue, rules, till } from './till.js';

/**
 * Time between two requests while the card is fine, and while it waits for a person, ms; the box answers from memory.
 */
const PAUSE = { fine: 10_000, waiting: 3000 } as const;

const CARD_NOTICE_WORDS = {
  pin: TILL_CARD.pin,
  card: TILL_CARD.card,
  'new card': TILL_CARD.newCard,
  look: TILL_CARD.look,
} as const;

/** Warns that the fiscal card waits for a person, before the first sale is refused, and disappears by itself. */
function CardNotice({ wants }: { readonly wants: CardWants | null }): JSX.Element | null {
  if (wants === null || user.value === undefined) return null;
  return (
    <Notice kind="warning">
      <p>
        <strong>{t(CARD_NOTICE_WORDS[wants])}</strong> {t(TILL_CARD.noReceipts)}
      </p>
      {user.value.role === 'cashier' ? (
        <p>{t(TILL_CARD.callOwner)}</p>
      ) : box.value?.usesCard === true ? (
        <ToCard />
      ) : wants === 'pin' ? (
        <EnterPin />
      ) : (
        <LinkButton text={t(TILL_CARD.toStatus)} href="#/status" />
      )}
    </Notice>
  );
}

/** What the card waits for. `refusal`: of the last sale; a new one triggers another request. */
function useWants(refusal: string | null): CardWants | null {
  const hasCard = box.value?.usesCard === true || box.value?.mode === 'lpfr';
  const [wants, setWants] = useState<CardWants | null>(null);
  useEffect(() => {
    const left = new AbortController();
    if (hasCard) void follow(left.signal, (now) => left.signal.aborted || setWants(now));
    else setWants(null);
    return () => left.abort();
  }, [hasCard, refusal]);
  return wants;
}

async function follow(left: AbortSignal, tell: (wants: CardWants | null) => void): Promise<void> {
  let wants: CardWants | null = null;
  while (!left.aborted) {
    // A hidden page sends no requests, and neither does one whose box is away.
    if (!document.hidden && !isAway.value) {
      const reply = await request<{ readonly wants: CardWants | null }>('/web/till/card', { signal: left });
      if (reply.ok) {
        ({ wants } = reply.value);
        tell(wants);
      }
    }
    await sleep(wants === null ? PAUSE.fine : PAUSE.waiting);
  }
}

interface TillNoticesProps {
  readonly state: TillState;
  /** The view's own messages. */
  readonly children?: ComponentChildren;
}

/**
 * Messages of a till while its seller taps. They may appear at any moment, so they are below what is tapped, and above
 * the amount due: nothing moves under a finger.
 */
export function TillNotices({ state, children }: TillNoticesProps): JSX.Element {
  const wants = useWants(state.refusal);
  return (
    <div class="till-notices">
      {children}
      {state.unsettled.length > 0 && (
        <Notice kind="warning">{t(TILL.unsettled, { count: state.unsettled.length })}</Notice>
      )}
      <KeepingNotice />
      <CardNotice wants={wants} />
      <Troubles isCardNamed={wants !== null} />
      <BoxNews />
    </div>
  );
}

/**
 * A small warning before the next sale fails, or has no paper. While the card waits for a person, the processor waits
 * for the same.
 */
function Troubles({ isCardNamed }: { readonly isCardNamed: boolean }): JSX.Element | null {
  const shown = troubles.value.filter(({ of }) => of === 'printer' || !isCardNamed);
  if (shown.length === 0) return null;
  return (
    <div class="troubles" role="status">
      {shown.map(({ found, action }, at) => (
        <p key={at}>
          <Icon name="warning" /> <strong>{t(found)}</strong> {t(action)}
        </p>
      ))}
    </div>
  );
}

/**
 * Shows why the last request was refused. Every view that issues receipts shows it, because the seller returns to that
 * view.
 */
export function RefusalNotice({ refusal }: { readonly refusal: string | null }): JSX.Element | null {
  if (refusal === null) return null;
  return (
    <Notice kind="failure">
      <strong>{t(TILL.refusedTitle)}</strong> {refusal}
      {queueLacksLabels(rules.value, catalogue.value) && ` ${t(TILL.queueLacksLabels)}`}
    </Notice>
  );
}

/** Shown as long as the device cannot store everything that a till needs after a reload. */
function KeepingNotice(): JSX.Element | null {
  const { value } = till.kept;
  if (value === 'all') return null;
  return (
    <Notice kind={value === 'nothing' ? 'failure' : 'warning'}>
      <p>{t(TILL_KEEPING[value])}</p>
      <Button text={t(COMMON.retry)} onClick={() => till.keepAgain()} />
    </Notice>
  );
}

/** The stored state cannot be read. Selling with an empty state could make a second receipt, so a person decides. */
export function UnreadView(): JSX.Element {
  return (
    <section class="till-alone">
      <h1>{t(COMMON.till)}</h1>
      <Notice kind="failure">{t(TILL_KEEPING.unread)}</Notice>
      <p>{t(TILL_KEEPING.unreadHint)}</p>
      <Button kind="primary" text={t(COMMON.retry)} onClick={() => till.start()} />
      <ConfirmButton
        text={t(TILL_KEEPING.without)}
        question={t(TILL_KEEPING.withoutQuestion)}
        onConfirm={() => till.start(true)}
      />
    </section>
  );
}
