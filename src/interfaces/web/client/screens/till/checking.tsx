import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../components/button.js';
import { go } from '../../route.js';
import { useScans } from '../../scan/scans.js';
import { t } from '../../text/language.js';
import { TILL } from '../../text/till.js';
import type { Progress } from '../../till/model.js';
import { type Pending, scannedForNext } from '../../till/tillState.js';
import { till } from './till.js';
import { para } from './tillText.js';

const WHY = {
  lost: TILL.checkingLost,
  open: TILL.checkingOpen,
  'in doubt': TILL.checkingDoubt,
  'slow down': TILL.checkingLost,
  elsewhere: TILL.checkingElsewhere,
} as const satisfies Readonly<Record<Progress['why'], object>>;

/** Time without an answer after which other customers may be served, ms. */
const LONG = 4000;

/** A receipt is being made, or its outcome is not known yet: this view makes no other one. */
export function CheckingView({ pending }: { readonly pending: Pending }): JSX.Element {
  const progress = till.progress.value[pending.key];
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => title.current?.focus(), []);
  useScans((scan) => void till.change((state) => scannedForNext(state, scan)), []);
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG);
    return () => clearTimeout(timer);
  }, [pending.key]);
  const isOpen = progress !== undefined && ['open', 'in doubt', 'elsewhere'].includes(progress.why);
  // Other buyers do not wait for a processor that hangs: its receipt remains visible.
  const mayServeOthers = isOpen || isLong;
  return (
    <section class="checking" aria-live="polite">
      <h2 ref={title} tabIndex={-1}>
        {t(progress === undefined ? TILL.sending : TILL.checking)}
      </h2>
      <p class="due">
        <strong class="number">{para(pending.total)}</strong>
      </p>
      {progress !== undefined && <p>{t(WHY[progress.why])}</p>}
      {progress?.why === 'open' && progress.retryAfter !== undefined && (
        <Countdown key={progress.retryAfter} from={progress.retryAfter} />
      )}
      {isOpen && <p class="muted">{progress.message}</p>}
      <div class="wheel" aria-hidden="true" />
      {mayServeOthers && <Button text={t(TILL.servingOthers)} onClick={serveOthers} />}
    </section>
  );
}

/**
 * Counts down the seconds to the outcome; each answer of the box resets it. Screen readers announce it once, not every
 * second.
 */
function Countdown({ from }: { readonly from: number }): JSX.Element | null {
  const [seconds, setSeconds] = useState(from);
  useEffect(() => {
    const begun = performance.now();
    const timer = setInterval(() => setSeconds(from - Math.floor((performance.now() - begun) / 1000)), 1000);
    return () => clearInterval(timer);
  }, [from]);
  return seconds <= 0 ? null : <p aria-live="off">{t(TILL.checkingCountdown, { seconds: String(seconds) })}</p>;
}

/** Returns to the items: the first item of the next bill must not open its payment at once. */
function serveOthers(): Promise<void> {
  go('till');
  return till.setAside();
}
