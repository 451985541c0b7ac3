import type { JSX } from 'preact';
import { buyerWords } from '../../buyer/words.js';
import type { FoundReceipts } from '../../../../admin/index.js';
import { callApi, operate } from '../../net/http.js';
import { Icon } from '../../parts/icon.js';
import { type Loaded, Show, useLoaded } from '../../parts/load.js';
import { moment } from '../../parts/moment.js';
import { money } from '../../parts/money.js';
import { Paper } from '../../parts/paper.js';
import { kindName, signedMoney } from '../../parts/receiptAmount.js';
import { t } from '../../text/language.js';
import { PAYMENTS, RECEIPTS } from '../../text/receipts.js';
import { Facts } from '../../parts/facts.js';
import { Actions } from './actions.js';
import type { Invoice } from './invoice.js';
import { Rows } from './rows.js';
import { Taxes } from './taxes.js';

/** One receipt: as paper, in figures, the receipts that refer to it, and its actions. */
export function ReceiptDetail({ uuid }: { readonly uuid: string }): JSX.Element {
  const loaded = useLoaded(() => callApi<Invoice>(`/invoices/${encodeURIComponent(uuid)}`));
  return (
    <>
      <p class="actions start">
        <a class="button link" href="#/receipts">
          <Icon name="back" /> {t(RECEIPTS.back)}
        </a>
      </p>
      {loaded.fault?.code === 'not_found' ? (
        <p>{t(RECEIPTS.unknown)}</p>
      ) : (
        <Show loaded={loaded}>{(invoice) => <Shown invoice={invoice} />}</Show>
      )}
    </>
  );
}

function Shown({ invoice }: { readonly invoice: Invoice }): JSX.Element {
  const { uuid, pfr, total, transactionType, taxItems } = invoice;
  const referent = pfr.invoiceNumber;
  const referring = useLoaded(() => operate('receipts.find', { referent }));
  return (
    <>
      <h1>
        {kindName(invoice)} {signedMoney({ transactionType, total: Math.round(total * 100) })}
      </h1>
      <div class="cards">
        <div>
          <section class="card">
            <Actions invoice={invoice} referring={referring} />
          </section>
          <section class="card">
            <Facts facts={factsOf(invoice)} />
            {invoice.referentDocumentNumber !== null && <Referent number={invoice.referentDocumentNumber} />}
          </section>
          <Taxes taxItems={taxItems} />
          <Referring loaded={referring} />
        </div>
        <div>
          <Paper uuid={uuid} label={referent} />
        </div>
      </div>
    </>
  );
}

function factsOf(invoice: Invoice): [string, string][] {
  const { pfr, cashier, buyerId, payments, transactionType, advance, paidInAdvance } = invoice;
  const facts: [string, string | null][] = [
    [t(RECEIPTS.number), pfr.invoiceNumber],
    [t(RECEIPTS.time), moment(pfr.sdcDateTime)],
    [t(RECEIPTS.cashier), cashier],
    [t(RECEIPTS.buyer), buyerId === null ? null : buyerWords(buyerId)],
    [
      t(transactionType === 'Refund' ? RECEIPTS.returned : RECEIPTS.payment),
      payments.map(({ paymentType, amount }) => `${t(PAYMENTS[paymentType])} ${money(amount)}`).join(', '),
    ],
    [t(RECEIPTS.paidInAdvance), paidInAdvance === undefined ? null : money(paidInAdvance.amount)],
    [t(RECEIPTS.leftOfAdvance), advance?.left === undefined ? null : money(advance.left)],
  ];
  return facts.flatMap(([name, value]) => (value === null ? [] : [[name, value] satisfies [string, string]]));
}

/** The receipt that this one refers to, if this box has it. */
function Referent({ number }: { readonly number: string }): JSX.Element {
  const found = useLoaded(() => operate('receipts.find', { number }), [number]);
  const [row] = found.value?.receipts ?? [];
  return (
    <p>
      {t(RECEIPTS.refersTo)}:{' '}
      {row === undefined ? <bdi>{number}</bdi> : <a href={`#/receipts/${row.uuid}`}>{number}</a>}
    </p>
  );
}

function Referring({ loaded }: { readonly loaded: Loaded<FoundReceipts> }): JSX.Element | null {
  const rows = loaded.value?.receipts ?? [];
  if (rows.length === 0) return null;
  return (
    <section class="card">
      <h2>{t(RECEIPTS.referring)}</h2>
      <Rows rows={rows} />
    </section>
  );
}
