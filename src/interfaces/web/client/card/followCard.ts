import { useEffect, useRef } from 'preact/hooks';
import type { CardInfo } from '../../../admin/index.js';
import { operate } from '../net/http.js';
import { type Loaded, useLoaded } from '../parts/load.js';

/** Time from an answer to the next request of a page, ms; the box answers from memory. */
const PAUSE = 2000;

/** State of reader and card while the page shows them; a hidden page sends no requests. */
export function useCard(): Loaded<CardInfo> {
  const wasAsked = useRef(false);
  const loaded = useLoaded((signal) => {
    const fresh = !wasAsked.current;
    wasAsked.current = true;
    return operate('card.info', { fresh }, signal);
  });
  const { value, fault, reload } = loaded;
  useEffect(() => {
    if (value === undefined && fault === undefined) return undefined;
    const ask = (): void => {
      if (document.hidden) timer = setTimeout(ask, PAUSE);
      else void reload();
    };
    let timer = setTimeout(ask, PAUSE);
    return () => clearTimeout(timer);
  }, [value, fault]);
  return loaded;
}
