import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { ElsewhereForm, type KnownReceipt } from '../../elsewhere/form.js';
import { Button } from '../../parts/button.js';
import { go } from '../../route.js';
import { COMMON } from '../../text/common.js';
import { ELSEWHERE } from '../../text/elsewhere.js';
import { t } from '../../text/language.js';
import { RefusalNotice } from './notices.js';
import { catalogue, issue, rules } from './till.js';

/** The receipt that was looked for last and is not on this box. */
export const knownElsewhere = signal<KnownReceipt | undefined>(undefined);

/** Refunds or copies a receipt that this box did not issue. */
export function ElsewhereView({ refusal }: { readonly refusal: string | null }): JSX.Element {
  const labels = (catalogue.value?.labels ?? []).map(({ label }) => label);
  return (
    <section class="find" aria-label={t(ELSEWHERE.open)}>
      <header class="view">
        <Button onClick={() => go('till/find')}>{t(COMMON.back)}</Button>
        <h2>{t(ELSEWHERE.open)}</h2>
      </header>
      <RefusalNotice refusal={refusal} />
      {labels.length === 0 ? (
        <p class="loading">{t(COMMON.loading)}</p>
      ) : (
        <ElsewhereForm
          rules={rules.value}
          labels={labels}
          known={knownElsewhere.value}
          isBusy={false}
          openOwn={(uuid) => go(`till/find/${uuid}`)}
          onIssue={(issued, sent, total) => issue(issued === 'refund' ? 'refund' : 'copy', sent, { total })}
        />
      )}
    </section>
  );
}
