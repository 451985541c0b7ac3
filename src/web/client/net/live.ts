import { effect, signal, untracked } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Bilingual } from '../../../base/index.js';
import { boxIsAway, isAway, lookForSession, refreshSession, session } from './session.js';

/** What the box tells every open page (`GET /web/events/box`). Of `shop`, `setup` and `items` only that they are others counts. */
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

/** The box sends something at least so often, ms. */
const HEARTBEAT = 2000;
/** After so long without a word the connection is taken for dead, ms, as behind a Wi-Fi that was lost. */
const SILENCE = 2 * HEARTBEAT + 500;
/** Before another try, ms. */
const RETRY = 1000;
/** When the box has refused the stream, as with too many pages, ms. */
const REFUSED = 10_000;

/** What will stop the next sale, or its paper, and what to do about it. */
export interface Trouble {
  readonly of: 'processor' | 'printer';
  readonly found: Bilingual;
  readonly action: Bilingual;
}

export const troubles = signal<readonly Trouble[]>([]);

/** Of what a till uses: another value says that the box has others. */
export const shopVersion = signal('');

/** Of what owners and technicians set up: another value says that something was changed, here or on another device. */
export const setupVersion = signal('');

/** Does the box run another version of the program than this page is of? */
export const isOutdated = signal(false);

/** The program that this page has spoken with first. */
let program: string | undefined;

/**
 * Follows the box while a user is signed in: environment, session, shop data, program version. Changes arrive within a second; after
 * sleep, lost Wi-Fi or a restart they arrive once the box is reachable.
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
      // While the box is away, refreshSession() polls it; this opens again once the session is confirmed.
      // A hidden page holds no connection, since browsers allow few per host. It gets the current state when shown again.
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
        // Refused, the session is over, or the box is away: the session says which.
        const isRefused = opened.readyState === EventSource.CLOSED;
        opened.close();
        clearTimeout(timer);
        void lookForSession().then(() => {
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
