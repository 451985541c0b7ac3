import type { JSX } from 'preact';
import { Notice } from '../../parts/notice.js';
import { t } from '../../text/language.js';
import { TILL } from '../../text/till.js';
import { queueLacksLabels } from '../../till/requests.js';
import { catalogue, rules } from './till.js';

/**
 * Shows why the last request was refused. Every view that issues receipts shows it, because the seller returns to that
 * view.
 */
export function RefusalNotice({ refusal }: { readonly refusal: string | null }): JSX.Element | null {
  if (refusal === null) return null;
  return (
    <Notice kind="failure">
      <strong>{t(TILL.refusedTitle)}</strong> {refusal}
      {queueLacksLabels(rules.value, catalogue.value) && ` ${t(TILL.queueLacksLabels)}`}
    </Notice>
  );
}
