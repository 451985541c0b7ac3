import type { JSX } from 'preact';
import { CARD } from '../text/card.js';
import { t } from '../text/language.js';

/** Leads to the card and what can be done with it. */
export function ToCard(): JSX.Element {
  return (
    <a class="button" href="#/settings/card">
      {t(CARD.toCard)}
    </a>
  );
}
