import type { JSX } from 'preact';
import type { FoundReceipts } from '../../../../admin/index.js';
import { buyerText } from '../../buyer/fields.js';
import { callApi, operate } from '../../net/http.js';
import { Icon } from '../../components/button.js';
import { Facts } from '../../components/facts.js';
import { type Loaded, Show, useLoaded } from '../../components/load.js';
import { Table } from '../../components/table.js';
import { moment, money, paymentInText, rateText } from '../../components/valueText.js';
import { kindName, signedMoney } from '../../components/receiptAmount.js';
import { path } from '../../route.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { RECEIPTS } from '../../text/receipts.js';
import { Actions } from './actions.js';
import { ReceiptList } from './list.js';
import type { InvoiceWithState } from '../../till/tillAnswers.js';
import { Rows } from './rows.js';

/** The list, or the receipt in the address. */
export function ReceiptsScreen(): JSX.Element {
  const [, uuid] = path.value;
  return uuid === undefined ? <ReceiptList /> : <ReceiptDetail key={uuid} uuid={uuid} />;
}

/** One receipt: as paper, in figures, the receipts that refer to it, and its actions. */
function ReceiptDetail({ uuid }: { readonly uuid: string }): JSX.Element {
  const loaded = useLoaded(() => callApi<InvoiceWithState>(`/invoices/${encodeURIComponent(uuid)}`));
  return (
    <>
      <p class="actions start">
        <a class="button link" href="#/receipts">
          <Icon name="back" /> {t(COMMON.allReceipts)}
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

function Shown({ invoice }: { readonly invoice: InvoiceWithState }): JSX.Element {
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

function factsOf(invoice: InvoiceWithState): [string, string][] {
  const { pfr, cashier, buyerId, payments, transactionType, advance, paidInAdvance } = invoice;
  const facts: [string, string | null][] = [
    [t(RECEIPTS.number), pfr.invoiceNumber],
    [t(RECEIPTS.time), moment(pfr.sdcDateTime)],
    [t(RECEIPTS.cashier), cashier],
    [t(COMMON.buyer), buyerId === null ? null : buyerText(buyerId)],
    [
      t(transactionType === 'Refund' ? RECEIPTS.returned : RECEIPTS.payment),
      payments.map(({ paymentType, amount }) => `${paymentInText(paymentType)} ${money(amount)}`).join(', '),
    ],
    [t(COMMON.paidInAdvance), paidInAdvance === undefined ? null : money(paidInAdvance.amount)],
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

/** A receipt as it was printed: rows of 40 columns. */
function Paper({ uuid, label }: { readonly uuid: string; readonly label: string }): JSX.Element {
  const loaded = useLoaded(() => callApi<string>(`/invoices/${uuid}/journal`), [uuid]);
  return (
    <Show loaded={loaded}>
      {(journal) => (
        // Focusable, because some keyboard users must scroll it.
        <pre class="paper whole" tabIndex={0} role="region" aria-label={label}>
          {journal}
        </pre>
      )}
    </Show>
  );
}

/** The taxes of a receipt, as printed on it; nothing when it has none. */
function Taxes({ taxItems }: Pick<InvoiceWithState, 'taxItems'>): JSX.Element | null {
  if (taxItems.length === 0) return null;
  // In para, because a sum of decimals would not be exact.
  const total = taxItems.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  return (
    <section class="card">
      <h2>{t(RECEIPTS.tax)}</h2>
      <Table
        label={t(RECEIPTS.tax)}
        columns={[
          { name: t(COMMON.taxLabel) },
          { name: t(RECEIPTS.taxRate), isNumber: true },
          { name: t(RECEIPTS.tax), isNumber: true },
        ]}
        rows={taxItems.map(({ label, categoryName, amount, ...rate }) => [
          <bdi>{`${label}: ${categoryName}`}</bdi>,
          rateText(rate),
          money(amount),
        ])}
        foot={
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {t(RECEIPTS.totalTax)}
              </th>
              <td class="number">{money(total / 100)}</td>
            </tr>
          </tfoot>
        }
      />
    </section>
  );
}
