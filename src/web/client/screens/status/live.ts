import { useLayoutEffect, useState } from 'preact/hooks';
import type { CheckResult } from '../../../../health/index.js';
import { refreshSession } from '../../net/session.js';
import { awaitFirstAnswer } from '../../parts/load.js';

/** Figures on the page are asked for again no sooner, ms: many sales must not mean many reports. */
const LEAST_PAUSE = 10_000;
/** When the box has refused a stream, ms. */
const RETRY = 30_000;

export interface LiveStatus {
  /** The worst first; undefined until they have come. */
  readonly checks: readonly CheckResult[] | undefined;
  /** Another number whenever what the page shows may be old. */
  readonly round: number;
  /** Undefined until the first connection succeeded or failed. */
  readonly isLive: boolean | undefined;
  readonly setChecks: (checks: readonly CheckResult[]) => void;
}

/** What the box tells of itself while the page is looked at; a page that nobody sees keeps no connection. */
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
        // It was refused: nobody is signed in any more, or too many pages listen.
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
