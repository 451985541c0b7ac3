import { effect, signal, untracked } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Bilingual } from '../../../../base/index.js';
import { boxIsAway, isAway, checkSession, refreshSession, session } from './session.js';

/**
 * State that the box sends to every open page (`GET /web/events/box`). For `shop`, `setup` and `items` only a change of
 * the value matters.
 */
interface BoxNews {
  readonly program: string;
  readonly environment: string;
  readonly mode: string;
  readonly usesCard: boolean;
  readonly shop: string;
  readonly setup: string;
  readonly items: string;
  readonly troubles: readonly Trouble[];
}

/** Maximum time between two messages of the box, ms. */
const HEARTBEAT = 2000;
/** After this time without a message the connection is considered dead, ms, for example when the Wi-Fi is lost. */
const SILENCE = 2 * HEARTBEAT + 500;
/** Time before another try, ms. */
const RETRY = 1000;
/** Time before another try when the box has refused the stream, for example because of too many pages, ms. */
const REFUSED = 10_000;

/** A fault that will stop the next sale, or its paper, with the action. */
interface Trouble {
  readonly of: 'processor' | 'printer';
  readonly found: Bilingual;
  readonly action: Bilingual;
}

export const troubles = signal<readonly Trouble[]>([]);

/** Version of the data that a till uses: another value means that the data has changed. */
export const shopVersion = signal('');

/** Version of what owners and technicians set up: another value means a change, here or on another device. */
export const setupVersion = signal('');

/** True when the box runs another version of the program than this page. */
export const isOutdated = signal(false);

/** The first program version that this page has connected to. */
let program: string | undefined;

/**
 * Follows the box while a user is signed in: environment, session, shop data, program version. Changes arrive within a
 * second; after sleep, lost Wi-Fi or a restart they arrive once the box is reachable.
 */
export function useBoxNews(): void {
  useEffect(() => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = (wait: number): void => {
      clearTimeout(timer);
      timer = setTimeout(open, wait);
    };
    const heard = (): void => again(SILENCE);
    const open = (): void => {
      source?.close();
      clearTimeout(timer);
      // While the box is away, refreshSession() polls it; this opens again once the session is confirmed. A hidden page
      // has no connection, because browsers allow few per host. It gets the current state when shown again.
      if (isAway.value || session.value.state !== 'signed-in' || document.hidden) return;
      const opened = new EventSource('/web/events/box');
      source = opened;
      heard();
      opened.onopen = heard;
      opened.addEventListener('beat', heard);
      opened.addEventListener('box', ({ data }: MessageEvent<string>) => {
        heard();
        take(JSON.parse(data) as BoxNews);
      });
      opened.onerror = () => {
        // The stream was refused, the session is over, or the box is away: the session request shows which.
        const isRefused = opened.readyState === EventSource.CLOSED;
        opened.close();
        clearTimeout(timer);
        void checkSession().then(() => {
          if (source === opened && !isAway.value) again(isRefused ? REFUSED : RETRY);
        });
      };
    };
    const stop = effect(() => {
      if (!isAway.value) untracked(open);
    });
    addEventListener('online', open);
    addEventListener('offline', boxIsAway);
    document.addEventListener('visibilitychange', open);
    return () => {
      stop();
      clearTimeout(timer);
      source?.close();
      source = undefined;
      removeEventListener('online', open);
      removeEventListener('offline', boxIsAway);
      document.removeEventListener('visibilitychange', open);
    };
  }, []);
}

function take(news: BoxNews): void {
  program ??= news.program;
  isOutdated.value = program !== news.program;
  if (JSON.stringify(troubles.value) !== JSON.stringify(news.troubles)) troubles.value = news.troubles;
  shopVersion.value = `${news.shop} ${news.items}`;
  setupVersion.value = news.setup;
  const { value } = session;
  if (value.state !== 'signed-in') return;
  const { environment, mode, usesCard } = value.box;
  const isSame = environment === news.environment && mode === news.mode && usesCard === news.usesCard;
  if (!isSame || isAway.value || value.isFromMemory === true) void refreshSession();
}
