import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { signal } from '@preact/signals';
import { callApi, request } from '../../net/http.js';
import type { Fault } from '../../net/reply.js';
import { user } from '../../net/session.js';
import { Button } from '../../components/button.js';
import { Submit, Field, Form, useTyped } from '../../components/field.js';
import { useLoaded, Show } from '../../components/load.js';
import { faultText, Notice, useFault } from '../../components/notice.js';
import { SignedMoney, unusualKind } from '../../components/receiptAmount.js';
import { Refunding } from '../../refund/refunding.js';
import { go } from '../../route.js';
import { COMMON } from '../../text/common.js';
import { CameraButton } from '../../scan/camera.js';
import type { Scan } from '../../scan/keys.js';
import { isEndOfNumber, ownByEnd, receiptCodeOf } from '../../scan/receiptCode.js';
import { useScans } from '../../scan/scans.js';
import { ELSEWHERE } from '../../text/elsewhere.js';
import { t } from '../../text/language.js';
import { TILL } from '../../text/till.js';
import type { Invoice } from '../../../../../contract/index.js';
import type { Receipt } from '../../till/tillState.js';
import { ElsewhereForm, type KnownReceipt } from '../../elsewhere/form.js';
import { Paper } from './paper.js';
import { FoundActions } from './foundActions.js';
import { RefusalNotice } from './notices.js';
import { catalogue, isTraining, issue, rules, till } from './till.js';

const UNREADABLE: Fault = { code: 'validation', message: '', status: 0 };

const TOO_SHORT: Fault = { code: 'too_short', message: '', status: 0 };

/** Receipts that the signed-in user has made on this till. */
function ownReceipts(): readonly Receipt[] {
  return till.state.value?.receipts.filter(({ by }) => by === user.value?.name) ?? [];
}

/** Finds a receipt by its paper, and offers its actions. */
export function FindView({
  uuid,
  refusal,
}: {
  readonly uuid: string | undefined;
  readonly refusal: string | null;
}): JSX.Element {
  const text = useTyped('');
  const [fault, checked, setFault] = useFault();
  const find = async (scan: Scan): Promise<void> => {
    const code = receiptCodeOf(scan);
    if (code === undefined) {
      const [typed = ''] = scan;
      const own = ownByEnd(ownReceipts(), typed);
      if (own !== undefined && own.uuid !== null) go(`till/find/${own.uuid}`);
      else setFault(isEndOfNumber(typed) ? TOO_SHORT : UNREADABLE);
      return;
    }
    const reply = checked(
      await request<{ readonly uuid: string }>(`/web/receipt?${code.kind}=${encodeURIComponent(code.text)}`),
    );
    if (reply.ok) go(`till/find/${reply.value.uuid}`);
    knownElsewhere.value = reply.ok ? undefined : code;
  };
  // Also while a receipt is shown: another one that is scanned replaces it.
  useScans((scan) => void find(scan), []);
  useEffect(() => {
    setFault(undefined);
    knownElsewhere.value = undefined;
  }, [uuid]);
  const words =
    fault?.code === 'validation'
      ? t(TILL.unreadable)
      : fault?.code === 'too_short'
        ? t(TILL.wholeNumber)
        : fault?.code === 'not_found'
          ? t(TILL.noReceipt)
          : fault && faultText(fault);
  return (
    <section class="find" aria-label={t(TILL.findReceipt)}>
      <header class="view">
        <Button text={t(COMMON.back)} onClick={() => go(uuid === undefined ? 'till' : 'till/more')} />
        <h2>{t(uuid === undefined ? TILL.findReceipt : TILL.foundReceipt)}</h2>
      </header>
      <RefusalNotice refusal={refusal} />
      {words !== undefined && <Notice kind="failure">{words}</Notice>}
      {uuid === undefined && !isTraining.value && (
        <p>
          <Button text={t(ELSEWHERE.open)} onClick={() => go('till/elsewhere')} />
        </p>
      )}
      {uuid !== undefined ? (
        <Found key={uuid} uuid={uuid} />
      ) : (
        <Form onSubmit={() => find([text.value])} label={t(TILL.findReceipt)}>
          <p>{t(TILL.findHint)}</p>
          <Field label={t(TILL.findLabel)} {...text} autoFocus />
          <Submit label={t(TILL.find)}>
            <CameraButton onCode={(code) => void find([code])} />
          </Submit>
        </Form>
      )}
    </section>
  );
}

function Found({ uuid }: { readonly uuid: string }): JSX.Element {
  const loaded = useLoaded(() => callApi<Invoice>(`/invoices/${uuid}`), [uuid]);
  const [isRefunding, setRefunding] = useState(false);
  return (
    <Show loaded={loaded}>
      {(invoice) =>
        isRefunding ? (
          <>
            <Refunding
              receipt={invoice}
              isBusy={false}
              onRefund={(sent, total) =>
                issue(invoice.invoiceType === 'ProForma' ? 'proforma refund' : 'refund', sent, { total })
              }
            />
            <Button text={t(COMMON.cancel)} onClick={() => setRefunding(false)} />
          </>
        ) : (
          <>
            <p class="due">
              <span>{[unusualKind(invoice), invoice.pfr.invoiceNumber].filter(Boolean).join(' · ')}</span>
              <SignedMoney transactionType={invoice.transactionType} total={Math.round(invoice.total * 100)} />
            </p>
            <FoundActions invoice={invoice} onRefund={() => setRefunding(true)} />
            <Paper
              uuid={uuid}
              journal={invoice.journal}
              qr={invoice.pfr.verificationQRCode}
              link={invoice.pfr.verificationUrl}
            />
          </>
        )
      }
    </Show>
  );
}

/** The receipt that was looked for last and is not on this box. */
const knownElsewhere = signal<KnownReceipt | undefined>(undefined);

/** Refunds or copies a receipt that this box did not issue. */
export function ElsewhereView({ refusal }: { readonly refusal: string | null }): JSX.Element {
  const labels = (catalogue.value?.labels ?? []).map(({ label }) => label);
  return (
    <section class="find" aria-label={t(ELSEWHERE.open)}>
      <header class="view">
        <Button text={t(COMMON.back)} onClick={() => go('till/find')} />
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
