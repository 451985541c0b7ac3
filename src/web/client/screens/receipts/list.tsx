import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ReceiptRow } from '../../../../admin/index.js';
import { type Fault, operate } from '../../net/http.js';
import { pendingNames } from '../../net/pendingIssues.js';
import { Button } from '../../parts/button.js';
import { moment } from '../../parts/moment.js';
import { money } from '../../parts/money.js';
import { FaultNotice, Notice } from '../../parts/notice.js';
import { go } from '../../route.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { RECEIPTS } from '../../text/receipts.js';
import { kindName } from './invoice.js';
import type { Question } from './question.js';
import { Scan } from './scan.js';
import { SearchForm } from './searchForm.js';

interface Found {
  readonly question: Question;
  readonly rows: readonly ReceiptRow[];
  readonly next: number | null;
}

/** Kept while a receipt is looked at, so that the way back leads to the same list. */
const found = signal<Found | undefined>(undefined);

/** All receipts, newest first, or those that are sought. */
export function ReceiptList(): JSX.Element {
  const [fault, setFault] = useState<Fault>();
  const [isScanning, setScanning] = useState(false);
  const ask = async (question: Question, before?: Found): Promise<void> => {
    const reply = await operate('receipts.find', { ...question, ...(before?.next != null && { skip: before.next }) });
    setFault(reply.ok ? undefined : reply.error);
    if (!reply.ok) return;
    const { receipts, next } = reply.value;
    const known = new Set(before?.rows.map(({ uuid }) => uuid));
    const rows = [...(before?.rows ?? []), ...receipts.filter(({ uuid }) => !known.has(uuid))];
    found.value = { question, rows, next };
    const [only] = rows;
    // A link or a whole number means one receipt.
    if (only !== undefined && rows.length === 1 && (question.link ?? question.number) !== undefined) {
      go(`receipts/${only.uuid}`);
    }
  };
  useEffect(() => void ask(isOne(found.value?.question) ? {} : (found.value?.question ?? {})), []);
  const { value } = found;
  return (
    <>
      <header class="screen-head">
        <h1>{t(COMMON.receipts)}</h1>
        <Button onClick={() => setScanning(true)}>{t(RECEIPTS.scan)}</Button>
      </header>
      <SearchForm onSearch={(question) => ask(question)} />
      <FaultNotice fault={fault} />
      <PendingNotice />
      {value === undefined && fault === undefined && <p class="loading">{t(COMMON.loading)}</p>}
      {value !== undefined && (
        <>
          <Rows rows={value.rows} />
          {value.rows.length === 0 && <p>{t(value.next === null ? RECEIPTS.none : RECEIPTS.noneYet)}</p>}
          {value.next !== null && <Button onClick={() => ask(value.question, value)}>{t(RECEIPTS.goOn)}</Button>}
        </>
      )}
      {isScanning && (
        <Scan
          onLink={(link) => {
            setScanning(false);
            void ask({ link });
          }}
          onClose={() => setScanning(false)}
        />
      )}
    </>
  );
}

/** Leads to the receipts with which something was begun whose end nobody knows yet. */
function PendingNotice(): JSX.Element | null {
  const uuids = [...new Set(pendingNames().map((name) => name.split(' ')[1] ?? ''))];
  if (uuids.length === 0) return null;
  return (
    <Notice kind="warning">
      <p>{t(RECEIPTS.pending)}</p>
      {uuids.map((uuid) => (
        <a key={uuid} class="button" href={`#/receipts/${uuid}`}>
          {t(RECEIPTS.openPending)}
        </a>
      ))}
    </Notice>
  );
}

/** Does it name one receipt? Who comes back from that one wants the list. */
function isOne(question: Question | undefined): boolean {
  return question?.link !== undefined || question?.number !== undefined;
}

export function Rows({ rows }: { readonly rows: readonly ReceiptRow[] }): JSX.Element | null {
  if (rows.length === 0) return null;
  return (
    <ul class="receipt-rows" aria-label={t(RECEIPTS.list)}>
      {rows.map((row) => (
        <li key={row.uuid}>
          <a class="receipt-row" href={`#/receipts/${row.uuid}`}>
            <span class="when">{moment(row.time)}</span>
            <strong class={row.transactionType === 'Refund' ? 'number minus' : 'number'}>
              {row.transactionType === 'Refund' ? '−' : ''}
              {money(row.total / 100)}
            </strong>
            <span class="what">
              <bdi>{namesOf(row)}</bdi>
            </span>
            <span class="whose muted">
              {(row.invoiceType !== 'Normal' || row.transactionType !== 'Sale') && (
                <>
                  <strong>{kindName(row)}</strong>
                  {' · '}
                </>
              )}
              <bdi>{row.number}</bdi> · <bdi>{row.cashier}</bdi>
              {row.buyerId !== null && (
                <>
                  {' · '}
                  <bdi>{row.buyerId}</bdi>
                </>
              )}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function namesOf({ names, lines }: ReceiptRow): string {
  const shown = names.join(', ');
  return lines > names.length ? t(RECEIPTS.and, { names: shown, count: lines - names.length }) : shown;
}
