import type { ComponentChildren, JSX } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import type { Fault, Reply } from '../net/http.js';
import { COMMON } from '../text/common.js';
import { t } from '../text/language.js';
import { Button } from './button.js';
import { FaultNotice } from './notice.js';

export interface Loaded<T> {
  /** What came last, also while it is asked for again. */
  readonly value: T | undefined;
  readonly fault: Fault | undefined;
  /** Asks again. */
  readonly reload: () => Promise<void>;
}

/**
 * Asks the box when a screen is shown, and again when one of `on` has changed. A question whose answer is not wanted any more is
 * aborted, if `ask` hands its signal on, and its answer dropped.
 */
export function useLoaded<T>(ask: (signal: AbortSignal) => Promise<Reply<T>>, on: readonly unknown[] = []): Loaded<T> {
  const [value, setValue] = useState<T>();
  const [fault, setFault] = useState<Fault>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    const unwanted = new AbortController();
    void ask(unwanted.signal).then((reply) => {
      if (unwanted.signal.aborted) return;
      if (reply.ok) setValue(() => reply.value);
      setFault(reply.ok ? undefined : reply.error);
    });
    return () => unwanted.abort();
  }, [...on, round]);
  const reload = useCallback(async () => setRound((before) => before + 1), []);
  return { value, fault, reload };
}

/** What a screen shows of an answer: that it is coming, why it did not come, or itself. */
export function Show<T>({
  loaded,
  children,
}: {
  readonly loaded: Loaded<T>;
  readonly children: (value: T) => ComponentChildren;
}): JSX.Element {
  const { value, fault, reload } = loaded;
  return (
    <>
      <FaultNotice fault={fault} />
      {fault !== undefined && <Button onClick={reload}>{t(COMMON.retry)}</Button>}
      {value === undefined ? fault === undefined && <p class="loading">{t(COMMON.loading)}</p> : children(value)}
    </>
  );
}
