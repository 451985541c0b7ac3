import type { JSX } from 'preact';
import { ElsewhereForm } from '../../elsewhere/form.js';
import { callApi, request } from '../../net/http.js';
import type { Reply } from '../../net/reply.js';
import { useIssue } from '../../net/issue.js';
import { Dialog } from '../../components/dialog.js';
import { Show, useLoaded } from '../../components/load.js';
import type { RefundRules } from '../../refund/form.js';
import { go } from '../../route.js';
import { ELSEWHERE } from '../../text/elsewhere.js';
import { t } from '../../text/language.js';
import { IssuingFlow } from './issuing.js';
import { RefundIssued } from './actions.js';

interface Known {
  readonly rules: RefundRules;
  readonly labels: readonly string[];
}

async function askKnown(): Promise<Reply<Known>> {
  const [rules, labels] = await Promise.all([
    request<RefundRules>('/web/till'),
    callApi<{ readonly taxLabels: readonly { readonly label: string }[] }>('/tax-labels'),
  ]);
  if (!rules.ok) return rules;
  if (!labels.ok) return labels;
  return { ...labels, value: { rules: rules.value, labels: labels.value.taxLabels.map(({ label }) => label) } };
}

/** The name under which its request is stored. */
export const ELSEWHERE_REQUEST = 'elsewhere';

/** Refunds or copies a receipt that this box did not issue; an unanswered request comes first. */
export function ElsewhereDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const known = useLoaded(askKnown);
  const issuing = useIssue(ELSEWHERE_REQUEST);
  return (
    <Dialog title={t(ELSEWHERE.open)} onClose={onClose}>
      <IssuingFlow issuing={issuing} whenIssued={(issued) => <RefundIssued issued={issued} />}>
        <Show loaded={known}>
          {({ rules, labels }) => (
            <ElsewhereForm
              rules={rules}
              labels={labels}
              isBusy={issuing.state !== 'idle'}
              openOwn={(uuid) => go(`receipts/${uuid}`)}
              onIssue={(_kind, sent) => issuing.issue(sent)}
            />
          )}
        </Show>
      </IssuingFlow>
    </Dialog>
  );
}
