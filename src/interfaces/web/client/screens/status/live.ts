import { useLayoutEffect, useState } from 'preact/hooks';
import type { CheckResult } from '../../../../health/index.js';
import { refreshSession } from '../../net/session.js';
import { awaitFirstAnswer } from '../../parts/load.js';

/** Minimum time between two requests of the page's figures, ms: many sales must not cause many reports. */
const LEAST_PAUSE = 10_000;
/** Time before another try when the box has refused a stream, ms. */
const RETRY = 30_000;

interface LiveStatus {
  /** The worst first; undefined until they have arrived. */
  readonly checks: readonly CheckResult[] | undefined;
  /** Changes whenever the page's content may be outdated. */
  readonly round: number;
  /** Undefined until the first connection succeeded or failed. */
  readonly isLive: boolean | undefined;
  readonly setChecks: (checks: readonly CheckResult[]) => void;
}

/** Live state of the box while the page is visible; a hidden page has no connection. */
export function useLiveStatus(): LiveStatus {
  const [checks, setChecks] = useState<readonly CheckResult[]>();
  const [round, setRound] = useState(0);
  const [isLive, setLive] = useState<boolean>();
  useLayoutEffect(() => {
    let source: EventSource | undefined;
    let retry: number | undefined;
    let pause: number | undefined;
    let sequence: number | undefined;
    let toldAt = -Infinity;
    const hasArrived = awaitFirstAnswer();
    const news = (): void => {
      pause ??= window.setTimeout(
        () => {
          pause = undefined;
          toldAt = performance.now();
          setRound((before) => before + 1);
        },
        Math.max(0, toldAt + LEAST_PAUSE - performance.now()),
      );
    };
    const close = (): void => {
      source?.close();
      source = undefined;
      clearTimeout(retry);
    };
    const open = (): void => {
      close();
      const opened = new EventSource('/web/events');
      source = opened;
      opened.onopen = () => setLive(true);
      opened.onerror = () => {
        setLive(false);
        hasArrived();
        if (opened.readyState !== EventSource.CLOSED) return;
        // The stream was refused: no user is signed in any more, or too many pages are connected.
        void refreshSession();
        retry = window.setTimeout(open, RETRY);
      };
      opened.addEventListener('checks', ({ data }: MessageEvent<string>) => {
        setChecks(JSON.parse(data) as readonly CheckResult[]);
        hasArrived();
      });
      opened.addEventListener('ledger', ({ data }: MessageEvent<string>) => {
        const told = JSON.parse(data) as { readonly sequence: number };
        if (sequence !== undefined && sequence !== told.sequence) news();
        sequence = told.sequence;
      });
    };
    const look = (): void => (document.hidden ? close() : open());
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      clearTimeout(pause);
      hasArrived();
      close();
    };
  }, []);
  return { checks, round, isLive, setChecks };
}
