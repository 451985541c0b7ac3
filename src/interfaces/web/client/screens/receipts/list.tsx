import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FoundReceipts, ReceiptRow } from '../../../../admin/index.js';
import type { Bilingual } from '../../../../../base/index.js';
import { operate } from '../../net/http.js';
import type { Fault } from '../../net/reply.js';
import { pendingNames, readPending } from '../../net/pendingIssues.js';
import { Button, LinkButton } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { Field, Form, Submit, useTyped } from '../../components/field.js';
import { FaultNotice, Notice } from '../../components/notice.js';
import { go } from '../../route.js';
import { Camera } from '../../scan/camera.js';
import { receiptCodeOf } from '../../scan/receiptCode.js';
import { reportUnused, useScans } from '../../scan/scans.js';
import { COMMON } from '../../text/common.js';
import { ELSEWHERE } from '../../text/elsewhere.js';
import { t } from '../../text/language.js';
import { CARD_SUMMARY, RECEIPTS } from '../../text/receipts.js';
import { CardSummaryDialog, SUMMARY_REQUEST } from './cardSummary.js';
import { ELSEWHERE_REQUEST, ElsewhereDialog } from './elsewhere.js';
import { Rows } from './rows.js';
import { SearchForm } from './searchForm.js';
import type { Question } from './question.js';

interface Found {
  readonly question: Question;
  readonly rows: readonly ReceiptRow[];
  readonly next: number | null;
}

/** How many times the box is asked for older receipts until one matches: each time it reads a thousand. */
const MAX_PAGES = 20;

/** Stored while a receipt is shown, so that Back leads to the same list. */
const found = signal<Found | undefined>(undefined);

/** All receipts, newest first, or those of a search. */
export function ReceiptList(): JSX.Element {
  const [fault, setFault] = useState<Fault>();
  const [isScanning, setScanning] = useState(false);
  // An unanswered request comes first.
  const [isElsewhere, setElsewhere] = useState(() => readPending(ELSEWHERE_REQUEST) !== undefined);
  const [isSummary, setSummary] = useState(() => readPending(SUMMARY_REQUEST) !== undefined);
  const [isOn, setOn] = useState(false);
  const current = useRef(new AbortController());
  const ask = async (question: Question, before?: Found): Promise<void> => {
    // The previous search is no longer wanted: the box ends it.
    current.current.abort();
    const mine = new AbortController();
    current.current = mine;
    let answer = before;
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const asked = { ...question, ...(answer?.next != null && { skip: answer.next }) };
      const reply = await operate('receipts.find', asked, mine.signal);
      if (mine.signal.aborted) return;
      setFault(reply.ok ? undefined : reply.error);
      if (!reply.ok) break;
      answer = withMore(question, answer, reply.value);
      found.value = answer;
      if (answer.next === null || answer.rows.length > (before?.rows.length ?? 0)) break;
      setOn(true);
    }
    setOn(false);
    const [only, ...others] = answer?.rows ?? [];
    // A link or a full number identifies one receipt.
    if (only !== undefined && others.length === 0 && isOne(question)) go(`receipts/${only.uuid}`);
  };
  useEffect(() => {
    void ask(isOne(found.value?.question) ? {} : (found.value?.question ?? {}));
    return () => current.current.abort();
  }, []);
  useScans((scan) => {
    const code = receiptCodeOf(scan);
    if (code === undefined) reportUnused(scan);
    else void ask({ [code.kind]: code.text });
  }, []);
  const { value } = found;
  return (
    <>
      <header class="screen-head">
        <h1>{t(COMMON.receipts)}</h1>
        <Button text={t(RECEIPTS.scan)} onClick={() => setScanning(true)} />
        <Button text={t(ELSEWHERE.open)} onClick={() => setElsewhere(true)} />
        <Button text={t(CARD_SUMMARY.open)} onClick={() => setSummary(true)} />
      </header>
      <SearchForm onSearch={(question) => ask(question)} />
      <FaultNotice fault={fault} />
      <PendingNotice />
      {value === undefined && fault === undefined && <p class="loading">{t(COMMON.loading)}</p>}
      {value !== undefined && (
        <>
          <Rows rows={value.rows} />
          {isOn && (
            <p class="loading" role="status">
              {t(RECEIPTS.searching)}
            </p>
          )}
          {value.rows.length === 0 && !isOn && <p>{t(emptyText(value))}</p>}
          {value.next !== null && !isOn && (
            <Button text={t(RECEIPTS.goOn)} onClick={() => ask(value.question, value)} />
          )}
        </>
      )}
      {isElsewhere && <ElsewhereDialog onClose={() => setElsewhere(false)} />}
      {isSummary && <CardSummaryDialog onClose={() => setSummary(false)} />}
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

/** Links to receipts with a request whose outcome is not known yet. */
function PendingNotice(): JSX.Element | null {
  const uuids = [...new Set(pendingNames().flatMap((name) => name.split(' ')[1] ?? []))];
  if (uuids.length === 0) return null;
  return (
    <Notice kind="warning">
      <p>{t(RECEIPTS.pending)}</p>
      {uuids.map((uuid) => (
        <LinkButton key={uuid} text={t(RECEIPTS.openPending)} href={`#/receipts/${uuid}`} />
      ))}
    </Notice>
  );
}

/** The earlier rows with the new ones. Sales meanwhile shift the list, so duplicates are removed. */
function withMore(question: Question, before: Found | undefined, { receipts, next }: FoundReceipts): Found {
  const known = new Set(before?.rows.map(({ uuid }) => uuid));
  return { question, rows: [...(before?.rows ?? []), ...receipts.filter(({ uuid }) => !known.has(uuid))], next };
}

/** Why there are no rows: nothing was sold yet, nothing matches, or nothing among the receipts read so far. */
function emptyText({ question, next }: Found): Bilingual {
  if (next !== null) return RECEIPTS.noneYet;
  return Object.keys(question).length === 0 ? RECEIPTS.noneAtAll : RECEIPTS.none;
}

/** True when the search identifies one receipt. A person who returns from that receipt wants the list. */
function isOne(question: Question | undefined): boolean {
  return question?.link !== undefined || question?.number !== undefined;
}

interface ScanProps {
  readonly onLink: (link: string) => void;
  readonly onClose: () => void;
}

/** Reads the QR code of a receipt by camera, or accepts its pasted link. */
function Scan({ onLink, onClose }: ScanProps): JSX.Element {
  const link = useTyped('');
  return (
    <Dialog title={t(RECEIPTS.scan)} onClose={onClose}>
      <Camera onCode={onLink} />
      <Form onSubmit={() => onLink(link.value.trim())}>
        <Field label={t(RECEIPTS.pasteLink)} {...link} type="url" />
        <Submit label={t(RECEIPTS.find)} disabled={link.value.trim() === ''} />
      </Form>
    </Dialog>
  );
}
