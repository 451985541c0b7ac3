import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { callApi, type Fault, request } from '../../net/http.js';
import { Button } from '../../parts/button.js';
import { Field, Form } from '../../parts/field.js';
import { useLoaded, Show } from '../../parts/load.js';
import { FaultNotice, faultWords, Notice } from '../../parts/notice.js';
import { go } from '../../route.js';
import { COMMON } from '../../text/common.js';
import { CameraButton } from '../../scan/camera.js';
import { t } from '../../text/language.js';
import { TILL } from '../../text/till.js';
import type { InvoiceResponse } from '../../till/answers.js';
import { type Advanced, closedAdvance, isProForma, proFormaCart, referentTo } from '../../till/followUps.js';
import { copyRequest } from '../../till/requests.js';
import { bringIn, withCart } from '../../till/state.js';
import { AdvanceDialog } from './advance.js';
import { Paper } from './paper.js';
import { RefundView } from './refund.js';
import { useScans } from './scans.js';
import { issue, till } from './till.js';
import { para } from './words.js';

const PFR_NUMBER = /^[A-Z\d]{8}-[A-Z\d]{8}-\d{1,10}$/i;
const UNREADABLE: Fault = { code: 'validation', message: '', status: 0 };

/** Finds a receipt by its paper, and does with it what can be done. */
export function FindView({ uuid }: { readonly uuid: string | undefined }): JSX.Element {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<Fault>();
  const find = async (typed: string): Promise<void> => {
    const name = /[?&]vl=/i.test(typed) ? 'link' : PFR_NUMBER.test(typed.trim()) ? 'number' : undefined;
    if (name === undefined) {
      setFault(UNREADABLE);
      return;
    }
    const reply = await request<{ readonly uuid: string }>(`/web/receipt?${name}=${encodeURIComponent(typed.trim())}`);
    setFault(reply.ok ? undefined : reply.error);
    if (reply.ok) go(`till/find/${reply.value.uuid}`);
  };
  useScans((code) => void find(code), []);
  const words =
    fault?.code === 'validation'
      ? t(TILL.unreadable)
      : fault?.code === 'not_found'
        ? t(TILL.noReceipt)
        : fault && faultWords(fault);
  return (
    <section class="find" aria-label={t(TILL.findReceipt)}>
      <header class="view">
        <Button onClick={() => go(uuid === undefined ? 'till' : 'till/more')}>{t(COMMON.back)}</Button>
        <h2>{t(TILL.findReceipt)}</h2>
      </header>
      {uuid !== undefined ? (
        <Found key={uuid} uuid={uuid} />
      ) : (
        <Form onSubmit={() => find(text)} label={t(TILL.findReceipt)}>
          <p>{t(TILL.findHint)}</p>
          <Field label={t(TILL.findLabel)} value={text} onInput={setText} autoFocus />
          {words !== undefined && <Notice kind="failure">{words}</Notice>}
          <div class="actions">
            <CameraButton onCode={(code) => void find(code)} />
            <Button kind="primary" type="submit">
              {t(TILL.find)}
            </Button>
          </div>
        </Form>
      )}
    </section>
  );
}

function Found({ uuid }: { readonly uuid: string }): JSX.Element {
  const loaded = useLoaded(() => callApi<InvoiceResponse>(`/invoices/${uuid}`), [uuid]);
  const [isRefunding, setRefunding] = useState(false);
  const [isAdvancing, setAdvancing] = useState(false);
  const [fault, setFault] = useState<Fault>();
  const close = async (invoice: InvoiceResponse): Promise<void> => {
    const advanced = await request<Advanced>(`/web/till/advance/${uuid}`);
    setFault(advanced.ok ? undefined : advanced.error);
    if (advanced.ok) await beginClosing(invoice, advanced.value);
  };
  useEffect(() => setRefunding(false), [uuid]);
  return (
    <Show loaded={loaded}>
      {(invoice) =>
        isRefunding ? (
          <RefundView invoice={invoice} onBack={() => setRefunding(false)} />
        ) : (
          <>
            <p class="due">
              <span>{invoice.pfr.invoiceNumber}</span>
              <strong class="number">{para(Math.round(invoice.total * 100))}</strong>
            </p>
            <div class="ways">
              {mayRefund(invoice) && (
                <Button class="large" onClick={() => setRefunding(true)}>
                  {t(TILL.refund)}
                </Button>
              )}
              {invoice.invoiceType !== 'Copy' && (
                <Button
                  class="large"
                  onClick={() => issue('copy', copyRequest(invoice), Math.round(invoice.total * 100))}
                >
                  {t(TILL.copy)}
                </Button>
              )}
              {isProForma(invoice) && (
                <Button class="large" onClick={() => takeOver(invoice)}>
                  {t(TILL.fromProforma)}
                </Button>
              )}
              {mayRefund(invoice) && invoice.invoiceType === 'Advance' && (
                <>
                  <Button class="large" onClick={() => setAdvancing(true)}>
                    {t(TILL.nextAdvance)}
                  </Button>
                  <Button class="large" onClick={() => close(invoice)}>
                    {t(TILL.closeAdvance)}
                  </Button>
                </>
              )}
            </div>
            <FaultNotice fault={fault} />
            {isAdvancing && (
              <AdvanceDialog
                before={{
                  referent: referentTo(invoice),
                  buyerId: invoice.buyerId,
                  label: invoice.items[0]?.label ?? '',
                }}
                onClose={() => setAdvancing(false)}
              />
            )}
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

function mayRefund({ invoiceType, transactionType }: InvoiceResponse): boolean {
  return transactionType === 'Sale' && (invoiceType === 'Normal' || invoiceType === 'Advance');
}

/** The goods of the open bill, or those that come now, end the advance. */
async function beginClosing(invoice: InvoiceResponse, advanced: Advanced): Promise<void> {
  const advance = closedAdvance(invoice, advanced);
  const { buyerId } = invoice;
  await till.change((state) =>
    withCart(state, (cart) => ({ ...cart, kind: 'closing', advance, buyerId: cart.buyerId ?? buyerId })),
  );
  go('till');
}

/** Makes a bill of a pro-forma; an open one is parked. */
async function takeOver(invoice: InvoiceResponse): Promise<void> {
  await till.change((state, newKey) => bringIn(state, proFormaCart(newKey(), invoice), newKey(), Date.now()));
  go('till');
}
