import type { JSX } from 'preact';
import { Notice } from '../../parts/notice.js';
import { t } from '../../text/language.js';
import { TILL } from '../../text/till.js';
import { queueLacksLabels } from '../../till/requests.js';
import { catalogue, rules } from './till.js';

/** Why the last request became no receipt. Each view of the till that issues one shows it, as the seller comes back there. */
export function RefusalNotice({ refusal }: { readonly refusal: string | null }): JSX.Element | null {
  if (refusal === null) return null;
  return (
    <Notice kind="failure">
      <strong>{t(TILL.refusedTitle)}</strong> {refusal}
      {queueLacksLabels(rules.value, catalogue.value) && ` ${t(TILL.queueLacksLabels)}`}
    </Notice>
  );
}
