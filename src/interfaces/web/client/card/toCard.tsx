import type { JSX } from 'preact';
import { CARD } from '../text/card.js';
import { t } from '../text/language.js';

/** Link to the page of the card and its actions. */
export function ToCard(): JSX.Element {
  return (
    <a class="button" href="#/settings/card">
      {t(CARD.toCard)}
    </a>
  );
}
