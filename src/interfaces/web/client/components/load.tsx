import { signal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { type Answer, operate } from '../net/http.js';
import type { Fault, Reply } from '../net/reply.js';
import { setupVersion } from '../net/live.js';
import { COMMON } from '../text/common.js';
import { t } from '../text/language.js';
import { Button } from './button.js';
import { FaultNotice } from './notice.js';

export interface Loaded<T> {
  /** The last answer, also while it is requested again. */
  readonly value: T | undefined;
  readonly fault: Fault | undefined;
  /** Requests it again. */
  readonly reload: () => Promise<void>;
}

/** Number of first answers that the screen still waits for. */
const awaited = signal(0);

/** A screen is shown after this time even if an answer is missing, ms. */
const PATIENCE = 1500;

/**
 * Reports that a screen waits for its first answer. The returned function, which may be called twice, reports that it
 * arrived.
 */
export function awaitFirstAnswer(): () => void {
  let isOver = false;
  awaited.value += 1;
  return () => {
    if (isOver) return;
    isOver = true;
    awaited.value -= 1;
  };
}

/**
 * True once everything a screen asks for first has arrived, so that it appears in one piece and nothing moves under a
 * finger. `screen` identifies what is shown; a screen that was complete once remains complete.
 */
export function useIsComplete(screen: string): boolean {
  const [complete, setComplete] = useState<string>();
  const isWaiting = awaited.value > 0;
  useEffect(() => {
    // Read again: parts of the screen may have begun to wait since this was rendered.
    if (awaited.peek() === 0) setComplete(screen);
    const timer = setTimeout(() => setComplete(screen), PATIENCE);
    return () => clearTimeout(timer);
  }, [screen, isWaiting]);
  return complete === screen || !isWaiting;
}

/** The result of a request, with its question. */
interface Answered<T> {
  readonly of: readonly unknown[];
  readonly value?: T;
  readonly fault?: Fault;
}

/**
 * Requests an answer when a screen is shown. When one of `of` changes, another question is asked, and the answer to the
 * previous question is no longer returned. When one of `refreshedBy` changes, the same question is asked again, and the
 * last answer is returned until the next arrives. A request whose answer is no longer wanted is aborted if `ask` passes
 * its signal on, and its answer is dropped.
 *
 * @example useLoaded(() => operate('queue.list', {}), [], [round]);
 */
export function useLoaded<T>(
  ask: (signal: AbortSignal) => Promise<Reply<T>>,
  of: readonly unknown[] = [],
  refreshedBy: readonly unknown[] = [],
): Loaded<T> {
  const [answered, setAnswered] = useState<Answered<T>>();
  const [round, setRound] = useState(0);
  const { value, fault } = answered !== undefined && isSame(answered.of, of) ? answered : NOTHING;
  // Before the paint, so that a screen waits for the parts that an answer has just added to it.
  useLayoutEffect(() => {
    const unwanted = new AbortController();
    const hasArrived = value === undefined && fault === undefined ? awaitFirstAnswer() : undefined;
    void ask(unwanted.signal).then((reply) => {
      hasArrived?.();
      if (unwanted.signal.aborted) return;
      setAnswered(
        reply.ok ? { of, value: reply.value } : { of, ...(value !== undefined && { value }), fault: reply.error },
      );
    });
    return () => {
      unwanted.abort();
      hasArrived?.();
    };
  }, [...of, ...refreshedBy, round]);
  const reload = useCallback(async () => setRound((before) => before + 1), []);
  return { value, fault, reload };
}

const NOTHING = { value: undefined, fault: undefined };

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.every((member, at) => Object.is(member, other[at]));
}

/** A loaded answer on a screen: a loading text, the fault, or the answer itself. */
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
      {fault !== undefined && <Button text={t(COMMON.retry)} onClick={reload} />}
      {value === undefined ? fault === undefined && <p class="loading">{t(COMMON.loading)}</p> : children(value)}
    </>
  );
}

/** The settings, or one of them by its name. They are requested again when another device has changed something. */
export function useSettings(name?: string): Loaded<Answer<'settings.show'>> {
  return useLoaded(() => operate('settings.show', name === undefined ? {} : { name }), [name], [setupVersion.value]);
}
