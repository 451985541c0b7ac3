import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { EnterPin } from '../../card/enterPin.js';
import { ToCard } from '../../card/toCard.js';
import { request } from '../../net/http.js';
import { isAway, session } from '../../net/session.js';
import { Notice } from '../../parts/notice.js';
import { t } from '../../text/language.js';
import { TILL_CARD } from '../../text/tillCard.js';
import type { CardWants } from '../../till/answers.js';
import { sleep } from '../../till/sleep.js';

/**
 * Time between two requests while the card is fine, and while it waits for a person, ms; the box answers from memory.
 */
const PAUSE = { fine: 10_000, waiting: 3000 } as const;

const WORDS = {
  pin: TILL_CARD.pin,
  card: TILL_CARD.card,
  'new card': TILL_CARD.newCard,
  look: TILL_CARD.look,
} as const;

/** Warns that the fiscal card waits for a person, before the first sale is refused, and disappears by itself. */
export function CardNotice({ wants }: { readonly wants: CardWants | null }): JSX.Element | null {
  const { value } = session;
  if (wants === null || value.state !== 'signed-in') return null;
  return (
    <Notice kind="warning">
      <p>
        <strong>{t(WORDS[wants])}</strong> {t(TILL_CARD.noReceipts)}
      </p>
      {value.user.role === 'cashier' ? (
        <p>{t(TILL_CARD.callOwner)}</p>
      ) : value.box.usesCard ? (
        <ToCard />
      ) : wants === 'pin' ? (
        <EnterPin />
      ) : (
        <a class="button" href="#/status">
          {t(TILL_CARD.toStatus)}
        </a>
      )}
    </Notice>
  );
}

/** What the card waits for. `refusal`: of the last sale; a new one triggers another request. */
export function useWants(refusal: string | null): CardWants | null {
  const { value } = session;
  const hasCard = value.state === 'signed-in' && (value.box.usesCard || value.box.mode === 'lpfr');
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
