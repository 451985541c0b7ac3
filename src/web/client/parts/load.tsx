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

/** Asks the box when a screen is shown, and again when one of `on` has changed. An answer that comes too late is dropped. */
export function useLoaded<T>(ask: () => Promise<Reply<T>>, on: readonly unknown[] = []): Loaded<T> {
  const [value, setValue] = useState<T>();
  const [fault, setFault] = useState<Fault>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isShown = true;
    void ask().then((reply) => {
      if (!isShown) return;
      if (reply.ok) setValue(() => reply.value);
      setFault(reply.ok ? undefined : reply.error);
    });
    return () => {
      isShown = false;
    };
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
